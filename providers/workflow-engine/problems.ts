import { type Logger, Problem } from 'chronoscribe';
import { z } from 'zod';

export function unknownWorkflow(name: string): Problem {
  return new Problem('workflow-unknown', {
    status: 503,
    detail: `No enabled plugin has the workflow "${name}" in its "workflows". Enable the plugin that had it, then retry the run.`,
  });
}

export function workflowChanged(name: string, changes: string): Problem {
  return new Problem('workflow-changed', {
    status: 409,
    detail:
      `The workflow "${name}" is not the one that this run was begun with: ${changes}. Retry the run to go on with the ` +
      'workflow as it is now; or give what it was before to `versions` of the workflow, then retry.',
  });
}

export function notSettled(id: string): Problem {
  return new Problem('run-not-settled', {
    status: 409,
    detail: `The run ${id} is still running. Cancel it or wait for its end, then delete it.`,
  });
}

export function stopping(): Problem {
  return new Problem('stopping', { detail: 'The server is stopping. Send the request again in a moment.' });
}

export function signalTimeout(node: string, timeoutMs: number): Problem {
  return new Problem('signal-timeout', {
    status: 504,
    detail: `The signal "${node}" did not come within ${timeoutMs / 1000} s. Retry the run to wait for it once more.`,
  });
}

export function tooManyRounds(node: string, most: number): Problem {
  return new Problem('too-many-rounds', {
    status: 504,
    detail: `None of the ${most} rounds of "${node}" was the last one. Retry the run from "${node}" to begin again.`,
  });
}

/** Counts the runs in a table of openworkflow, in which a version of before has kept them. */
export const countFormer = (table: string): string =>
  `select count(*) filter (where status not in ('completed', 'succeeded', 'failed', 'canceled')) as unfinished,
     count(*) filter (where status = 'failed') as failed from ${table} where parent_step_attempt_id is null`;

/**
 * Deletes what a version of before has kept, once nothing in it is unfinished.
 *
 * @param counted what `countFormer` gives; undefined if there is nothing
 * @throws Error that says how many runs are unfinished
 */
export async function deleteFormer(place: string, counted: unknown, log: Logger, erase: () => Promise<void>) {
  if (counted === undefined) return;
  const { unfinished, failed } = z.object({ unfinished: z.coerce.number(), failed: z.coerce.number() }).parse(counted);
  if (unfinished > 0) {
    throw new Error(
      `${place} has ${unfinished} runs that a version of before has begun and not finished. Start that version once more ` +
        `until they are done. Or move ${place} away: they start again from the beginning then, from what the store and ` +
        'the blobs keep.',
    );
  }
  await erase();
  log.warn({ place, failed }, 'the workflow database of a former version was deleted; failed runs cannot be retried');
}

/** More often than that a step may not have killed its host. */
export const maxCrashesPerStep = 2;

export function crashLoop(step: string, times: number): Problem {
  return new Problem('internal', {
    detail:
      `The server died ${times} times during the step "${step}", which may be the cause, so the step is not started again. ` +
      'Find the cause in the log of the server, then retry the run.',
  });
}

export function tooManySteps(limit: number): Problem {
  return new Problem('too-many-steps', {
    status: 500,
    detail:
      `The run has more than ${limit} sleeps, signals and children that it waits for at the same time, which is the ` +
      'limit of one run. Lower the `concurrency` of its `each`, or divide its workflow with `child`: each child has a ' +
      'limit of its own.',
  });
}
