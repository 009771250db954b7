import { type Documents, defineCollection, findAll } from 'chronoscribe';
import { z } from 'zod';
import { type Phase, runs, type StoredRun } from './documents.ts';
import { type Turn, takeTurn } from './turns.ts';

/** Until when (`Cluster.now()`) the other hosts leave the runs of a host alone. Renewed while it lives. */
export const hosts = defineCollection({
  name: 'engine_hosts',
  schema: z.object({ id: z.string(), until: z.number() }),
  indexes: [],
});

export interface Claims extends Turn {
  /** The host that takes runs. */
  readonly host: string;
  /** How many it has room for. */
  readonly room: number;
  /** Whether it works on a run already. */
  isHere(id: string): boolean;
  /** Whether to look for what is due, and for what was left by a host that has died. */
  readonly isThorough: boolean;
  /** `Cluster.now()` */
  readonly now: number;
}

/** Takes runs for a host: what goes on first, then what begins. */
export async function takeRuns(documents: Documents, claims: Claims): Promise<readonly StoredRun[]> {
  const { host, room, has, isHere, isThorough } = claims;
  const take = (run: StoredRun): StoredRun => ({ ...run, phase: 'held', host, claim: run.claim + 1 });
  const taken: StoredRun[] = [];
  const found = async (all: AsyncIterable<StoredRun>, mayTake: (run: StoredRun) => Promise<boolean> | boolean) => {
    for await (const run of all) {
      if (taken.length >= room) return;
      if (has(run) && (await mayTake(run))) taken.push(take(run));
    }
  };
  const inPhase = (phase: Phase) => findAll(documents, runs, { equals: { phase }, orderBy: 'place' });

  if (isThorough) {
    const isLeft = async (run: StoredRun) =>
      run.host === host || run.host === null || ((await documents.get(hosts, run.host))?.until ?? 0) < claims.now;
    await found(inPhase('held'), async (run) => !isHere(run.id) && (await isLeft(run)));
  }
  await found(inPhase('admitted'), () => true);
  await found(inPhase('woken'), () => true);
  if (isThorough) {
    const range = { above: 0, to: Date.now() };
    await found(findAll(documents, runs, { equals: { phase: 'parked' }, orderBy: 'dueAt', range }), () => true);
  }
  for (const run of taken) await documents.put(runs, run);
  while (taken.length < room) {
    const next = await takeTurn(documents, claims, take);
    if (next === undefined) break;
    taken.push(next);
  }
  return taken;
}
