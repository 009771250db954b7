import { definePlugin, Problem, problemDetails, Runs, type RunView, route } from 'chronoscribe';
import { z } from 'zod';

const summary = z.object({
  id: z.string().describe('UUID'),
  workflow: z.string().describe('What kind of work it is'),
  name: z.string().describe('What the client called its file'),
  status: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']).describe('The state of the run'),
  step: z.string().nullable().describe('The step that is running or ran last'),
  createdAt: z.int().describe('Milliseconds since 1970'),
  error: z
    .looseObject({
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
    })
    .nullable()
    .describe('Only if the status is failed'),
});
const run = summary.extend({
  result: z.unknown().describe('The answer of the plain call; null until done, and after the record is deleted'),
});

const shape = (view: RunView) => {
  const problem = view.problem === null ? null : Problem.from(view.problem);
  return {
    id: view.id,
    workflow: view.workflow,
    name: view.name,
    status: view.status,
    step: view.step,
    createdAt: view.createdAt,
    error: problem === null ? null : { ...problem.members, status: problem.status, detail: problemDetails(problem) },
    result: view.result,
  };
};

/** The runs of the account: their progress, results and errors; cancelling and retrying. */
export default definePlugin({
  name: 'runs',
  auth: 'any',
  needs: { runs: Runs },
  routes: ({ needs: { runs } }) => [
    route({
      method: 'GET',
      path: '/api/v1/runs',
      summary: 'List runs, newest first',
      request: z.object({
        limit: z.int().min(1).max(100).optional().describe('Page size; default 50'),
        cursor: z.string().optional().describe('`next_cursor` of the page before'),
      }),
      response: z.object({
        items: z.array(summary).readonly().describe('Without their results'),
        next_cursor: z.string().nullable().describe('For the next page; null on the last one'),
      }),
      handle: async ({ account, scopes, input }) => {
        const page = await runs.list({ account, scopes }, input);
        return { items: page.items.map(shape), next_cursor: page.next };
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/runs/{id}',
      summary: 'Follow a run',
      response: run,
      problems: ['not-found'],
      handle: async ({ account, scopes, path }) => shape(await runs.get({ account, scopes }, path.id)),
    }),
    route({
      method: 'DELETE',
      path: '/api/v1/runs/{id}',
      summary: 'Cancel a run, or delete one that has failed or was cancelled',
      description:
        'A queued or running run is cancelled. A failed or cancelled run is deleted with its upload and can no longer be retried. A finished run stays as it is, and is deleted with its record.',
      response: run,
      problems: ['not-found'],
      handle: async ({ account, scopes, path }) => shape(await runs.delete({ account, scopes }, path.id)),
    }),
    route({
      method: 'POST',
      path: '/api/v1/runs/{id}/retry',
      summary: 'Run a failed run again from its failed step',
      description: 'Its upload is kept for 24 hours by default.',
      response: run,
      status: 202,
      problems: ['not-found', 'run-not-retryable'],
      handle: async ({ account, scopes, path, operationId }) =>
        shape(await runs.retry({ account, scopes }, path.id, operationId)),
    }),
  ],
});
