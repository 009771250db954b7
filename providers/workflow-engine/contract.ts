import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { acrossContract } from './contract/across.ts';
import { controlContract } from './contract/control.ts';
import { forgettingContract } from './contract/forgetting.ts';
import { restartContract } from './contract/restarts.ts';
import { sharingContract } from './contract/sharing.ts';
import { stepContract } from './contract/steps.ts';
import { takeoverContract } from './contract/takeover.ts';
import { testBeds } from './contract/test-bed.ts';
import { watchingContract } from './contract/watching.ts';

export type { EngineHost, OpenEngine, OpenedEngine } from './contract/test-bed.ts';

/**
 * What every workflow engine does, as a vitest suite:
 *
 * ```ts
 * workflowEngineContract('embedded', new URL('./opened.ts', import.meta.url), { oneHostOnly: true });
 * ```
 *
 * `opener` is a module that exports `open`, an `OpenEngine`. It is a module because the suite opens the engine in child processes, too,
 * and kills them. What several hosts do together is asked of every engine that is not for one host only.
 */
export function workflowEngineContract(name: string, opener: URL, { oneHostOnly = false } = {}): void {
  describe(`the workflow engine ${name}`, () => {
    beforeEach(() => {
      vi.spyOn(console, 'error');
    });
    afterEach(() => {
      expect(console.error, 'an engine reports to its log, never to the console').not.toHaveBeenCalled();
      vi.restoreAllMocks();
    });

    const beds = testBeds(opener);
    stepContract(beds);
    controlContract(beds);
    watchingContract(beds);
    forgettingContract(beds);
    restartContract(beds);
    if (oneHostOnly) return;
    sharingContract(beds);
    acrossContract(beds);
    takeoverContract(beds);
  });
}
