import { Problem, problemDetails, type SerializedProblem } from 'chronoscribe';
import { z } from 'zod';

/** Why a run or one of its steps failed, as the endpoints under `/api/v1/` describe errors. */
export const RunError = z.looseObject({
  status: z.int().describe('The HTTP status of the plain call, beside the other members of its problem'),
  detail: z
    .array(
      z.object({
        loc: z
          .array(z.union([z.string(), z.int()]))
          .readonly()
          .describe('Where the fault is: `body`, and a field'),
        msg: z.string().describe('What is wrong, and how to fix it'),
        type: z.string().describe('A code, such as `no_speech`'),
      }),
    )
    .readonly()
    .describe('What went wrong'),
});

export function shownError(serialized: SerializedProblem | null): z.input<typeof RunError> | null {
  if (serialized === null) return null;
  const problem = Problem.from(serialized);
  return { ...problem.members, status: problem.status, detail: problemDetails(problem) };
}
