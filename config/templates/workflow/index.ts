import { definePlugin, route, workflow } from 'chronoscribe';
import { z } from 'zod';

const Approval = z.object({ by: z.string().trim().min(1).max(200) });

/** Writes a letter, lets it rest for two days of the account's clock, and waits until somebody approves it. */
export const letter = workflow<{ readonly to: string; readonly results: readonly string[] }>('__NAME__-letter')
  .parallel('parts', {
    greeting: (w) => w.step('greet', ({ input }) => `Dear ${input.to},`),
    body: (w) =>
      w.step('write', ({ input }) => `we have ${input.results.length} results: ${input.results.join(', ')}.`),
  })
  .sleep('rest', '2d', { clock: 'account' })
  .waitFor('approved', Approval, { timeout: '7d' })
  .step('sign', ({ parts, approved }) => ({
    text: `${parts.greeting}\n${parts.body}`,
    approvedBy: approved.by,
  }))
  .answer((signed, { runId }) => ({ body: signed, location: `/api/v1/runs/${runId}` }));

/** Writes letters by a workflow. Change it into what you need. */
export default definePlugin({
  name: '__NAME__',
  auth: 'clinical',
  workflows: () => ({ letter }),
  routes: ({ workflows }) => [
    route({
      method: 'POST',
      path: '/__NAME__/letters',
      summary: 'Write a letter',
      description: 'The run waits for the signal `approved`, two days of the clock later.',
      request: z.object({
        to: z.string().trim().min(1).max(200),
        results: z.array(z.string().max(200)).max(20),
      }),
      response: z.object({ text: z.string(), approvedBy: z.string() }),
      byRun: true,
      handle: ({ input, run }) => run(workflows.letter, input, { name: input.to }),
    }),
  ],
});
