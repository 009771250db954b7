import { Problem, problemDetails, type SerializedProblem, StepKind, type StepState, StepStatus } from 'chronoscribe';
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

/** The state of a node of a run. */
export const RunStep = z
  .object({
    id: z.string().describe('The path of the step: `pages/3/read`'),
    name: z.string().describe('Its name in the workflow; of an item its number, from 0'),
    kind: StepKind.describe('What it does; `branch` and `item` are the parts of a `parallel` and an `each`'),
    status: StepStatus.describe('`waiting` until it starts, and while it sleeps or waits for a signal'),
    attempt: z.int().describe('How often it was attempted'),
    startedAt: z.int().nullable().describe('Milliseconds since 1970'),
    endedAt: z.int().nullable().describe('Milliseconds since 1970'),
    error: RunError.nullable().describe('Why it failed, or why its last attempt did'),
    items: z.int().exactOptional().describe('How many items it has, once they are known'),
    get steps() {
      return z.array(RunStep).readonly().exactOptional().describe('What is inside of it, in order');
    },
  })
  .meta({ id: 'RunStep' });

/** A signal that a run waits for. */
export const AwaitedSignal = z.object({
  signal: z.string().describe('The `name` for `POST /api/v1/runs/{id}/signals/{name}`'),
  until: z.int().nullable().describe('When the wait times out, in milliseconds since 1970; null: never'),
});

export function shownSteps(steps: readonly StepState[]): readonly z.input<typeof RunStep>[] {
  return steps.map(({ error, steps: inside, ...step }) => ({
    ...step,
    error: shownError(error),
    ...(inside !== undefined && { steps: shownSteps(inside) }),
  }));
}
