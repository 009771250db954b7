import { defineCollection, findAll, type Store } from 'chronoscribe';
import { z } from 'zod';
import { type Phase, runs, type StoredRun } from './documents.ts';
import { nextInTurn, type Turn, take } from './turns.ts';

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

/** Takes runs for a host: what goes on first, then what begins. */
export async function takeRuns(store: Store, claims: Claims): Promise<readonly StoredRun[]> {
  const { host, room, has, isThorough } = claims;
  const find = async (all: AsyncIterable<StoredRun>, isFree: (run: StoredRun) => Promise<boolean> | boolean) => {
    const found: StoredRun[] = [];
    for await (const run of all) {
      if (found.length === room) break;
      if (has(run) && (await isFree(run))) found.push(run);
    }
    return found;
  };
  const inPhase = (phase: Phase) => findAll(store, runs, { equals: { phase }, orderBy: 'place' });
  const range = { above: 0, to: Date.now() };
  const due = findAll(store, runs, { equals: { phase: 'parked' }, orderBy: 'dueAt', range });
  const [left, admitted, woken, over, next] = await Promise.all([
    isThorough ? find(inPhase('held'), (run) => isLeft(store, run, claims)) : [],
    find(inPhase('admitted'), () => true),
    find(inPhase('woken'), () => true),
    isThorough ? find(due, () => true) : [],
    nextInTurn(store, claims),
  ]);
  const found = [...left, ...admitted, ...woken, ...over, ...next].slice(0, room);
  if (found.length === 0) return [];
  return take(store, found, claims, (run) => ({ ...run, phase: 'held', host, claim: run.claim + 1 }));
}

/** Whether the host that holds a run does not work on it. */
async function isLeft(store: Store, run: StoredRun, { host, now, isHere }: Claims): Promise<boolean> {
  if (run.host === host || run.host === null) return !isHere(run.id);
  return ((await store.get(hosts, run.host))?.until ?? 0) < now;
}
