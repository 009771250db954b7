import { Problem, type SerializedProblem } from 'chronoscribe';
import { z } from 'zod';

/** The failure of a step as an engine keeps it: its message is the problem as JSON. Nothing of a cause or a stack is kept. */
export class StepFailure extends Error {
  override readonly name = 'StepFailure';

  constructor(problem: Problem) {
    super(JSON.stringify(problem));
    delete this.stack;
  }
}

const kept = z.object({
  code: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z
    .array(
      z.object({
        in: z.enum(['body', 'query', 'path', 'header']),
        path: z.array(z.union([z.string(), z.number()])),
        detail: z.string(),
        type: z.string(),
      }),
    )
    .exactOptional(),
  retryAfter: z.number().exactOptional(),
  members: z.record(z.string(), z.unknown()).exactOptional(),
});

/** The problem in the message of a failure that was kept; `internal` where the message is of any other error. */
export function keptProblem(message: string): SerializedProblem {
  try {
    return kept.parse(JSON.parse(message));
  } catch (cause) {
    return Problem.of(cause).toJSON();
  }
}
