import { Store } from 'chronoscribe';
import { Journal, type JournalSearch } from 'chronoscribe/kinds/journal';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import lowdb from '../../../providers/store/lowdb/index.ts';
import sqlite from '../../../providers/store/sqlite/index.ts';
import type { EventSearch, Ledger } from '../kind.ts';
import { createSnapshotWorkers } from '../worker/snapshot-workers.ts';
import { createEncodedSearch } from './encoded-search.ts';
import { newLedgerEvent, toJournalEntry } from './stored-event.ts';

const account = 'ann';
const range = { start: 0, end: 1_000_000 };
const here = { location: ' Berlin', range };
const count = 1_200;
const never = new AbortController().signal;

/** A journal with events, how it was asked in this thread, and searches of it. */
async function openBed(provider: typeof sqlite | typeof lowdb) {
  const folder = await temporaryFolder();
  const { provided, stop } = await startProvider(Store, provider as typeof sqlite, { dataFolder: folder.path });
  const journal = provided(Journal);
  const placement = { timelineId: 'primary', operation: 'record', requestId: '' } as const;
  const events = Array.from({ length: count }, (_, at) => ({
    ...{ event_id: `e${at}`, description: `„${at}“ \u2028 "quoted"`, location: at % 3 === 0 ? 'Rome' : 'BERLIN' },
    ...{ time: (at * 7_919) % 5_000, participants: at % 5 === 0 ? ['Ann'] : [], end_time: undefined },
  }));
  // One that has the name of another place, and one that has the name of its own.
  for (const event_id of ['BERLIN', 'Rome'])
    events.push({
      event_id,
      description: 'named',
      location: 'Rome',
      time: 2_500,
      participants: [],
      end_time: undefined,
    });
  await journal.transaction(account, (writes) =>
    writes.append(events.map((event) => toJournalEntry(newLedgerEvent(event, event.event_id), placement))),
  );
  const asked: JournalSearch[] = [];
  const recording: Journal = {
    ...journal,
    search(view, query) {
      asked.push(query);
      return journal.search(view, query);
    },
  };
  const workers = createSnapshotWorkers();
  return {
    ...{ journal, asked, workers, search: createEncodedSearch(recording, workers, 'search') },
    monitor: createEncodedSearch(recording, workers, 'monitor'),
    async close() {
      workers.stop();
      await stop();
      await folder.remove();
    },
  };
}

type Bed = Awaited<ReturnType<typeof openBed>>;
let threaded: Bed;
let inMemory: Bed;
beforeAll(async () => {
  [threaded, inMemory] = [await openBed(sqlite), await openBed(lowdb)];
});
afterAll(() => Promise.all([threaded.close(), inMemory.close()]));

const textOf = ({ events }: { readonly events: Uint8Array }): string => Buffer.from(events).toString();

test.each([
  ['all at a place', here, undefined],
  ['a long page of every place', { location: null, range }, { limit: 1_000 }],
  ['a short page', here, { limit: 10 }],
  ['nothing', { ...here, location: 'nowhere' }, undefined],
  ['a short range', { ...here, range: { start: 10, end: 40 } }, undefined],
])('%s is the same in a thread as in a store without threads', async (_, query, page) => {
  const there = await threaded.search(account, query, page, never);
  const plain = await inMemory.search(account, query, page, never);
  expect(textOf(there)).toBe(textOf(plain));
  expect(there.next === null).toBe(plain.next === null);
});

test('pages of any length, by cursor, make up the whole, although events are recorded meanwhile', async () => {
  const all: readonly unknown[] = JSON.parse(textOf(await threaded.search(account, here, undefined, never)));
  expect(all).toHaveLength(800);
  for (const limit of [90, 150, 799, 800]) expect(await pagesOf(threaded.search, here, limit)).toEqual(all);
});

async function pagesOf(search: Ledger['search'], query: EventSearch, limit: number): Promise<readonly unknown[]> {
  const pages: unknown[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await search(account, query, { limit, cursor }, never);
    pages.push(...JSON.parse(textOf(page)));
    if (page.next === null) return pages;
    cursor = page.next;
  }
}

test('what is monitored has the event that is named, once and in its place, in a thread and in pages of any length', async () => {
  for (const [location, length] of Object.entries({ BERLIN: 801, Rome: 402, e7: 1, nowhere: 0 })) {
    const query = { location, range };
    const all: readonly unknown[] = JSON.parse(textOf(await threaded.monitor(account, query, undefined, never)));
    expect(all).toHaveLength(length);
    expect(JSON.parse(textOf(await inMemory.monitor(account, query, undefined, never)))).toEqual(all);
    for (const limit of [37, 99, 100, 101, 150, 400, 800])
      expect(await pagesOf(threaded.monitor, query, limit)).toEqual(all);
  }
});

test('a long list is not read by the thread that answers requests', async () => {
  threaded.asked.length = 0;
  await threaded.search(account, here, undefined, never);
  expect(threaded.asked.map(({ limit }) => limit)).toEqual([101]);
});

test('a search for which nobody waits any more ends with the reason, and the thread serves the next one', async () => {
  const gone = new AbortController();
  const searching = threaded.search(account, here, undefined, gone.signal);
  gone.abort(new Error('The client went away.'));
  await expect(searching).rejects.toThrow('The client went away.');
  expect(textOf(await threaded.search(account, here, undefined, never))).toContain('e1');
});

test('an account that is erased while its search waits gets nothing of it, and nobody else does', async () => {
  const bed = await openBed(sqlite);
  const { journal, workers } = bed;
  const erasing: Journal = {
    ...journal,
    async snapshot(view) {
      await journal.transaction(account, (writes) => writes.erase());
      return journal.snapshot(view);
    },
  };
  expect(textOf(await createEncodedSearch(erasing, workers, 'search')(account, here, undefined, never))).toBe('[]');
  await bed.close();
});

test('a stop ends a search that runs', async () => {
  const bed = await openBed(sqlite);
  const searching = bed.search(account, here, undefined, never);
  const outcome = searching.catch((thrown: unknown) => thrown);
  // Until it is in the hands of the threads.
  await expect.poll(() => bed.asked.length).toBe(1);
  bed.workers.stop();
  expect(await outcome).toMatchObject({ message: 'The host stops.' });
  await bed.close();
});
