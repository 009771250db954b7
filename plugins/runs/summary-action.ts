import { type Emit, type Runs, type Store, workflow } from 'chronoscribe';
import { scopes } from 'chronoscribe/host';
import type { Action } from 'chronoscribe/types';
import { z } from 'zod';

const Summarize = z.object({
  days: z.int().min(1).max(31).default(7).describe('Of how many days up to now; default 7'),
});

/** What automations learn of the runs of an account in a time. */
export const RunsSummarized = z.object({
  summary: z.object({
    from: z.iso.datetime().describe('The beginning of the time'),
    to: z.iso.datetime().describe('Its end'),
    done: z.int().describe('Runs that were started in it and are done'),
    failed: z.int().describe('Runs that were started in it and have failed'),
    failed_workflows: z.array(z.string()).describe('The workflows of those that have failed'),
  }),
});

interface Tools {
  readonly runs: Runs;
  readonly store: Store;
  readonly emit: Emit<{ readonly 'runs.summarized': typeof RunsSummarized }>;
}

/** `runs.summarize`: counts the runs of the account, and tells automations as `runs.summarized`. */
export function summarizeAction({ runs, store, emit }: Tools): Action<typeof Summarize> {
  const workflowsOf = async (account: string, status: 'done' | 'failed', from: number): Promise<readonly string[]> => {
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { status, from, limit: 100, ...(cursor !== undefined && { cursor }) };
      const page = await runs.list({ account, scopes }, query);
      found.push(...page.items.map(({ workflow: name }) => name));
      cursor = page.next;
    }
    return found;
  };
  const run = workflow<z.output<typeof Summarize>>('runs-summarize')
    .step('count', async ({ input: { days } }, { account }) => {
      const to = Date.now();
      const from = to - days * 86_400_000;
      const failed = await workflowsOf(account, 'failed', from);
      return {
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        done: (await workflowsOf(account, 'done', from)).length,
        failed: failed.length,
        failed_workflows: [...new Set(failed)].toSorted(),
      };
    })
    .step('tell', async ({ count: summary }, { account, runId }) => {
      const event = { id: `${runId}/summary`, account, payload: { summary } };
      await store.transaction((documents) => emit(documents, 'runs.summarized', event));
      return summary;
    })
    .answer((body) => ({ body, location: '' }));
  return { input: Summarize, run };
}
