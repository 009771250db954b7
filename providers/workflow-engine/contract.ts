import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { controlContract } from './contract/control.ts';
import { forgettingContract } from './contract/forgetting.ts';
import { restartContract } from './contract/restarts.ts';
import { stepContract } from './contract/steps.ts';
import { testBeds } from './contract/test-bed.ts';
import { watchingContract } from './contract/watching.ts';

export type { OpenEngine, OpenedEngine } from './contract/test-bed.ts';

/**
 * What every workflow engine does, as a vitest suite:
 *
 * ```ts
 * workflowEngineContract('embedded', new URL('./opened.ts', import.meta.url));
 * ```
 *
 * `opener` is a module that exports `open`, an `OpenEngine`. It is a module because the suite opens the engine in child processes, too,
 * and kills them.
 */
export function workflowEngineContract(name: string, opener: URL): void {
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
  });
}
