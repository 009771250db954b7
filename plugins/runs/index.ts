import { agentTools, definePlugin, Problem, Runs, route, Store } from 'chronoscribe';
import { problemDetails, RunSleep, RunStatus, StepKind, type StepState, StepStatus, scopes } from 'chronoscribe/host';
import type { BulkOutcome, RunDetails, RunView, SerializedProblem } from 'chronoscribe/types';
import { z } from 'zod';
import { RunsSummarized, summarizeAction } from './summary-action.ts';

/** Why a run or one of its steps failed, as the endpoints under `/api/v1/` describe errors. */
const RunError = z.looseObject({
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

function shownError(serialized: SerializedProblem): z.input<typeof RunError> {
  const problem = Problem.from(serialized);
  return { ...problem.members, status: problem.status, detail: problemDetails(problem) };
}

/** The state of a node of a run. */
const RunStep = z
  .object({
    id: z.string().describe('The path of the step: `pages/3/read`'),
    name: z.string().describe('Its name in the workflow; of an item its number, from 0'),
    kind: StepKind.describe(
      'What it does; `branch` and `item` are the parts of a `parallel` or a `race`, and of an `each` or a `repeat`',
    ),
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
const AwaitedSignal = z.object({
  signal: z.string().describe('The `name` for `POST /api/v1/runs/{id}/signals/{name}`'),
  until: z
    .int()
    .nullable()
    .describe(
      "When the wait times out, in milliseconds since 1970; null: never, or by the account's clock: `GET /api/v1/sleeps` has it",
    ),
});

function shownSteps(steps: readonly StepState[]): readonly z.input<typeof RunStep>[] {
  return steps.map(({ error, steps: inside, ...step }) => ({
    ...step,
    error: error && shownError(error),
    ...(inside !== undefined && { steps: shownSteps(inside) }),
  }));
}

const summary = z.object({
  id: z.string().describe('UUID'),
  workflow: z.string().describe('What kind of work it is'),
  name: z.string().describe('What the client called its file'),
  status: RunStatus.describe('The state of the run'),
  step: z.string().nullable().describe('The step that is running or ran last'),
  createdAt: z.int().describe('Milliseconds since 1970'),
  repeats: z.string().exactOptional().describe('The run whose input it was started with again'),
  error: RunError.nullable().describe('Only if the status is failed'),
});
const run = summary
  .extend({
    result: z.unknown().describe('The answer of the plain call; null until done, and after the record is deleted'),
    steps: z.array(RunStep).readonly().describe('Each node of the workflow, in its order'),
    waitingFor: z.array(AwaitedSignal).readonly().describe('The signals that the run waits for now'),
  })
  .meta({ id: 'Run' });

const shownSummary = ({ problem, ...view }: RunView) => ({ ...view, error: problem && shownError(problem) });
const shown = (details: RunDetails) => ({
  ...details,
  error: details.problem && shownError(details.problem),
  steps: shownSteps(details.steps),
});

/** What automations learn of a run that has failed. Its name may be the name of a patient's file. */
const RunFailed = z.object({
  run: z.object({
    id: z.string().describe('UUID'),
    workflow: z.string().describe('What kind of work it is'),
    step: z.string().nullable().describe('The step that failed'),
    attempt: z.int().describe('From 1; one more with each retry'),
    problem: z.string().describe('The code of what went wrong, such as `no-speech`'),
  }),
});

const instant = z.int().min(0);

/** Which runs, and where to go on. */
const filter = z.object({
  workflow: z.string().min(1).optional().describe('Only the runs of this workflow'),
  status: RunStatus.optional().describe('Only runs with this status'),
  from: instant.optional().describe('Only runs that were created then or later; milliseconds since 1970'),
  to: instant.optional().describe('Only runs that were created before; milliseconds since 1970'),
  limit: z.int().min(1).max(100).optional().describe('Page size; default 50'),
  cursor: z.string().optional().describe('`next_cursor` of the page before, with the same filters'),
});

const bulkOutcome = z.object({
  done: z.int().describe('How many runs'),
  skipped: z
    .array(
      z.object({
        id: z.string().describe('The id of the run'),
        error: RunError.describe('Why'),
      }),
    )
    .readonly()
    .describe('The runs of this page that stay as they are'),
  next_cursor: z.string().nullable().describe('For the next page; null if there are no more runs'),
});

const shownOutcome = ({ done, skipped, next }: BulkOutcome) => ({
  done,
  skipped: skipped.map(({ id, problem }) => ({ id, error: shownError(problem) })),
  next_cursor: next,
});

/** The runs of the account: their steps, results and errors; signals, cancelling and retrying. */
export default definePlugin({
  name: 'runs',
  auth: 'any',
  needs: { runs: Runs, store: Store },
  triggers: { 'run.failed': RunFailed, 'runs.summarized': RunsSummarized },
  start: ({ needs: { runs, store }, emit }) => {
    runs.onSettled(async ({ id, account, workflow, status, attempt }) => {
      if (status !== 'failed' || !emit.hasListeners('run.failed')) return;
      const { step, problem } = await runs.get({ account, scopes }, id);
      const run = { id, workflow, step, attempt, problem: problem?.code ?? 'internal' };
      // The listener is called again for the same end after a crash.
      const event = { id: `${id}/${attempt}`, run: id, account, payload: { run } };
      await store.transaction((documents) => emit(documents, 'run.failed', event));
    });
    return {};
  },
  actions: ({ needs, emit }) => ({ 'runs.summarize': summarizeAction({ ...needs, emit }) }),
  extends: [
    agentTools.add({
      name: 'list_runs',
      title: 'List runs',
      description: 'Lists what the host works on or has worked on for the account, newest first, with its state.',
      endpoint: 'GET /api/v1/runs',
      effect: 'reads',
    }),
    agentTools.add({
      name: 'read_run',
      title: 'Follow a run',
      description:
        'Returns the state of a run with each of its steps. While `status` is queued or running, call it again ' +
        'after some seconds. `done` has a `result`, `failed` an `error`.',
      endpoint: 'GET /api/v1/runs/{id}',
      effect: 'reads',
    }),
  ],
  routes: ({ needs: { runs } }) => [
    route({
      method: 'GET',
      path: '/api/v1/runs',
      summary: 'List runs, newest first',
      request: filter,
      response: z.object({
        items: z.array(summary).readonly().describe('Without their results'),
        next_cursor: z.string().nullable().describe('For the next page; null on the last one'),
      }),
      problems: ['invalid-cursor'],
      handle: async ({ account, scopes, input }) => {
        const page = await runs.list({ account, scopes }, input);
        return { items: page.items.map(shownSummary), next_cursor: page.next };
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/sleeps',
      summary: 'List the runs that sleep on a clock',
      description: 'In the order of waking. A run that sleeps on the wall clock is not among them.',
      request: z.object({
        clock_id: z
          .string()
          .min(1)
          .max(100)
          .optional()
          .describe("A clock of `POST /v1/clocks`; default: the account's own"),
        limit: z.int().min(1).max(100).default(50).describe('The most that are listed'),
      }),
      response: z.object({ items: z.array(RunSleep).readonly().describe('The next to wake first') }),
      problems: ['clock-not-found'],
      handle: async ({ account, scopes, input: { clock_id: clockId, limit } }) => ({
        items: await runs.sleeps({ account, scopes }, { clockId, limit }),
      }),
    }),
    route({
      method: 'GET',
      path: '/api/v1/runs/{id}',
      summary: 'Follow a run',
      response: run,
      problems: ['not-found'],
      handle: async ({ account, scopes, path }) => shown(await runs.get({ account, scopes }, path.id)),
    }),
    route({
      method: 'GET',
      path: '/api/v1/runs/{id}/queries/{name}',
      summary: 'Ask for the state of a run',
      description:
        'Answers a query that the workflow declares, from what the steps of the run have given so far: 409 `run_settled` once that is erased, at the end of a run that is done or cancelled.',
      response: z.object({ value: z.unknown().describe('What the workflow gives, of its own shape') }),
      problems: ['not-found', 'run-settled'],
      handle: async ({ account, scopes, path }) => ({
        value: await runs.query({ account, scopes }, path.id, path.name),
      }),
    }),
    route({
      method: 'DELETE',
      path: '/api/v1/runs/{id}',
      summary: 'Cancel a run, or delete one that has failed or was cancelled',
      description:
        'A queued or running run is cancelled. A failed or cancelled run is deleted with its upload and can no longer be retried. A finished run stays as it is, and is deleted with its record.',
      response: run,
      problems: ['not-found'],
      handle: async ({ account, scopes, path }) => shown(await runs.delete({ account, scopes }, path.id)),
    }),
    route({
      method: 'POST',
      path: '/api/v1/runs/{id}/retry',
      summary: 'Run a failed run again, from its failed step or an earlier one',
      description:
        'The upload of a failed run is kept for 24 hours by default. With `from`, that step and all that come after it run again. With `input`, which needs a key with the scope admin, a run of a schedule begins anew. A run that is done cannot be retried, since the results of its steps are erased when it ends.',
      request: z
        .object({
          from: z
            .string()
            .min(1)
            .optional()
            .describe('The `id` of a step, or its name: it runs again, and all after it'),
          input: z.unknown().optional().describe('Another input: all steps run again'),
        })
        .refine(({ from, input }) => from === undefined || input === undefined, {
          path: ['from'],
          error: 'give `from` or `input`, not both',
        }),
      response: run,
      status: 202,
      problems: ['not-found', 'run-not-retryable', 'forbidden'],
      handle: async ({ account, scopes, path, input, operationId }) =>
        shown(await runs.retry({ account, scopes }, path.id, { ...input, operationId })),
    }),
    route({
      method: 'POST',
      path: '/api/v1/runs/{id}/repeat',
      summary: 'Start another run with the input of one that has ended',
      description:
        'The new run names the old one in `repeats`. Runs of schedules keep their input; of others it is erased when they end, so their request is sent again instead.',
      response: run,
      status: 202,
      problems: ['not-found', 'run-not-repeatable'],
      handle: async ({ account, scopes, path, operationId }) =>
        shown(await runs.repeat({ account, scopes }, path.id, operationId)),
    }),
    route({
      method: 'POST',
      path: '/api/v1/runs/retry',
      summary: 'Retry the runs that a list names',
      description:
        'One page of `GET /api/v1/runs` with the same filters, failed runs by default; `next_cursor` goes on with the next page. Each run is retried as by `POST /api/v1/runs/{id}/retry`.',
      request: filter,
      response: bulkOutcome,
      problems: ['invalid-cursor'],
      handle: async ({ account, scopes, input, operationId }) =>
        shownOutcome(await runs.retryAll({ account, scopes }, input, operationId)),
    }),
    route({
      method: 'POST',
      path: '/api/v1/runs/cancel',
      summary: 'Cancel the runs that a list names',
      description:
        'One page of `GET /api/v1/runs` with the same filters, queued and running runs by default; `next_cursor` goes on with the next page. A run that has ended is skipped as `run-settled`.',
      request: filter,
      response: bulkOutcome,
      problems: ['invalid-cursor'],
      handle: async ({ account, scopes, input }) => shownOutcome(await runs.cancelAll({ account, scopes }, input)),
    }),
    route({
      method: 'POST',
      path: '/api/v1/runs/{id}/signals/{name}',
      summary: 'Send a signal to a run that waits for it',
      description:
        'The body is the payload, of the shape that the workflow declares. `name` is what `waitingFor` names; its slashes are written `%2F`. A signal that comes before the run waits for it is kept.',
      request: z.looseObject({}),
      response: z.object({ id: z.string().describe('The id of the run') }),
      status: 202,
      problems: ['not-found', 'not-waiting'],
      handle: async ({ account, scopes, path, input, operationId, repeatable }) => {
        await runs.signal({ account, scopes }, path.id, path.name, input, repeatable ? operationId : undefined);
        return { id: path.id };
      },
    }),
  ],
});
