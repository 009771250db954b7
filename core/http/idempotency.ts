import { createHash } from 'node:crypto';
import { z } from 'zod';
import { defineCollection, type Store } from '../kinds/store.ts';
import { Problem } from '../problem.ts';
import { seal, unseal } from './sealed-answer.ts';

const keepMs = 24 * 3_600_000;

/** The answer of a request that came with an `Idempotency-Key`: its bytes, or the run whose answer it is. */
const recordedAnswer = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('response'),
    status: z.number(),
    headers: z.array(z.tuple([z.string(), z.string()])),
    body: z.string(),
  }),
  z.object({ type: z.literal('run'), runId: z.string() }),
]);
export type RecordedAnswer = z.output<typeof recordedAnswer>;

const claims = defineCollection({
  name: 'idempotency',
  schema: z.object({
    /** SHA-256 of account, method, path and key. */
    id: z.string(),
    fingerprint: z.string(),
    /** A `RecordedAnswer` as JSON, sealed; null until there is one. */
    answer: z.string().nullable(),
    createdAt: z.number(),
  }),
  indexes: [['createdAt']],
});

type Claim = z.output<typeof claims.schema>;

export interface IdempotentRequest {
  readonly account: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  /** Of the body, see `readJsonBody` and `readFormBody`. */
  readonly fingerprint: string;
}

export interface Idempotency {
  /**
   * Answers a repeated request as the first one was answered. A duplicate that comes while the first is at work waits for it.
   *
   * @param work runs for the first request alone; it is given a UUID that is the same for each try of this request.
   * @returns the recorded answer, and whether it is a replay.
   * @throws Problem `idempotency-mismatch` where the key came with another body before.
   */
  once(
    request: IdempotentRequest,
    work: (id: string) => Promise<RecordedAnswer>,
  ): Promise<{ readonly answer: RecordedAnswer; readonly replayed: boolean }>;
  /** Forgets what is older than 24 h. */
  sweep(now: number): Promise<void>;
}

export async function createIdempotency(store: Store): Promise<Idempotency> {
  await store.prepare(claims);
  const atWork = new Map<string, Promise<RecordedAnswer>>();

  /** The claim that is there, unless its time is over: `claim` then takes its place, once however many come at the same time. */
  const earlierThan = (claim: Claim): Promise<Claim | undefined> =>
    store.transaction(async (documents) => {
      const earlier = await documents.get(claims, claim.id);
      if (earlier !== undefined && earlier.createdAt > claim.createdAt - keepMs) return earlier;
      await documents.put(claims, claim);
      return undefined;
    });

  return {
    async once({ account, method, path, key, fingerprint }, work) {
      const secret = JSON.stringify([account, method, path, key]);
      const id = createHash('sha256').update(secret).digest('hex');
      const claim = { id, fingerprint, answer: null, createdAt: Date.now() };
      const earlier = (await store.insert(claims, claim)) ? undefined : await earlierThan(claim);
      if (earlier !== undefined) {
        if (earlier.fingerprint !== fingerprint) {
          throw new Problem('idempotency-mismatch', {
            detail: 'This Idempotency-Key was used with another body. Use a new key for a new request.',
          });
        }
        if (earlier.answer !== null) {
          return { answer: recordedAnswer.parse(JSON.parse(unseal(earlier.answer, secret))), replayed: true };
        }
        const first = atWork.get(id);
        if (first !== undefined) return { answer: await first, replayed: true };
        // Else the process died that was at work on it, and this request takes over.
      }

      const mine = earlier ?? claim;
      const working = work(uuidFrom(secret, mine.createdAt)).catch(async (thrown: unknown) => {
        // No answer was made, so there is none to repeat: the next try begins anew.
        await store.delete(claims, id);
        throw thrown;
      });
      atWork.set(id, working);
      try {
        const answer = await working;
        // Where this fails the claim stays, so that the next try takes over and finds the run that this one may have begun.
        await store.put(claims, { ...mine, answer: seal(JSON.stringify(answer), secret) });
        return { answer, replayed: false };
      } finally {
        atWork.delete(id);
      }
    },

    async sweep(now) {
      for (;;) {
        const { items } = await store.find(claims, { orderBy: 'createdAt', range: { below: now - keepMs } });
        if (items.length === 0) return;
        for (const claim of items) await store.delete(claims, claim.id);
      }
    },
  };
}

/**
 * A UUID (version 8, RFC 9562: its own scheme). The time of the claim is in it: the same key a day later is another request, with
 * another run.
 */
function uuidFrom(secret: string, claimedAt: number): string {
  const hash = createHash('sha256').update(`${claimedAt} ${secret}`).digest('hex');
  const [a, b, c, d, e] = [hash.slice(0, 8), hash.slice(8, 12), hash.slice(13, 16), hash.slice(17, 20), hash.slice(20, 32)];
  return `${a}-${b}-8${c}-8${d}-${e}`;
}
