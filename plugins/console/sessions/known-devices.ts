import { createHash, randomBytes } from 'node:crypto';
import { type Cluster, defineCollection, findAll, type Store } from 'chronoscribe';
import { z } from 'zod';

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

/**
 * Browsers in which a person has signed in. They prove nothing, but wrong passwords that others send are not counted
 * against them, so that nobody can lock a person out of their own machine.
 */
export interface KnownDevices {
  /** The person who has signed in with the browser that holds the token, and the public name of the browser. */
  find(token: string): Promise<{ readonly id: string; readonly person: string } | undefined>;
  /** Makes a browser known, in place of what it was known as. @returns its token for the cookie */
  add(owner: { readonly account: string; readonly person: string }, former: string | undefined): Promise<string>;
  /** Forgets all browsers of a person. */
  forget(person: string): Promise<void>;
  sweep(): Promise<void>;
}

export const deviceLifetimeSeconds = validForMs / 1000;

export function createKnownDevices(store: Store, cluster: Cluster): KnownDevices {
  const ofPerson = (person: string) => findAll(store, knownDevices, { equals: { person }, orderBy: 'createdAt' });
  return {
    async find(token) {
      const found = await store.get(knownDevices, hash(token));
      return found === undefined || found.expiresAt <= cluster.now() ? undefined : found;
    },

    async add({ account, person }, former) {
      if (former !== undefined) await store.delete(knownDevices, hash(former));
      const known = await Array.fromAsync(ofPerson(person));
      for (const { id } of known.slice(0, Math.max(0, known.length - most + 1))) await store.delete(knownDevices, id);
      const token = randomBytes(32).toString('base64url');
      const createdAt = cluster.now();
      const expiresAt = createdAt + validForMs;
      await store.insert(knownDevices, { id: hash(token), account, person, createdAt, expiresAt });
      return token;
    },

    async forget(person) {
      for await (const { id } of ofPerson(person)) await store.delete(knownDevices, id);
    },

    async sweep() {
      const expired = findAll(store, knownDevices, { orderBy: 'expiresAt', range: { to: cluster.now() } });
      for await (const { id } of expired) await store.delete(knownDevices, id);
    },
  };
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
