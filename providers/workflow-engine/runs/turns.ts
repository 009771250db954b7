import { type Documents, findAll, type Store } from 'chronoscribe';
import { type Phase, runs, type StoredRun, turns } from './documents.ts';

const begun = 'begun';

/**
 * The place of a run behind those of its account, and behind the last one of any account that has begun: so accounts
 * take turns, however many runs each has submitted.
 *
 * Source: Goyal, Vin, Cheng: "Start-Time Fair Queueing" (SIGCOMM 1996).
 */
export async function nextPlace(documents: Documents, account: string): Promise<number> {
  const query = { equals: { account }, orderBy: 'place', direction: 'descending', limit: 1 } as const;
  const [own] = (await documents.find(runs, query)).items;
  return Math.max(own?.place ?? 0, (await documents.get(turns, begun))?.place ?? 0) + 1;
}

async function count(documents: Documents, phase: Phase, account: string): Promise<number> {
  let found = 0;
  for await (const _ of findAll(documents, runs, { equals: { account, phase }, orderBy: 'place' })) found += 1;
  return found;
}

/** How many runs of an account have not begun. */
export function countQueued(store: Store, account: string): Promise<number> {
  return count(store, 'queued', account);
}

export interface Turn {
  /** The most runs of one account at work. */
  readonly runsAtOnce: number;
  /** Whether this host may take the run. */
  has(run: StoredRun): boolean;
}

/** Takes the run from the queue whose turn it is. @returns undefined if none may begin */
export async function takeTurn(
  documents: Documents,
  { runsAtOnce, has }: Turn,
  begin: (run: StoredRun) => StoredRun,
): Promise<StoredRun | undefined> {
  let next: StoredRun | undefined;
  for await (const account of queuedAccounts(documents)) {
    if ((await countAtWork(documents, account)) >= runsAtOnce) continue;
    const own = { equals: { account, phase: 'queued' }, orderBy: 'place', limit: 10 } as const;
    for await (const run of findAll(documents, runs, own)) {
      if (next !== undefined && run.place >= next.place) break;
      if (!has(run)) continue;
      next = run;
      break;
    }
  }
  if (next === undefined) return undefined;
  const taken = begin(next);
  await documents.put(runs, taken);
  await documents.put(turns, { id: begun, place: next.place });
  return taken;
}

/** The accounts that have runs in the queue, however many each has. */
async function* queuedAccounts(documents: Documents): AsyncGenerator<string> {
  for (let above: string | undefined; ; ) {
    const range = above === undefined ? {} : { range: { above } };
    const query = { equals: { phase: 'queued' }, orderBy: 'account', ...range, limit: 1 } as const;
    const [first] = (await documents.find(runs, query)).items;
    if (first === undefined) return;
    yield first.account;
    above = first.account;
  }
}

async function countAtWork(documents: Documents, account: string): Promise<number> {
  let sum = 0;
  for (const phase of ['admitted', 'held', 'woken'] as const) sum += await count(documents, phase, account);
  return sum;
}
