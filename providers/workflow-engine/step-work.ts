import { type Logger, Problem, type RunEvent, type StepContext } from 'chronoscribe';
import { StepFailure } from './failure.ts';

/** How long a step may take to leave once it is aborted, to kill a child or delete a file. One that stays longer is left behind. */
const leaveMs = 2000;

/** A step of a run, as the engine knows it that works on it. */
export interface StepAtWork {
  readonly runId: string;
  readonly account: string;
  readonly step: string;
  /** Counted from 1. */
  readonly index: number;
  readonly of: number;
  /** Aborted when the run is to be worked on no further. */
  readonly signal: AbortSignal;
  readonly tell: (event: RunEvent) => void;
}

/** What the step is handed. Once it is aborted, nobody hears it any more. */
export function stepContext({ runId, account, step, index, of, signal, tell }: StepAtWork): StepContext {
  return {
    runId,
    account,
    signal,
    progress(fraction) {
      if (!signal.aborted) tell({ type: 'progress', step, index, of, fraction: Math.min(Math.max(fraction, 0), 1) });
    },
    text(piece) {
      if (!signal.aborted) tell({ type: 'text', text: piece });
    },
  };
}

/** What is kept of what a step has thrown; what is behind it goes to the log, unless the step was aborted. */
export function stepFailure(
  thrown: unknown,
  {
    runId,
    workflow,
    step,
    signal,
    log,
  }: Pick<StepAtWork, 'runId' | 'step' | 'signal'> & { readonly workflow: string; readonly log: Logger },
): StepFailure {
  const problem = Problem.of(thrown);
  if (problem.cause !== undefined && !signal.aborted) {
    const fields = { run: runId, workflow, step, err: problem.cause };
    // A provider that is not there is for the operator to mend, and no fault of ours.
    if (problem.code === 'internal') log.error(fields, 'a step failed unforeseen');
    else log.warn({ ...fields, problem: problem.code }, 'a step failed');
  }
  return new StepFailure(problem);
}

/** Waits for the work, but no longer than two seconds once `signal` is aborted: then it rejects with the reason. */
export async function untilLeft<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const left = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const leave = () => {
    timer = setTimeout(() => left.reject(signal.reason), leaveMs);
  };
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([work, left.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
    clearTimeout(timer);
  }
}
