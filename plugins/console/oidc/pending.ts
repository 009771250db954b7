import { createHash, randomBytes } from 'node:crypto';
import { type Cluster, defineCollection, findAll, type Store } from 'chronoscribe';
import { z } from 'zod';

const validForMs = 10 * 60_000;

/**
 * Sign-ins at the provider that wait for something of the person here. `link`: a sign-in with its own password or
 * passkey, so that no provider can take a person over by an e-mail address. `code`: the second factor, which the provider
 * has not asked for.
 */
export const pendingSignIns = defineCollection({
  name: 'oidc_pending',
  schema: z.object({
    /** SHA-256 of what is in the cookie of the browser, in hex. */
    id: z.string(),
    account: z.string(),
    person: z.string(),
    waitsFor: z.enum(['link', 'code']),
    issuer: z.string(),
    subject: z.string(),
    provenAt: z.number(),
    expiresAt: z.number(),
  }),
  indexes: [['expiresAt']],
});

export type PendingSignIn = Readonly<Omit<z.output<typeof pendingSignIns.schema>, 'id' | 'expiresAt'>>;

export interface PendingSignIns {
  /** @returns the secret for the cookie of the browser */
  keep(pending: PendingSignIn): Promise<string>;
  find(secret: string): Promise<PendingSignIn | undefined>;
  /** Uses it up. @returns whether it was there: of two at once, one gets it */
  take(secret: string): Promise<boolean>;
  /** Deletes those that nobody finished. */
  sweep(): Promise<void>;
}

export function createPendingSignIns(store: Store, cluster: Cluster): PendingSignIns {
  return {
    async keep(pending) {
      const secret = randomBytes(32).toString('base64url');
      await store.insert(pendingSignIns, { ...pending, id: hash(secret), expiresAt: cluster.now() + validForMs });
      return secret;
    },
    async find(secret) {
      const found = await store.get(pendingSignIns, hash(secret));
      return found === undefined || found.expiresAt <= cluster.now() ? undefined : found;
    },
    take: (secret) => store.delete(pendingSignIns, hash(secret)),
    async sweep() {
      const expired = findAll(store, pendingSignIns, { orderBy: 'expiresAt', range: { to: cluster.now() } });
      for await (const { id } of expired) await store.delete(pendingSignIns, id);
    },
  };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
