import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { definePlugin } from '../../api/plugin.ts';
import { workflow } from '../../api/workflow.ts';
import { startHost } from '../../host/host.ts';
import { defineCollection, Store } from '../../kinds/store.ts';

/**
 * A host, in a process to be killed, that emits 1,000 events with the changes that they tell of, and counts the runs of
 * an automation for each. It prints how many were counted, whenever that changes, and continues where it was killed.
 *
 * Arguments: the configuration file, the data folder.
 */
const [, , file, data] = process.argv;

const ticks = 1_000;
const emitted = defineCollection({
  name: 'ticks_emitted',
  schema: z.object({ id: z.string(), ticks: z.int() }),
  indexes: [],
});
const counted = defineCollection({
  name: 'ticks_counted',
  schema: z.object({ id: z.string(), runs: z.array(z.string()) }),
  indexes: [],
});

const Tick = z.object({ tick: z.int() });

const ticking = definePlugin({
  name: 'ticking',
  auth: 'time',
  needs: { store: Store },
  triggers: { tick: Tick },
  async start({ needs: { store }, emit }) {
    await store.prepare(emitted, counted);
    const emitNext = (): Promise<number> =>
      store.transaction(async (documents) => {
        const next = ((await documents.get(emitted, 'all'))?.ticks ?? 0) + 1;
        if (next > ticks) return next;
        await documents.put(emitted, { id: 'all', ticks: next });
        await emit(documents, 'tick', { account: 'default', payload: { tick: next } });
        return next;
      });
    const emitAll = async () => {
      while ((await emitNext()) <= ticks);
    };
    return { emitAll };
  },
  actions: ({ needs: { store } }) => ({
    count: {
      input: Tick,
      run: workflow<z.output<typeof Tick>>('count')
        .step('count', async ({ input: { tick } }, { runId }) => {
          await store.transaction(async (documents) => {
            const id = String(tick);
            const runs = (await documents.get(counted, id))?.runs ?? [];
            // A crash may repeat a step, but only in the same run.
            if (!runs.includes(runId)) await documents.put(counted, { id, runs: [...runs, runId] });
          });
          return tick;
        })
        .answer((tick) => ({ body: { tick }, location: '' })),
    },
  }),
  routes: ({ parts: { emitAll } }) => {
    void emitAll();
    return [];
  },
});

const host = await startHost({
  file,
  environment: {},
  flags: { port: '0', data },
  workingDirectory: process.cwd(),
  extraPlugins: [{ plugin: ticking }],
});
const { store, automations } = host.services;
let before = -1;
for (let isDone = false; !isDone; ) {
  // Reads of an embedded database never wait, and nothing else would run.
  await pause(20);
  const { items } = await store.find(counted, {});
  if (items.length !== before) process.stdout.write(`${items.length}\n`);
  before = items.length;
  const [{ counts } = { counts: undefined }] = await automations.list();
  isDone = items.length === ticks && counts?.done === ticks;
  if (isDone) process.stdout.write(`runs ${items.reduce((sum, { runs }) => sum + runs.length, 0)}\n`);
}
await host.stop();
process.exit(0);
