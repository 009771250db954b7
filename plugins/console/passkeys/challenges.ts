import { randomBytes, randomUUID } from 'node:crypto';
import { type Cluster, findAll, Problem, type Store } from 'chronoscribe';
import { challenges } from './stored-passkey.ts';

const validForMs = 5 * 60_000;

/** Challenges, each of which may be answered once. */
export interface Challenges {
  /** @param person who registers a passkey; null for a sign-in */
  issue(person: string | null): Promise<{ readonly id: string; readonly challenge: string }>;
  /** Uses a challenge up. @returns it in base64url @throws Problem `challenge-expired` (422) also if it was used before */
  use(id: string, person: string | null): Promise<string>;
  /** Deletes the challenges of a person. */
  erase(person: string): Promise<void>;
  /** Deletes challenges that nobody answered. */
  sweep(): Promise<void>;
}

export function createChallenges(store: Store, cluster: Cluster): Challenges {
  return {
    async issue(person) {
      const made = { id: `chl_${randomUUID()}`, challenge: randomBytes(32).toString('base64url') };
      await store.insert(challenges, { ...made, person, expiresAt: cluster.now() + validForMs });
      return made;
    },

    async use(id, person) {
      const found = await store.transaction(async (documents) => {
        const challenge = await documents.get(challenges, id);
        await documents.delete(challenges, id);
        return challenge;
      });
      if (found !== undefined && found.person === person && found.expiresAt > cluster.now()) return found.challenge;
      throw new Problem('challenge-expired', {
        status: 422,
        detail: 'This challenge was answered before, or has expired. Ask for new options.',
      });
    },

    async erase(person) {
      const open = await Array.fromAsync(findAll(store, challenges, {}));
      for (const challenge of open) if (challenge.person === person) await store.delete(challenges, challenge.id);
    },

    async sweep() {
      const expired = findAll(store, challenges, { orderBy: 'expiresAt', range: { to: cluster.now() } });
      for await (const { id } of expired) await store.delete(challenges, id);
    },
  };
}
