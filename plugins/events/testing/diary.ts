import { defineCollection, definePlugin, Store, workflow } from 'chronoscribe';
import type { TestHost } from 'chronoscribe/testing';
import { z } from 'zod';

const Entry = z.object({ text: z.string() });

const entries = defineCollection({
  name: 'diary_entries',
  schema: z.object({ id: z.string(), text: z.string(), account: z.string(), number: z.int() }),
  indexes: [['number']],
});

/** A plugin with an action that writes into a diary: `diary.write`. Each run writes once. */
export function createDiary() {
  let opened: Store | undefined;
  const plugin = definePlugin({
    name: 'diary',
    auth: 'time',
    needs: { store: Store },
    async start({ needs: { store } }) {
      await store.prepare(entries);
      opened = store;
      return {};
    },
    workflows: ({ needs: { store } }) => ({
      write: workflow<z.output<typeof Entry>>('diary-write')
        .step('write', ({ input: { text } }, { account, runId: id }) =>
          store.transaction(async (documents) => {
            const { items } = await documents.find(entries, { orderBy: 'number', direction: 'descending', limit: 1 });
            const number = (items[0]?.number ?? 0) + 1;
            await documents.insert(entries, { id: `${id}/${text}`, text, account, number });
            return number;
          }),
        )
        .answer((number) => ({ body: { number }, location: '' })),
    }),
    actions: ({ workflows: { write } }) => ({ 'diary.write': { input: Entry, run: write } }),
    routes: () => [],
  });
  return {
    plugin,
    /** What was written, in its order. @param account default: by anybody */
    async read(account?: string): Promise<readonly string[]> {
      if (opened === undefined) return [];
      const { items } = await opened.find(entries, { orderBy: 'number' });
      return items.filter((entry) => account === undefined || entry.account === account).map(({ text }) => text);
    },
  };
}

/** How many runs of an automation ended in each way, and how many have not ended. */
export async function countsOf(host: TestHost, automation: string): Promise<Readonly<Record<string, number>>> {
  const { json } = await host.call('GET', '/api/v1/automations');
  const Automations = z.object({
    items: z.array(z.object({ name: z.string(), counts: z.record(z.string(), z.int()) })),
  });
  return Automations.parse(json).items.find(({ name }) => name === automation)?.counts ?? {};
}
