/** **Internal**: the tests that the workflow engines pass. */

import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { acrossContract } from './contract/across.ts';
import { childContract } from './contract/child-runs.ts';
import { controlContract } from './contract/control.ts';
import { definitionContract } from './contract/definitions.ts';
import { forgettingContract } from './contract/forgetting.ts';
import { graphContract } from './contract/graph.ts';
import { limitContract } from './contract/limits.ts';
import { raceContract } from './contract/races.ts';
import { redoContract } from './contract/redoing.ts';
import { restartContract } from './contract/restarts.ts';
import { resultContract } from './contract/results.ts';
import { roundContract } from './contract/rounds.ts';
import { sharingContract } from './contract/sharing.ts';
import { stepStateContract } from './contract/step-states.ts';
import { stepContract } from './contract/steps.ts';
import { takeoverContract } from './contract/takeover.ts';
import { testBeds } from './contract/test-bed.ts';
import { turnContract } from './contract/turns.ts';
import { waitContract } from './contract/waits.ts';
import { watchingContract } from './contract/watching.ts';

export type { EngineHost, OpenEngine, OpenedEngine } from './contract/test-bed.ts';

/**
 * What every workflow engine does, as a vitest suite:
 *
 * ```ts
 * workflowEngineContract('embedded', new URL('./opened.ts', import.meta.url), { singleHost: true });
 * ```
 *
 * `opener` is a module that exports `open`, an `OpenEngine`: the suite opens the engine in child processes too, and
 * kills them. An engine that is not for a single host is also tested on several.
 */
export function workflowEngineContract(name: string, opener: URL, { singleHost = false } = {}): void {
  describe(`the workflow engine ${name}`, () => {
    beforeEach(() => {
      vi.spyOn(console, 'error');
    });
    afterEach(() => {
      expect(console.error, 'an engine writes to its log, never to the console').not.toHaveBeenCalled();
      vi.restoreAllMocks();
    });

    const beds = testBeds(opener);
    stepContract(beds);
    graphContract(beds);
    waitContract(beds);
    roundContract(beds);
    raceContract(beds);
    childContract(beds);
    redoContract(beds);
    definitionContract(beds);
    stepStateContract(beds);
    controlContract(beds);
    watchingContract(beds);
    forgettingContract(beds);
    restartContract(beds);
    turnContract(beds);
    limitContract(beds);
    resultContract(beds);
    if (singleHost) return;
    sharingContract(beds);
    acrossContract(beds);
    takeoverContract(beds);
  });
}
