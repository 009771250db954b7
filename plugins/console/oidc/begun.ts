import { type Cluster, defineCollection, type Store } from 'chronoscribe';
import { z } from 'zod';
import { hashOf, newToken } from '../sessions/secrets.ts';
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

export type BegunSignIns = ReturnType<typeof createBegunSignIns>;

/** Sign-ins that were begun, and are finished once, by the same browser. */
export function createBegunSignIns(store: Store, cluster: Cluster) {
  return {
    /** @returns the secret for the cookie of the browser */
    async keep({ state, nonce, verifier }: OidcSecrets, returnTo: string, person: string | null): Promise<string> {
      const browser = newToken();
      const expiresAt = cluster.now() + validForMs;
      await store.insert(begunSignIns, {
        ...{ id: hashOf(state), nonce, verifier, browser: hashOf(browser), returnTo, person, expiresAt },
      });
      return browser;
    },

    /** Uses it up. Undefined if it was used before, has expired, or was begun by another browser. */
    async take(state: string, browser: string) {
      const begun = await store.transaction(async (documents) => {
        const found = await documents.get(begunSignIns, hashOf(state));
        if (found === undefined || found.browser !== hashOf(browser)) return undefined;
        await documents.delete(begunSignIns, found.id);
        return found;
      });
      if (begun === undefined || begun.expiresAt <= cluster.now()) return undefined;
      const { nonce, verifier, returnTo, person } = begun;
      return { secrets: { state, nonce, verifier }, returnTo, person };
    },
  };
}

/**
 * Sign-ins at the provider that wait for something of the person here. `link`: a sign-in with its own password or
 * passkey, so that no provider can take a person over by an e-mail address. `code`: the second factor, which the
 * provider has not asked for.
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

export type PendingSignIns = ReturnType<typeof createPendingSignIns>;

export function createPendingSignIns(store: Store, cluster: Cluster) {
  return {
    /** @returns the secret for the cookie of the browser */
    async keep(pending: PendingSignIn): Promise<string> {
      const secret = newToken();
      await store.insert(pendingSignIns, { ...pending, id: hashOf(secret), expiresAt: cluster.now() + validForMs });
      return secret;
    },
    async find(secret: string): Promise<PendingSignIn | undefined> {
      const found = await store.get(pendingSignIns, hashOf(secret));
      return found === undefined || found.expiresAt <= cluster.now() ? undefined : found;
    },
    /** Uses it up. @returns whether it was there: of two at once, one gets it */
    take: (secret: string) => store.delete(pendingSignIns, hashOf(secret)),
  };
}
