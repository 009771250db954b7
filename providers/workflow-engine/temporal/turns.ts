import { type Documents, findAll, type Store } from 'chronoscribe';
import { type Phase, runs, type StoredRun, turns } from './documents.ts';

const begun = 'begun';

/**
 * The place of a run behind those of its account, and behind the last one of any account that has begun: so accounts
 * take turns, however many runs each has submitted. As in `../queue.ts`.
 */
export async function nextPlace(documents: Documents, account: string): Promise<number> {
  const query = { equals: { account }, orderBy: 'place', direction: 'descending', limit: 1 } as const;
  const [own] = (await documents.find(runs, query)).items;
  return Math.max(own?.place ?? 0, (await documents.get(turns, begun))?.place ?? 0) + 1;
}

async function count(documents: Documents, phase: Phase, account: string): Promise<number> {
  let found = 0;
  for await (const _ of findAll(documents, runs, { equals: { account, phase } })) found += 1;
  return found;
}

/** How many runs of an account have not begun. */
export function countQueued(store: Store, account: string): Promise<number> {
  return count(store, 'queued', account);
}

/**
 * Lets the run begin whose turn it is.
 *
 * @param room how many runs this host has room for, less those that wait for one already
 * @returns its id; undefined if none may begin
 */
export function admit(
  store: Store,
  { room, runsAtOnce, has }: { room: number; runsAtOnce: number; has(run: StoredRun): boolean },
): Promise<string | undefined> {
  return store.transaction(async (documents) => {
    const { items } = await documents.find(runs, {
      equals: { phase: 'admitted' },
      orderBy: 'place',
      limit: Math.max(room, 1),
    });
    if (items.length >= room) return undefined;
    const full = new Map<string, boolean>();
    const isFull = async (account: string) => {
      const phases: readonly Phase[] = ['admitted', 'held', 'woken'];
      const counts = await Promise.all(phases.map((phase) => count(documents, phase, account)));
      return counts.reduce((sum, each) => sum + each, 0) >= runsAtOnce;
    };
    for await (const run of findAll(documents, runs, { equals: { phase: 'queued' }, orderBy: 'place', limit: 50 })) {
      if (!has(run)) continue;
      const { account } = run;
      if (!full.has(account)) full.set(account, await isFull(account));
      if (full.get(account)) continue;
      await documents.put(runs, { ...run, phase: 'admitted' });
      await documents.put(turns, { id: begun, place: run.place });
      return run.id;
    }
    return undefined;
  });
}
