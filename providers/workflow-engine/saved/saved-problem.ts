import { Problem, type SerializedProblem } from 'chronoscribe';
import { z } from 'zod';

/**
 * The final failure of a node. Its message, which openworkflow saves, is the problem as JSON, without cause and stack,
 * with the number of attempts.
 */
export class StepFailure extends Error {
  override readonly name = 'StepFailure';

  constructor(problem: Problem, attempt = 1) {
    super(JSON.stringify({ ...problem.toJSON(), attempt }));
    delete this.stack;
  }
}

/** The boundary where its type is given back: whatever has these members was written by `StepFailure`. */
const SavedProblem = z.custom<SerializedProblem & { readonly attempt?: number }>(
  (json) => z.object({ code: z.string(), status: z.int(), detail: z.string() }).safeParse(json).success,
);

const SavedError = z.object({ message: z.string() });

/** The message of an error as openworkflow saves it. */
export function savedMessage(error: unknown): string | undefined {
  return SavedError.safeParse(error).data?.message;
}

/** What SQLite and Postgres say if the result of a step does not fit on their disk. */
const diskFull = /disk is full|no space left on device|could not extend file/i;

/** What openworkflow says if a run has more open waits than it allows. */
const stepLimit = /step limit of (\d+) attempts/;

interface SavedFailure {
  readonly problem: SerializedProblem;
  readonly attempt: number;
}

/** The failure that a `StepFailure` has saved; undefined for the message of another error. */
export function parseSavedFailure(message: string): SavedFailure | undefined {
  try {
    const { attempt = 1, ...problem } = SavedProblem.parse(JSON.parse(message));
    return { problem, attempt };
  } catch {
    return undefined;
  }
}

/**
 * The problem in the saved message of a failure. Messages of other errors become `too-many-steps`,
 * `insufficient-storage` or `internal`.
 */
export function parseSavedProblem(message: string): SerializedProblem {
  const saved = parseSavedFailure(message);
  if (saved !== undefined) return saved.problem;
  const [, limit] = stepLimit.exec(message) ?? [];
  if (limit !== undefined) return tooManySteps(Number(limit)).toJSON();
  const error = new Error(message);
  return Problem.of(diskFull.test(message) ? Object.assign(error, { code: 'ENOSPC' }) : error).toJSON();
}

export function tooManySteps(limit: number): Problem {
  return new Problem('too-many-steps', {
    status: 500,
    detail:
      `The run has more than ${limit} sleeps, signals and children that it waits for at the same time, which is the limit of one run. ` +
      'Lower the `concurrency` of its `each`, or divide its workflow with `child`: each child has a limit of its own.',
  });
}
