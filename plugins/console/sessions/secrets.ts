import { createHash, randomBytes } from 'node:crypto';
import { type Collection, findAll, type Store } from 'chronoscribe';

/** A random token for a cookie or a link, which cannot be guessed. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token in place of it: its SHA-256, in hex. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

type Expiring = Collection<{ id: string; expiresAt: number }>;

/** Deletes the documents of a collection that expired until now. It needs the index `['expiresAt']`. */
export async function sweepExpired(
  store: Store,
  collection: Omit<Expiring, 'indexes'> & { readonly indexes: readonly (readonly string[])[] },
  now: number,
): Promise<void> {
  // Of the fields by which a document can be found, this one is used.
  const expiring = collection as Expiring;
  const expired = findAll(store, expiring, { orderBy: 'expiresAt', range: { to: now } });
  for await (const { id } of expired) await store.delete(expiring, id);
}
