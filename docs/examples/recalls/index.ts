import { definePlugin, Runs, route, workflow } from 'chronoscribe';
import { z } from 'zod';

const Answered = z.object({ outcome: z.enum(['came', 'declined']) });

export const recall = workflow<{ readonly patient: string }>('recalls-recall')
  .step('invite', ({ input }) => `Dear ${input.patient}, please come to a check-up.`)
  .sleep('aWeek', '7d', { clock: 'account' })
  .step('remind', ({ invite }) => `We wrote: ${invite}`)
  .sleep('untilTheEnd', '23d', { clock: 'account' })
  .waitFor('answered', Answered)
  .step('close', ({ input, answered }) => ({ patient: input.patient, outcome: answered.outcome }))
  .answer((closed, { runId }) => ({ body: closed, location: `/api/v1/runs/${runId}` }));

/** Reminds a patient and waits for an answer; every morning it counts the open invitations. */
export default definePlugin({
  name: 'recalls',
  auth: 'clinical',
  needs: { runs: Runs },

  workflows: ({ needs: { runs } }) => ({
    recall,
    count: workflow<null>('recalls-count')
      .step('count', async (_state, { account }) => {
        const { items } = await runs.list(
          { account, scopes: ['clinical'] },
          { workflow: 'recalls-recall', status: 'running' },
        );
        return { open: items.length };
      })
      .answer((body, { runId }) => ({ body, location: `/api/v1/runs/${runId}` })),
  }),

  schedules: ({ workflows }) => ({
    daily: { cron: '0 6 * * *', clock: 'account', run: workflows.count, input: null },
  }),

  routes: ({ workflows }) => [
    route({
      method: 'POST',
      path: '/recalls',
      summary: 'Invite a patient to a check-up',
      request: z.object({ patient: z.string().trim().min(1).max(200) }),
      response: z.object({ patient: z.string(), outcome: z.enum(['came', 'declined']) }),
      byRun: true,
      handle: ({ input, run }) => run(workflows.recall, input, { name: input.patient }),
    }),
  ],
});
