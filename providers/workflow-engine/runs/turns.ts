import { type Documents, findAll, type Store } from 'chronoscribe';
import { type Phase, runs, type StoredRun, turns } from './documents.ts';

/**
 * Gives runs their places in the queue: behind those of their account, and behind the last one of any account that has
 * begun. So accounts take turns, however many runs each has submitted. Hosts may give the same place twice.
 *
 * Source: Goyal, Vin, Cheng: "Start-Time Fair Queueing" (SIGCOMM 1996).
 */
export function createPlaces(store: Store) {
  const given = new Map<string, number>();
  return async (account: string): Promise<number> => {
    const query = { equals: { account }, orderBy: 'place', direction: 'descending', limit: 1 } as const;
    const places = (await store.find(runs, query)).items.map(({ place }) => place);
    for await (const { place } of findAll(store, turns, {})) places.push(place);
    // Looked at last, since others may have been given one meanwhile.
    const place = Math.max(0, given.get(account) ?? 0, ...places) + 1;
    given.set(account, place);
    return place;
  };
}

async function count(documents: Pick<Documents, 'find'>, phase: Phase, account: string): Promise<number> {
  let found = 0;
  for await (const _ of findAll(documents, runs, { equals: { account, phase }, orderBy: 'place' })) found += 1;
  return found;
}

/** A queue longer than that is counted once in this many milliseconds, since all of it is read. */
const [longQueue, countedMs] = [100, 1000];

/** Counts the runs of accounts that have not begun. */
export function createQueueCounts(store: Store) {
  const counted = new Map<string, { readonly count: number; readonly at: number }>();
  return async (account: string): Promise<number> => {
    const known = counted.get(account);
    if (known !== undefined && performance.now() - known.at < countedMs) return known.count;
    const found = await count(store, 'queued', account);
    if (found > longQueue) counted.set(account, { count: found, at: performance.now() });
    else counted.delete(account);
    return found;
  };
}

export interface Turn {
  /** The most runs of one account at work. */
  readonly runsAtOnce: number;
  /** How many are to begin. */
  readonly room: number;
  /** Whether this host may take the run. */
  has(run: StoredRun): boolean;
}

/** The runs in the queue whose turn it is. */
export async function nextInTurn(store: Store, { runsAtOnce, room, has }: Turn): Promise<readonly StoredRun[]> {
  const next: StoredRun[] = [];
  for await (const account of queuedAccounts(store)) {
    let free = Math.min(room, runsAtOnce - (await countAtWork(store, account)));
    if (free <= 0) continue;
    const own = { equals: { account, phase: 'queued' }, orderBy: 'place', limit: Math.min(room, 1000) } as const;
    for await (const run of findAll(store, runs, own)) {
      if (!has(run)) continue;
      next.push(run);
      free -= 1;
      if (free === 0) break;
    }
  }
  return next.toSorted((one, other) => one.place - other.place).slice(0, room);
}

/** The accounts that have runs in the queue, however many each has. */
async function* queuedAccounts(store: Store): AsyncGenerator<string> {
  for (let above: string | undefined; ; ) {
    const range = above === undefined ? {} : { range: { above } };
    const query = { equals: { phase: 'queued' }, orderBy: 'account', ...range, limit: 1 } as const;
    const [first] = (await store.find(runs, query)).items;
    if (first === undefined) return;
    yield first.account;
    above = first.account;
  }
}

async function countAtWork(store: Store, account: string): Promise<number> {
  const phases = ['admitted', 'held', 'woken'] as const;
  const counts = await Promise.all(phases.map((phase) => count(store, phase, account)));
  return counts.reduce((sum, each) => sum + each, 0);
}

/**
 * Takes runs that were found, those that are as they were: another host may have been first, or have taken as many runs
 * of an account as may be at work.
 *
 * @param host under which is noted whose turn it was
 */
export async function take(
  store: Store,
  found: readonly StoredRun[],
  { host, runsAtOnce }: Pick<Turn, 'runsAtOnce'> & { readonly host: string },
  changed: (run: StoredRun) => StoredRun,
): Promise<readonly StoredRun[]> {
  const places = found.filter(({ phase }) => phase === 'queued').map(({ place }) => place);
  // Beside the transaction: it may be lost, and would conflict with those of other hosts.
  const noted = places.length > 0 && store.put(turns, { id: host, place: Math.max(...places) });
  const taken = store.transaction(async (documents) => {
    const free = new Map<string, number>();
    const all: StoredRun[] = [];
    for (const { id, phase, claim } of found) {
      const run = await documents.get(runs, id);
      if (run?.phase !== phase || run.claim !== claim) continue;
      const left = free.get(run.account) ?? runsAtOnce - (await count(documents, 'held', run.account));
      free.set(run.account, left - 1);
      if (phase === 'queued' && left <= 0) continue;
      all.push(changed(run));
    }
    for (const run of all) await documents.put(runs, run);
    return all;
  });
  await noted;
  return taken;
}
