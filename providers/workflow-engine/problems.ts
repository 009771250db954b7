import { Problem } from 'chronoscribe';

/** How often a process may die in one step of a run before the run is taken for the cause. */
export const mostDeathsInOneStep = 10;

export function diedTooOften({ step, times }: { readonly step: string; readonly times: number }): Problem {
  return new Problem('internal', {
    detail:
      `The server died ${times} times during the step "${step}", which may be the cause, so it is not begun again. ` +
      'Find the cause in the log of the server, then retry the run.',
  });
}

export function unknownWorkflow(name: string): Problem {
  return new Problem('workflow-unknown', {
    status: 503,
    detail: `No plugin that is enabled has the workflow "${name}". Enable the one that had it, then retry the run.`,
  });
}

export function notSettled(id: string): Problem {
  return new Problem('run-not-settled', {
    status: 409,
    detail: `The run ${id} is still at work. Cancel it, or wait for its end, before it is deleted.`,
  });
}

export function stopping(): Problem {
  return new Problem('stopping', { detail: 'The server is stopping. Send the request again in a moment.' });
}
