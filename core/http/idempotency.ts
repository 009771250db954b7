import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Logger } from '../api/logger.ts';
import { Problem } from '../api/problem.ts';
import { derivedUuid } from '../api/text.ts';
import { type AutoResetEvent, createAutoResetEvent } from '../concurrency/auto-reset-event.ts';
import { Lease, type Leases, renewLeaseEveryMs } from '../concurrency/lease.ts';
import type { Cluster } from '../kinds/cluster.ts';
import { defineCollection, type Store } from '../kinds/store.ts';
import { seal, unseal } from './sealed-answer.ts';

const keepMs = 24 * 3_600_000;

/** "Not now, come again": something is away, or the disk is full. */
const notNow: readonly number[] = [503, 507];

/** A host that dies says nothing, and what one says may be lost. */
const lookAgainMs = 1_000;

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
    /** The host that is at work on it; null where none is. */
    hold: Lease.nullable().default(null),
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
  /** Aborted where nobody waits for the answer any more. Work that has begun goes on. */
  readonly signal: AbortSignal;
}

export interface Idempotency {
  /**
   * Answers a repeated request as the first one was answered, whichever host that came to. A duplicate that comes while the first is at work waits for it; what a host left that died is
   * taken over. A 503 or 507 is no answer: it asks to come again.
   *
   * @param work runs for the first request alone; it is given a UUID that is the same for each try of this request.
   * @returns the recorded answer, and whether it is a replay.
   * @throws Problem `idempotency-mismatch` where the key came with another body before; `stopping` where the signal is aborted.
   */
  once(
    request: IdempotentRequest,
    work: (id: string) => Promise<RecordedAnswer>,
  ): Promise<{ readonly answer: RecordedAnswer; readonly replayed: boolean }>;
  /** Forgets what is older than 24 h. */
  sweep(now: number): Promise<void>;
}

export interface IdempotencyParts {
  readonly store: Store;
  readonly cluster: Cluster;
  readonly leases: Leases;
  readonly log: Logger;
}

/** Under this topic a host says which claim it has let go of, answered or not. */
const topic = 'idempotency';

export async function createIdempotency({ store, cluster, leases, log }: IdempotencyParts): Promise<Idempotency> {
  await store.prepare(claims);
  /** What is at work on this host, from before its claim can be seen. */
  const atWork = new Map<string, { readonly fingerprint: string; readonly ended: Promise<unknown> }>();

  /** The claim, held by this host now unless it is answered, of another body, or held by another host. Whatever comes at the same time, one has it. */
  const claimed = async (id: string, fingerprint: string): Promise<Claim> => {
    const now = cluster.now();
    const fresh = { id, fingerprint, answer: null, createdAt: now, hold: leases.acquire() };
    if (await store.insert(claims, fresh)) return fresh;
    return store.transaction(async (documents) => {
      const kept = await documents.get(claims, id);
      const isOver = kept === undefined || kept.createdAt <= now - keepMs;
      if (!isOver && (kept.fingerprint !== fingerprint || kept.answer !== null || leases.isHeldByPeer(kept.hold))) return kept;
      const claim = isOver ? fresh : { ...kept, hold: leases.acquire() };
      await documents.put(claims, claim);
      return claim;
    });
  };

  /** Changes a claim, or deletes it where nothing is left of it, unless another host has taken it over. */
  const change = (id: string, changed: (claim: Claim) => Claim | undefined): Promise<void> =>
    store.transaction(async (documents) => {
      const claim = await documents.get(claims, id);
      if (claim === undefined || claim.answer !== null || !leases.isOwn(claim.hold)) return;
      const next = changed(claim);
      if (next === undefined) await documents.delete(claims, id);
      else await documents.put(claims, next);
    });

  /** Does the work of a claim under a lease of this host and records its answer. */
  const perform = async (
    { id, createdAt }: Claim,
    secret: string,
    work: (id: string) => Promise<RecordedAnswer>,
  ): Promise<RecordedAnswer> => {
    const renewing = setInterval(() => {
      change(id, (claim) => ({ ...claim, hold: leases.acquire() })).catch((cause: unknown) =>
        log.warn({ err: cause }, 'could not say that a request is still at work; another host may take it over'),
      );
    }, renewLeaseEveryMs);
    try {
      // The same key a day later is another request, with another run.
      const answer = await work(derivedUuid(`${createdAt} ${secret}`)).catch(async (thrown: unknown) => {
        // No answer was made, so there is none to repeat: the next try begins anew.
        await change(id, () => undefined);
        throw thrown;
      });
      // It was perhaps done and perhaps not: the try that is asked for takes over as the same operation, and finds what there is.
      if (answer.type === 'response' && notNow.includes(answer.status)) {
        await change(id, (claim) => ({ ...claim, hold: null }));
        return answer;
      }
      // Where this fails the claim stays, so that the next try takes over and finds the run that this one may have begun.
      await change(id, (claim) => ({ ...claim, answer: seal(JSON.stringify(answer), secret), hold: null }));
      return answer;
    } finally {
      clearInterval(renewing);
      cluster.send(topic, id);
    }
  };

  /** Takes its turn at a claim; undefined where another host is at work on it. */
  const attempt = async (
    id: string,
    { fingerprint, secret }: { readonly fingerprint: string; readonly secret: string },
    work: (id: string) => Promise<RecordedAnswer>,
  ): Promise<{ readonly answer: RecordedAnswer; readonly replayed: boolean } | undefined> => {
    const claim = await claimed(id, fingerprint);
    if (claim.fingerprint !== fingerprint) throw mismatch();
    if (claim.answer !== null) return { answer: recordedAnswer.parse(JSON.parse(unseal(claim.answer, secret))), replayed: true };
    if (!leases.isOwn(claim.hold)) return undefined;
    return { answer: await perform(claim, secret, work), replayed: false };
  };

  /** Lets what is at work here under the same key come to its end, then takes its turn. */
  const inTurn: typeof attempt = async (id, request, work) => {
    for (let first = atWork.get(id); first !== undefined; first = atWork.get(id)) {
      if (first.fingerprint !== request.fingerprint) throw mismatch();
      // Its failure is its own: this request begins anew then.
      await first.ended.catch(() => undefined);
    }
    const ended = attempt(id, request, work).finally(() => atWork.delete(id));
    atWork.set(id, { fingerprint: request.fingerprint, ended });
    return ended;
  };

  return {
    async once({ account, method, path, key, fingerprint, signal }, work) {
      const secret = JSON.stringify([account, method, path, key]);
      const id = createHash('sha256').update(secret).digest('hex');
      const bell = createAutoResetEvent();
      const leave = ringing(bell, cluster, id, signal);
      try {
        for (;;) {
          const outcome = await inTurn(id, { fingerprint, secret }, work);
          if (outcome !== undefined) return outcome;
          await bell.wait(lookAgainMs);
          if (signal.aborted) throw givenUp();
        }
      } finally {
        leave();
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

/** Rings when a host lets go of the claim, and when nobody waits any more. Returns what ends that. */
function ringing(bell: AutoResetEvent, cluster: Cluster, id: string, signal: AbortSignal): () => void {
  const unlisten = cluster.listen(topic, (text) => {
    if (text === id) bell.set();
  });
  signal.addEventListener('abort', bell.set);
  return () => {
    unlisten();
    signal.removeEventListener('abort', bell.set);
  };
}

function mismatch(): Problem {
  return new Problem('idempotency-mismatch', {
    detail: 'This Idempotency-Key was used with another body. Use a new key for a new request.',
  });
}

function givenUp(): Problem {
  return new Problem('stopping', {
    detail: 'The server is stopping while another one works on this request. Send it again with the same Idempotency-Key.',
    retryAfter: 5,
  });
}
