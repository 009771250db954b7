import { createHash, randomBytes } from 'node:crypto';
import { type Cluster, defineCollection, findAll, type Store } from 'chronoscribe';
import { z } from 'zod';
import type { OidcSecrets } from './client.ts';

const validForMs = 10 * 60_000;

export const begunSignIns = defineCollection({
  name: 'oidc_sign_ins',
  schema: z.object({
    /** SHA-256 of the state, in hex. */
    id: z.string(),
    nonce: z.string(),
    verifier: z.string(),
    /** SHA-256 of what is in the cookie of the browser that began, in hex. */
    browser: z.string(),
    returnTo: z.string(),
    /** Who must sign in again; null for a first sign-in. */
    person: z.string().nullable().default(null),
    expiresAt: z.number(),
  }),
  indexes: [['expiresAt']],
});

export interface BegunSignIn {
  readonly secrets: OidcSecrets;
  readonly returnTo: string;
  readonly person: string | null;
}

/** Sign-ins that were begun, and are finished once, by the same browser. */
export interface BegunSignIns {
  /** @returns the secret for the cookie of the browser */
  keep(secrets: OidcSecrets, returnTo: string, person: string | null): Promise<string>;
  /** Uses it up. Undefined if it was used before, has expired, or was begun by another browser. */
  take(state: string, browser: string): Promise<BegunSignIn | undefined>;
  /** Deletes those that nobody finished. */
  sweep(): Promise<void>;
}

export function createBegunSignIns(store: Store, cluster: Cluster): BegunSignIns {
  return {
    async keep({ state, nonce, verifier }, returnTo, person) {
      const browser = randomBytes(32).toString('base64url');
      const expiresAt = cluster.now() + validForMs;
      await store.insert(begunSignIns, {
        ...{ id: hash(state), nonce, verifier, browser: hash(browser), returnTo, person, expiresAt },
      });
      return browser;
    },

    async take(state, browser) {
      const begun = await store.transaction(async (documents) => {
        const found = await documents.get(begunSignIns, hash(state));
        if (found === undefined || found.browser !== hash(browser)) return undefined;
        await documents.delete(begunSignIns, found.id);
        return found;
      });
      if (begun === undefined || begun.expiresAt <= cluster.now()) return undefined;
      const { nonce, verifier, returnTo, person } = begun;
      return { secrets: { state, nonce, verifier }, returnTo, person };
    },

    async sweep() {
      const expired = findAll(store, begunSignIns, { orderBy: 'expiresAt', range: { to: cluster.now() } });
      for await (const { id } of expired) await store.delete(begunSignIns, id);
    },
  };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
