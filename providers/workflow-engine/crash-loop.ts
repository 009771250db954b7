import { Problem } from 'chronoscribe';
import type { Backend } from 'openworkflow/internal';

/**
 * Fails a run that keeps killing its host. openworkflow starts an interrupted step again without end.
 * No upstream issue yet.
 */
export const maxCrashesPerStep = 2;

/** What was in progress in a run that is claimed once more. */
export interface Interrupted {
  /** How often a host died in each step: the attempts that nobody ended. A step that was stopped has an end. */
  readonly crashes: ReadonlyMap<string, number>;
  /** The paths of the nodes that have begun to wait. */
  readonly waits: ReadonlySet<string>;
}

export const nothingInterrupted: Interrupted = { crashes: new Map(), waits: new Set() };

export async function interruptedSteps(backend: Backend, libraryId: string): Promise<Interrupted> {
  const { data } = await backend.listStepAttempts({ workflowRunId: libraryId, limit: 1000 });
  const crashed = data.filter(({ kind, status }) => kind === 'function' && status === 'running');
  const byStep = Map.groupBy(crashed, ({ stepName }) => stepName);
  return {
    crashes: new Map([...byStep].map(([step, attempts]) => [step, attempts.length])),
    waits: new Set(data.filter(({ kind }) => kind === 'signal-wait').map(({ stepName }) => stepName)),
  };
}

export function crashLoop(step: string, times: number): Problem {
  return new Problem('internal', {
    detail:
      `The server died ${times} times during the step "${step}", which may be the cause, so the step is not started again. ` +
      'Find the cause in the log of the server, then retry the run.',
  });
}
