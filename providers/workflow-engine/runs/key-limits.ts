import { createHmac, randomBytes } from 'node:crypto';
import { type Documents, defineCollection, type Store } from 'chronoscribe';
import type { AnyWorkflow } from 'chronoscribe/types';
import { z } from 'zod';
import { runs, type StoredRun, type Values } from './documents.ts';

/** The runs with a key that have begun and not ended, by the hash of the key. */
export const holders = defineCollection({
  name: 'engine_holders',
  schema: z.object({ id: z.string(), runs: z.array(z.string()) }),
  indexes: [],
});

/** What keys are hashed with, since they may name a patient. */
export const secrets = defineCollection({
  name: 'engine_secrets',
  schema: z.object({ id: z.string(), secret: z.string() }),
  indexes: [],
});

/** What limits a run by its key, as its workflow says. */
export async function limitOf(
  store: Store,
  encoding: Values,
  { name, concurrency }: Pick<AnyWorkflow, 'name' | 'concurrency'>,
  { account, input }: { readonly account: string; readonly input: unknown },
): Promise<Pick<StoredRun, 'limitKey' | 'limit'>> {
  const key = concurrency?.key(input) ?? null;
  if (concurrency === undefined || key === null) return { limitKey: null, limit: 0 };
  const known = await store.get(secrets, 'keys');
  const secret = known?.secret ?? encoding.encode(randomBytes(32).toString('base64'));
  // Another host may have been first.
  if (known === undefined && !(await store.insert(secrets, { id: 'keys', secret })))
    return limitOf(store, encoding, { name, concurrency }, { account, input });
  const hash = createHmac('sha256', String(encoding.decode(secret))).update(JSON.stringify([account, name, key]));
  return { limitKey: hash.digest('base64url'), limit: concurrency.limit };
}

/** Whether a run may begin beside those with its key, which is noted. */
export async function acquireKey(documents: Documents, { id, limitKey, limit }: StoredRun): Promise<boolean> {
  if (limitKey === null) return true;
  const known = await documents.get(holders, limitKey);
  const others = (known?.runs ?? []).filter((other) => other !== id);
  const mayBegin = others.length < limit;
  // Written in any case, so that it excludes what others do with this key. Deleted before: if it is gone since it was
  // read, a put alone would bring it back, and on Postgres nobody would notice.
  if (known !== undefined) await documents.delete(holders, limitKey);
  await documents.put(holders, { id: limitKey, runs: mayBegin ? [...others, id] : others });
  return mayBegin;
}

/**
 * Lets the next run with the key of one begin that ends, and no other: the key is kept for it. That is the first of all
 * that wait, whether a host has found already that it may not begin (`blocked`), or none has come to look at it yet.
 */
export async function releaseKey(documents: Documents, { id, limitKey, limit }: StoredRun): Promise<void> {
  if (limitKey === null) return;
  const others = ((await documents.get(holders, limitKey))?.runs ?? []).filter((other) => other !== id);
  const waiting: StoredRun[] = [];
  for (const phase of others.length < limit ? (['blocked', 'queued'] as const) : []) {
    // Among them may be those that the key is kept for, and the run itself.
    const query = { equals: { limitKey, phase }, orderBy: 'rank', limit: others.length + 2 } as const;
    waiting.push(...(await documents.find(runs, query)).items);
  }
  const [next] = waiting
    .filter((run) => run.id !== id && !others.includes(run.id))
    .toSorted((one, other) => one.rank - other.rank);
  if (next !== undefined) await documents.put(runs, { ...next, phase: 'queued' });
  const holding = next === undefined ? others : [...others, next.id];
  if (holding.length > 0) await documents.put(holders, { id: limitKey, runs: holding });
  else await documents.delete(holders, limitKey);
}
