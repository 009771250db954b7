import { defineCollection, Store } from 'chronoscribe';
import { z } from 'zod';
import { type StartedProvider, startProvider } from '../../../core/testing/provider.ts';
import { cause, entry } from '../../../providers/store/contract/journal/entry.ts';
import { Journal } from '../../../providers/store/journal/kind.ts';
import lowdb from '../../../providers/store/lowdb/index.ts';
import sqlite from '../../../providers/store/sqlite/index.ts';

/** The stores that are files of the data folder. */
const storesInFiles = { sqlite, lowdb } as const;
export type StoreInFiles = keyof typeof storesInFiles;

export function isStoreInFiles(name: string): name is StoreInFiles {
  return Object.hasOwn(storesInFiles, name);
}

const visits = defineCollection({
  name: 'visits',
  schema: z.strictObject({ id: z.string(), text: z.string() }),
  indexes: [['text']],
});
const long = 'x'.repeat(30_000);
const account = 'ann';

type Step = (store: Store, journal: Journal) => Promise<unknown>;

/**
 * What is done on two days, each from the opening of the store to its end: of every kind of change one, each of which
 * is done whole or not at all.
 */
const days: readonly (readonly Step[])[] = [
  [
    (store) => store.put(visits, { id: 'a', text: 'first' }),
    (store) =>
      store.transaction(async (inside) => {
        await inside.insert(visits, { id: 'b', text: long });
        await inside.insert(visits, { id: 'c', text: 'third' });
      }),
    (store) => store.put(visits, { id: 'a', text: long }),
    (store) => store.delete(visits, 'b'),
    (_, journal) =>
      journal.transaction(account, (writes) => writes.append([entry('one'), entry('two', { causes: [cause('one')] })])),
    (_, journal) =>
      journal.transaction(account, (writes) =>
        writes.addTimeline({ id: 'fork', parent: 'primary', description: '', requestId: 'r' }),
      ),
    (_, journal) =>
      journal.transaction(account, async (writes) => {
        await writes.append([entry('three', { timelineId: 'fork', participants: ['eve'], sets: ['door'] })]);
        await writes.markMerged('fork');
        await writes.addReceipt('operation', 'made three');
      }),
    (store) => store.scrub(),
  ],
  [
    (store) => store.put(visits, { id: 'd', text: 'the day after' }),
    (_, journal) => journal.transaction(account, (writes) => writes.deleteTimeline('fork')),
    (store) => store.delete(visits, 'a'),
    (store) => store.scrub(),
    (_, journal) =>
      journal.bulk(account, async (writes) => {
        for (const part of ['four', 'five']) await writes.append([entry(part)]);
      }),
  ],
];

async function open(name: StoreInFiles, folder: string): Promise<StartedProvider<Store>> {
  const started = await startProvider(Store, storesInFiles[name], { dataFolder: folder });
  await started.instance.prepare(visits);
  return started;
}

/** Lives through both days in a folder. @param done is told after each step. */
export async function live(
  name: StoreInFiles,
  folder: string,
  done: (store: Store, journal: Journal) => unknown,
): Promise<void> {
  for (const steps of days) {
    const { instance, provided, stop } = await open(name, folder);
    for (const step of steps) {
      await step(instance, provided(Journal));
      await done(instance, provided(Journal));
    }
    await stop();
  }
}

/** What there is after each number of steps, as text; that before the first one comes first. */
export async function stages(name: StoreInFiles, folder: string): Promise<readonly string[]> {
  const all = [await contentsIn(name, `${folder}/none`)];
  await live(name, `${folder}/all`, async (store, journal) => all.push(await contentsOf(store, journal)));
  return all;
}

/** What there is in a folder, as text, after which it can be written again. */
export async function contentsIn(name: StoreInFiles, folder: string): Promise<string> {
  const { instance: store, provided, stop } = await open(name, folder);
  try {
    const contents = await contentsOf(store, provided(Journal));
    await store.put(visits, { id: 'afterwards', text: 'still writes' });
    return contents;
  } finally {
    await stop();
  }
}

async function contentsOf(store: Store, journal: Journal): Promise<string> {
  const { items } = await store.find(visits, {});
  const timelines = await Promise.all(
    (await journal.timelines(account)).map(async ({ id, parent, branchedAt, mergedAt }) => {
      const view = await journal.view(account, id);
      const events =
        view === undefined ? [] : await journal.search(view, { place: 'here', from: 0, to: 10_000, limit: 100 });
      const effects = view === undefined ? [] : await journal.effects(view, ['one']);
      return {
        id,
        parent,
        isMerged: mergedAt > branchedAt,
        events: events.map(({ body }) => body),
        effects: effects.map(({ body }) => body),
      };
    }),
  );
  const visited = items.map(({ id, text }) => `${id} ${text.length} ${text.slice(0, 20)}`);
  return JSON.stringify({ visited, timelines, receipt: await journal.receipt(account, 'operation') });
}
