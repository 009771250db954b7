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

/** How much of the queue is read at first. */
const frontLength = 20;

/**
 * The runs in the queue whose turn it is.
 *
 * @param atWork all runs that are worked on, or go on next
 */
export async function nextInTurn(
  store: Store,
  { runsAtOnce, room, has }: Turn,
  atWork: readonly Pick<StoredRun, 'account'>[],
): Promise<readonly StoredRun[]> {
  const counts = new Map<string, number>();
  for (const { account } of atWork) counts.set(account, (counts.get(account) ?? 0) + 1);
  const mayBegin = (run: StoredRun): boolean => {
    const own = counts.get(run.account) ?? 0;
    if (own >= runsAtOnce || !has(run)) return false;
    counts.set(run.account, own + 1);
    return true;
  };
  const query = { equals: { phase: 'queued' }, orderBy: 'place' } as const;
  const front = (await store.find(runs, { ...query, limit: frontLength })).items;
  const free = new Map(counts);
  const next = front.filter(mayBegin).slice(0, room);
  if (next.length === room || front.length < frontLength) return next;
  // Those in front may not begin: each account is asked for its first ones.
  const all: StoredRun[] = [];
  for await (const account of queuedAccounts(store)) {
    if ((free.get(account) ?? 0) >= runsAtOnce) continue;
    const own = { equals: { account, phase: 'queued' }, orderBy: 'place', limit: Math.min(room, 1000) } as const;
    all.push(...(await firstOf(findAll(store, runs, own), room, has)));
  }
  counts.clear();
  for (const [account, own] of free) counts.set(account, own);
  return all
    .toSorted((one, other) => one.place - other.place)
    .filter(mayBegin)
    .slice(0, room);
}

/** The first of a list that meet a condition. */
export async function firstOf(
  all: AsyncIterable<StoredRun>,
  most: number,
  isMet: (run: StoredRun) => Promise<boolean> | boolean,
): Promise<readonly StoredRun[]> {
  const found: StoredRun[] = [];
  for await (const run of all) {
    if (await isMet(run)) found.push(run);
    if (found.length === most) break;
  }
  return found;
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
