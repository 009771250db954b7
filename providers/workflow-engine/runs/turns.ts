import { type Documents, defineCollection, findAll, type Logger, type Store } from 'chronoscribe';
import { createCoalescingRunner } from 'chronoscribe/host';
import { z } from 'zod';
import { type Phase, runs, type StoredRun, turns } from './documents.ts';
import { acquireKey } from './key-limits.ts';

/** More than any run's place. */
const highestPlace = 1e12;

/** Of a run in the queue of its account: after those of a higher priority, and those of the same that were submitted before. */
export const rankOf = (place: number, priority: number): number => place - priority * highestPlace;

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
    const found = (await count(store, 'queued', account)) + (await count(store, 'blocked', account));
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

/** A run that is to begin, in the turn that its account has by another one. */
export interface Next {
  readonly run: StoredRun;
  readonly turn: StoredRun;
}

/**
 * The runs in the queue that are to begin: accounts take turns by the places of their runs, and in each turn the first
 * run of the account begins, by priority and submission.
 *
 * @param atWork all runs that are worked on, or go on next
 */
export async function nextInTurn(
  store: Store,
  { runsAtOnce, room, has }: Turn,
  atWork: readonly Pick<StoredRun, 'account'>[],
): Promise<readonly Next[]> {
  const front = (await store.find(runs, { equals: { phase: 'queued' }, orderBy: 'place', limit: frontLength })).items;
  const isAll = front.length < frontLength;
  const limit = Math.min(room, 1000);
  const counts = new Map<string, number>();
  for (const { account } of atWork) counts.set(account, (counts.get(account) ?? 0) + 1);
  const isFull = (account: string, others = counts) => (others.get(account) ?? 0) >= runsAtOnce;

  async function* ofAccount(account: string): AsyncGenerator<StoredRun> {
    const known = front.filter((run) => run.account === account).toSorted((one, other) => one.rank - other.rank);
    const query = { equals: { account, phase: 'queued' }, orderBy: 'rank', limit } as const;
    for await (const run of isAll ? known : findAll(store, runs, query)) if (has(run)) yield run;
  }

  const begin = async (turnsInOrder: readonly StoredRun[]): Promise<readonly Next[]> => {
    const [all, begun, queues] = [[] as Next[], new Map(counts), new Map<string, AsyncGenerator<StoredRun>>()];
    for (const turn of turnsInOrder) {
      const { account } = turn;
      if (all.length === room) break;
      if (isFull(account, begun)) continue;
      const queue = queues.get(account) ?? ofAccount(account);
      queues.set(account, queue);
      const { value: run } = await queue.next();
      if (run === undefined) continue;
      begun.set(account, (begun.get(account) ?? 0) + 1);
      all.push({ run, turn });
    }
    return all;
  };

  const next = await begin(front);
  if (next.length === room || isAll) return next;
  // Those in front may not begin: each account is asked for its first turns.
  const others: StoredRun[] = [];
  for await (const account of queuedAccounts(store)) {
    if (isFull(account)) continue;
    const own = { equals: { account, phase: 'queued' }, orderBy: 'place', limit } as const;
    others.push(...(await store.find(runs, own)).items);
  }
  return begin(others.toSorted((one, other) => one.place - other.place));
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
 * of an account as may be at work. One whose key is held by others is taken out of the queue until one of them ends.
 *
 * @param host under which is noted whose turn it was
 */
export async function take(
  store: Store,
  found: readonly Next[],
  { host, runsAtOnce }: Pick<Turn, 'runsAtOnce'> & { readonly host: string },
  changed: (run: StoredRun) => StoredRun,
): Promise<readonly StoredRun[]> {
  const places = found.filter(({ run }) => run.phase === 'queued').map(({ turn }) => turn.place);
  // Beside the transaction: it may be lost, and would conflict with those of other hosts.
  const noted = places.length > 0 && store.put(turns, { id: host, place: Math.max(...places) });
  const taken = store.transaction(async (documents) => {
    const free = new Map<string, number>();
    const written = new Map<string, StoredRun>();
    const all: string[] = [];
    for (const {
      run: { id, phase, claim },
      turn,
    } of found) {
      const run = written.get(id) ?? (await documents.get(runs, id));
      if (run?.phase !== phase || run.claim !== claim) continue;
      const left = free.get(run.account) ?? runsAtOnce - (await count(documents, 'held', run.account));
      free.set(run.account, left - 1);
      if (phase === 'queued' && left <= 0) continue;
      if (phase === 'queued' && !(await acquireKey(documents, run))) {
        written.set(id, { ...run, phase: 'blocked' });
        continue;
      }
      const other = turn.id === id ? undefined : (written.get(turn.id) ?? (await documents.get(runs, turn.id)));
      // The one whose turn it takes gets that of the run, so that its account has as many as before.
      if (other?.phase === 'queued') written.set(other.id, { ...other, place: run.place });
      written.set(id, changed(other?.phase === 'queued' ? { ...run, place: other.place } : run));
      all.push(id);
    }
    for (const run of written.values()) await documents.put(runs, run);
    return all.flatMap((id) => written.get(id) ?? []);
  });
  await noted;
  return taken;
}

/** Until when (`Cluster.now()`) the other hosts leave the runs of a host alone. Renewed while it lives. */
export const hosts = defineCollection({
  name: 'engine_hosts',
  schema: z.object({ id: z.string(), until: z.number() }),
  indexes: [],
});

export interface Claims extends Turn {
  /** The host that takes runs, as many as it has room for. */
  readonly host: string;
  /** Whether it works on a run already. */
  isHere(id: string): boolean;
  /** Whether to look for what is due, and for what was left by a host that has died. */
  readonly isThorough: boolean;
  /** `Cluster.now()` */
  readonly now: number;
}

/**
 * Takes runs for a host: what goes on first, then what begins.
 *
 * @returns what was taken; if that is less than what was found, there may be others instead
 */
export async function takeRuns(store: Store, claims: Claims) {
  const { host, room, has, isThorough } = claims;
  const inPhase = (phase: Phase, limit = 1000) => findAll(store, runs, { equals: { phase }, orderBy: 'place', limit });
  const range = { above: 0, to: Date.now() };
  const due = findAll(store, runs, {
    equals: { phase: 'parked' },
    orderBy: 'dueAt',
    range,
    limit: Math.min(room, 1000),
  });
  const [held, admitted, woken, over] = await Promise.all([
    Array.fromAsync(inPhase('held')),
    firstOf(inPhase('admitted'), room, has),
    firstOf(inPhase('woken', Math.min(room, 1000)), room, has),
    isThorough ? firstOf(due, room, has) : [],
  ]);
  const left: StoredRun[] = [];
  for (const run of isThorough ? held : []) if (has(run) && (await isLeft(store, run, claims))) left.push(run);
  const goOn = [...left, ...admitted, ...woken, ...over].slice(0, room);
  const free = room - goOn.length;
  const next = free === 0 ? [] : await nextInTurn(store, { ...claims, room: free }, [...held, ...admitted, ...woken]);
  const found = [...goOn.map((run) => ({ run, turn: run })), ...next];
  if (found.length === 0) return { found, taken: [] };
  const taken = await take(store, found, claims, (run) => ({ ...run, phase: 'held', host, claim: run.claim + 1 }));
  return { found, taken };
}

/** Whether the host that holds a run does not work on it. */
async function isLeft(store: Store, run: StoredRun, { host, now, isHere }: Claims): Promise<boolean> {
  if (run.host === host || run.host === null) return !isHere(run.id);
  return ((await store.get(hosts, run.host))?.until ?? 0) < now;
}

/** Milliseconds between two looks for work: at what waits for its time, and at what another host has left. */
const pollMs = 1000;

export type WorkerLoop = ReturnType<typeof startWorkerLoop>;

/** Looks for work when it is woken, and each second: what fails is tried again. */
export function startWorkerLoop(look: () => Promise<unknown>, log: Logger) {
  let failing = false;
  const runner = createCoalescingRunner(
    async () => {
      await look();
      if (failing) log.info({}, 'the workflow database can be used again');
      failing = false;
    },
    (error) => {
      if (!failing) log.error({ err: error }, 'the workflow database cannot be used; trying again every second');
      failing = true;
    },
  );
  const wake = (): void => void runner.request();
  const timer = setInterval(wake, pollMs);
  wake();
  return {
    wake,
    /** Resolves once nothing is being claimed any more. */
    stop() {
      clearInterval(timer);
      return runner.stop();
    },
  };
}
