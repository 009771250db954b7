import { Problem } from 'chronoscribe';
import type { SerializedProblem } from 'chronoscribe/types';
import { z } from 'zod';

/**
 * The final failure of a node. Its message, which is saved, is the problem as JSON, without cause and stack,
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

/** The problem in the saved message of a failure; that of another error becomes `internal`. */
export function parseSavedProblem(message: string): SerializedProblem {
  return parseSavedFailure(message)?.problem ?? Problem.of(new Error(message)).toJSON();
}
