import { Problem, type SerializedProblem } from 'chronoscribe';
import { z } from 'zod';

/**
 * The final failure of a step. Its message, which openworkflow saves, is the problem as JSON, without cause and stack.
 */
export class StepFailure extends Error {
  override readonly name = 'StepFailure';

  constructor(problem: Problem) {
    super(JSON.stringify(problem));
    delete this.stack;
  }
}

/** The boundary where its type is given back: whatever has these members was written by `StepFailure`. */
const SavedProblem = z.custom<SerializedProblem>(
  (json) => z.object({ code: z.string(), status: z.int(), detail: z.string() }).safeParse(json).success,
);

/** What SQLite and Postgres say if the result of a step does not fit on their disk. */
const diskFull = /disk is full|no space left on device|could not extend file/i;

/**
 * The problem in the saved message of a failure. Messages of other errors become `insufficient-storage` or `internal`.
 */
export function parseSavedProblem(message: string): SerializedProblem {
  try {
    return SavedProblem.parse(JSON.parse(message));
  } catch (cause) {
    return Problem.of(diskFull.test(message) ? Object.assign(new Error(message), { code: 'ENOSPC' }) : cause).toJSON();
  }
}
