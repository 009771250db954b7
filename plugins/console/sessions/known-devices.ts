import { type Cluster, defineCollection, findAll, type Store } from 'chronoscribe';
import { z } from 'zod';
import { hashOf, newToken } from './secrets.ts';

const validForMs = 180 * 86_400_000;
/** Of a person; the oldest goes. */
const most = 10;

export const knownDevices = defineCollection({
  name: 'known_devices',
  schema: z.object({
    /** SHA-256 of the token in the cookie, in hex. The token itself is not stored. */
    id: z.string(),
    account: z.string(),
    person: z.string(),
    createdAt: z.number(),
    expiresAt: z.number(),
  }),
  indexes: [['person', 'createdAt'], ['expiresAt']],
});

export const deviceLifetimeSeconds = validForMs / 1000;

export type KnownDevices = ReturnType<typeof createKnownDevices>;

/**
 * Browsers in which a person has signed in. They prove nothing, but wrong passwords that others send are not counted
 * against them, so that nobody can lock a person out of their own machine.
 */
export function createKnownDevices(store: Store, cluster: Cluster) {
  const ofPerson = (person: string) => findAll(store, knownDevices, { equals: { person }, orderBy: 'createdAt' });
  return {
    /** The person who has signed in with the browser that holds the token, and the public name of the browser. */
    async find(token: string) {
      const found = await store.get(knownDevices, hashOf(token));
      return found === undefined || found.expiresAt <= cluster.now() ? undefined : found;
    },

    /** Makes a browser known, in place of what it was known as. @returns its token for the cookie */
    async add(
      { account, person }: { readonly account: string; readonly person: string },
      former: string | undefined,
    ): Promise<string> {
      if (former !== undefined) await store.delete(knownDevices, hashOf(former));
      const known = await Array.fromAsync(ofPerson(person));
      for (const { id } of known.slice(0, Math.max(0, known.length - most + 1))) await store.delete(knownDevices, id);
      const token = newToken();
      const createdAt = cluster.now();
      const expiresAt = createdAt + validForMs;
      await store.insert(knownDevices, { id: hashOf(token), account, person, createdAt, expiresAt });
      return token;
    },

    /** Forgets all browsers of a person. */
    async forget(person: string): Promise<void> {
      for await (const { id } of ofPerson(person)) await store.delete(knownDevices, id);
    },
  };
}
