import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Provider, Store } from 'chronoscribe';
import { defineCollection, Store as StoreKind } from 'chronoscribe';
import { openPostgres } from 'chronoscribe/postgres';
import { silentLog, startProvider, testDatabase } from 'chronoscribe/testing';
import { z } from 'zod';
import { table } from './table.ts';

const notes = defineCollection({
  name: 'bench_notes',
  schema: z.strictObject({ id: z.string(), account: z.string(), time: z.number(), text: z.string() }),
  indexes: [['account'], ['account', 'time']],
});

const writers = 8;
const notesOfAccount = 500;
const roundMs = 3_000;

/** What a writer changes: its account, and which of that account's notes. */
const workloads: Readonly<Record<string, (writer: number) => { readonly account: string; readonly at: () => number }>> =
  {
    'different accounts': (writer) => ({ account: `account-${writer}`, at: anyNote }),
    'one account, any note': () => ({ account: 'account-0', at: anyNote }),
    'one account, one note': () => ({ account: 'account-0', at: () => 0 }),
  };

const anyNote = (): number => Math.floor(Math.random() * notesOfAccount);

/**
 * Measures transactions on `store/postgres`: eight hosts, each with one writer that changes two notes of an account in
 * each transaction. With `CHRONOSCRIBE_BENCH_BEFORE=<folder>`, the
 * provider of another checkout is measured beside this one's, in turns.
 */
export async function benchStore(): Promise<void> {
  const before = process.env.CHRONOSCRIBE_BENCH_BEFORE;
  const checkouts = [
    ...(before === undefined ? [] : [['before', before] as const]),
    ['now', resolve(import.meta.dirname, '../..')] as const,
  ];
  const rows: string[][] = [];
  const database = await testDatabase();
  try {
    if (database.isServer) await awaitTheDisk(database.url);
    const hosts = new Map<string, Hosts>();
    for (const [name, folder] of checkouts)
      hosts.set(name, await startHosts(folder, { url: database.url, schema: `bench_${name}` }));
    for (const [workload, choose] of Object.entries(workloads)) {
      for (const round of [1, 2, 3]) {
        for (const [name, { stores, ids }] of hosts) {
          const { perSecond, slowestMs } = await measure(stores, ids, choose);
          rows.push([workload, `${round}`, name, perSecond.toFixed(0), slowestMs.toFixed(0)]);
        }
      }
    }
    for (const { stop } of hosts.values()) await stop();
  } finally {
    await database.stop();
  }
  const where = database.isServer
    ? 'a PostgreSQL server'
    : 'PGlite, which has one session: set CHRONOSCRIBE_TEST_POSTGRES';
  table(`${writers} writers on ${where}`, ['workload', 'round', 'checkout', 'transactions/s', 'slowest ms'], rows);
}

/** Databases of tests do not wait for the disk; those in use do. */
async function awaitTheDisk(url: string): Promise<void> {
  const postgres = await openPostgres({ url, schema: 'public', connections: 1, log: silentLog });
  await postgres.query(`alter database "${new URL(url).pathname.slice(1)}" set synchronous_commit = on`);
  await postgres.end();
}

interface Hosts {
  readonly stores: readonly Store[];
  readonly ids: ReadonlyMap<string, readonly string[]>;
  stop(): Promise<void>;
}

async function startHosts(
  checkout: string,
  settings: { readonly url: string; readonly schema: string },
): Promise<Hosts> {
  const module = await import(pathToFileURL(join(checkout, 'providers/store/postgres/index.ts')).href);
  const provider: Provider = module.default;
  const started = await Promise.all(
    Array.from({ length: writers }, () => startProvider(StoreKind, provider, { with: settings })),
  );
  const stores = started.map(({ instance }) => instance);
  await Promise.all(stores.map((store) => store.prepare(notes)));
  const ids = new Map<string, readonly string[]>();
  for (const [writer, store] of stores.entries()) {
    const account = `account-${writer}`;
    const own = Array.from({ length: notesOfAccount }, () => randomUUID());
    ids.set(account, own);
    await Promise.all(own.map((id, time) => store.put(notes, { id, account, time, text: '' })));
  }
  return {
    stores,
    ids,
    stop: async () => {
      await Promise.all(started.map(({ stop }) => stop()));
    },
  };
}

async function measure(
  stores: readonly Store[],
  ids: Hosts['ids'],
  choose: (writer: number) => { account: string; at: () => number },
) {
  const began = performance.now();
  let done = 0;
  let slowestMs = 0;
  const write = async (store: Store, writer: number) => {
    const { account, at } = choose(writer);
    const own = ids.get(account) ?? [];
    while (performance.now() - began < roundMs) {
      const asked = performance.now();
      const [one = '', other = ''] = [own[at()], own[(at() + 1) % own.length]];
      await store.transaction(async (documents) => {
        const time = (await documents.get(notes, one))?.time ?? 0;
        await documents.put(notes, { id: one, account, time: time + 1, text: 'changed' });
        await documents.put(notes, { id: other, account, time, text: 'changed' });
      });
      done += 1;
      slowestMs = Math.max(slowestMs, performance.now() - asked);
    }
  };
  await Promise.all(stores.map(write));
  return { perSecond: done / ((performance.now() - began) / 1_000), slowestMs };
}
