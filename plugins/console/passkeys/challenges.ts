import { randomUUID } from 'node:crypto';
import { type Cluster, findAll, Problem, type Store } from 'chronoscribe';
import { newToken } from '../sessions/secrets.ts';
import { challenges } from './stored-passkey.ts';

const validForMs = 5 * 60_000;

/** Challenges, each of which may be answered once. */
export function createChallenges(store: Store, cluster: Cluster) {
  return {
    /** @param person who registers a passkey; null for a sign-in */
    async issue(person: string | null) {
      const made = { id: `chl_${randomUUID()}`, challenge: newToken() };
      await store.insert(challenges, { ...made, person, expiresAt: cluster.now() + validForMs });
      return made;
    },

    /**
     * Uses a challenge up.
     * @returns it in base64url
     * @throws Problem `challenge-expired` (422) also if it was used before
     */
    async use(id: string, person: string | null): Promise<string> {
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

    /** Deletes the challenges of a person. */
    async erase(person: string): Promise<void> {
      const open = await Array.fromAsync(findAll(store, challenges, {}));
      for (const challenge of open) if (challenge.person === person) await store.delete(challenges, challenge.id);
    },
  };
}
