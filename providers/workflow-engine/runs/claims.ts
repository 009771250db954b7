import { defineCollection, findAll, type Store } from 'chronoscribe';
import { z } from 'zod';
import { type Phase, runs, type StoredRun } from './documents.ts';
import { firstOf, nextInTurn, type Turn, take } from './turns.ts';

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
