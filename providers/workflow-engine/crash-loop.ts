import { Problem } from 'chronoscribe';
import type { Backend } from 'openworkflow/internal';

/**
 * Fails a run that keeps killing its host. openworkflow starts an interrupted step again without end.
 * No upstream issue yet.
 */
export const maxCrashesPerStep = 2;

/** How often a host died in each step of a run: the attempts that nobody ended. A step that was stopped has an end. */
export async function countCrashes(backend: Backend, libraryId: string): Promise<ReadonlyMap<string, number>> {
  const { data } = await backend.listStepAttempts({ workflowRunId: libraryId, limit: 1000 });
  const unfinished = data.filter(({ kind, status }) => kind === 'function' && status === 'running');
  return new Map(
    Map.groupBy(unfinished, ({ stepName }) => stepName)
      .entries()
      .map(([step, all]) => [step, all.length]),
  );
}

export function crashLoop(step: string, times: number): Problem {
  return new Problem('internal', {
    detail:
      `The server died ${times} times during the step "${step}", which may be the cause, so the step is not started again. ` +
      'Find the cause in the log of the server, then retry the run.',
  });
}
