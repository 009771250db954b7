import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { Problem } from '../api/problem.ts';
import { derivedUuid } from '../api/text.ts';
import { createAutoResetEvent } from '../concurrency/auto-reset-event.ts';
import type { Ground } from '../concurrency/ground.ts';
import { Lease, renewLeaseEveryMs } from '../concurrency/lease.ts';
import { defineCollection, findAll } from '../kinds/store.ts';

const keepMs = 24 * 3_600_000;

/**
 * Statuses that ask the client to try again: the request did not arrive whole (408, 499, and 460 of tus), something is
 * unavailable, too much is asked at once, or the disk is full.
 */
const retryStatuses: readonly number[] = [408, 429, 460, 499, 503, 507];

/** A host that dies sends no message, and messages may be lost, so claims are polled too. */
const pollMs = 1_000;

/** The recorded answer of a request with an `Idempotency-Key`: its bytes, or the run that has the answer. */
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

/** The requests with a key of the last day. */
export const claims = defineCollection({
  name: 'idempotency',
  schema: z.object({
    /** SHA-256 of account, method, path and key. */
    id: z.string(),
    account: z.string().default(''),
    fingerprint: z.string(),
    /** A `RecordedAnswer` as JSON, encrypted; null until there is one. */
    answer: z.string().nullable(),
    createdAt: z.number(),
    /** The lease of the host that processes it; null if none does. */
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
  /** Of the request's content, see `readRequest`. */
  readonly fingerprint: string;
  /** Aborted when nobody waits for the answer any more. Work that has begun continues. */
  readonly signal: AbortSignal;
}

/** What an attempt knows of its request. */
interface Attempt extends Pick<IdempotentRequest, 'account' | 'fingerprint'> {
  /** What the recorded answer is encrypted with. */
  readonly secret: string;
}

/** The topic of messages that name a claim which a host has released, answered or not. */
const topic = 'idempotency';

export async function createIdempotency(ground: Pick<Ground, 'store' | 'cluster' | 'leases' | 'log'>) {
  const { store, cluster, leases, log } = ground;
  await store.prepare(claims);
  /** The requests that this host is processing, from before their claims are stored. */
  const inProgress = new Map<string, { readonly fingerprint: string; readonly ended: Promise<unknown> }>();

  /**
   * Acquires the claim for this host, unless it is answered, of another body, or held by another host. One of several
   * wins.
   */
  const acquireClaim = async (
    id: string,
    { account, fingerprint }: Pick<Attempt, 'account' | 'fingerprint'>,
  ): Promise<Claim> => {
    const now = cluster.now();
    const fresh = { id, account, fingerprint, answer: null, createdAt: now, hold: leases.acquire() };
    if (await store.insert(claims, fresh)) return fresh;
    return store.transaction(async (documents) => {
      const stored = await documents.get(claims, id);
      const isOver = stored === undefined || stored.createdAt <= now - keepMs;
      if (!isOver && (stored.fingerprint !== fingerprint || stored.answer !== null || leases.isHeldByPeer(stored.hold)))
        return stored;
      const claim = isOver ? fresh : { ...stored, hold: leases.acquire() };
      await documents.put(claims, claim);
      return claim;
    });
  };

  /** Updates a claim, or deletes it if `changed` returns undefined, unless another host has taken it over. */
  const updateClaim = (id: string, changed: (claim: Claim) => Claim | undefined): Promise<void> =>
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
      updateClaim(id, (claim) => ({ ...claim, hold: leases.acquire() })).catch((cause: unknown) =>
        log.warn({ err: cause }, 'could not renew the lease of a request; another host may take it over'),
      );
    }, renewLeaseEveryMs);
    try {
      // With the creation time: the same key a day later is another request, with another run.
      const answer = await work(derivedUuid(`${createdAt} ${secret}`)).catch(async (thrown: unknown) => {
        // There is no answer to repeat, so the next try starts again.
        await updateClaim(id, () => undefined);
        throw thrown;
      });
      // The work may be done or not: the retry runs as the same operation, and finds what there is.
      if (answer.type === 'response' && retryStatuses.includes(answer.status)) {
        await updateClaim(id, (claim) => ({ ...claim, hold: null }));
        return answer;
      }
      // If this fails, the claim stays, so that the next try takes over and finds the run that this one may have
      // started.
      await updateClaim(id, (claim) => ({
        ...claim,
        answer: encryptAnswer(JSON.stringify(answer), secret),
        hold: null,
      }));
      return answer;
    } finally {
      clearInterval(renewing);
      cluster.send(topic, id);
    }
  };

  /** Processes a request, or replays its answer; undefined while another host processes it. */
  const attempt = async (
    id: string,
    { account, fingerprint, secret }: Attempt,
    work: (id: string) => Promise<RecordedAnswer>,
  ): Promise<{ readonly answer: RecordedAnswer; readonly replayed: boolean } | undefined> => {
    const claim = await acquireClaim(id, { account, fingerprint });
    if (claim.fingerprint !== fingerprint) throw mismatch();
    if (claim.answer !== null)
      return { answer: recordedAnswer.parse(JSON.parse(decryptAnswer(claim.answer, secret))), replayed: true };
    if (!leases.isOwn(claim.hold)) return undefined;
    return { answer: await perform(claim, secret, work), replayed: false };
  };

  /** The same, after the requests with the same key on this host. */
  const attemptInTurn: typeof attempt = async (id, request, work) => {
    for (let first = inProgress.get(id); first !== undefined; first = inProgress.get(id)) {
      if (first.fingerprint !== request.fingerprint) throw mismatch();
      // If it failed, this request starts again.
      await first.ended.catch(() => undefined);
    }
    const ended = attempt(id, request, work).finally(() => inProgress.delete(id));
    inProgress.set(id, { fingerprint: request.fingerprint, ended });
    return ended;
  };

  return {
    /**
     * Answers a repeated request as the first one was answered, on any host. A duplicate that arrives while the first is
     * being processed waits for it. A request whose host died is taken over. A 429, 503 or 507 is not recorded: it asks for a
     * retry.
     *
     * @param work runs for the first request only; its argument is a UUID that is the same for each try of this request.
     * @returns the recorded answer, and whether it is a replay.
     * @throws Problem `idempotency-mismatch` if the key was used with another body; `stopping` if the signal is aborted.
     */
    async once(
      { account, method, path, key, fingerprint, signal }: IdempotentRequest,
      work: (id: string) => Promise<RecordedAnswer>,
    ) {
      const secret = JSON.stringify([account, method, path, key]);
      const id = hash('sha256', secret);
      const released = createAutoResetEvent();
      const unlisten = cluster.listen(topic, (text) => {
        if (text === id) released.set();
      });
      signal.addEventListener('abort', released.set);
      try {
        for (;;) {
          const outcome = await attemptInTurn(id, { account, fingerprint, secret }, work);
          if (outcome !== undefined) return outcome;
          await released.wait(pollMs);
          if (signal.aborted) throw new Problem('stopping', { detail: stoppingDetail, retryAfter: 5 });
        }
      } finally {
        unlisten();
        signal.removeEventListener('abort', released.set);
      }
    },

    /** Deletes claims that are older than 24 h. */
    async sweep(now: number) {
      const old = { orderBy: 'createdAt', range: { below: now - keepMs } } as const;
      for await (const { id } of findAll(store, claims, old)) await store.delete(claims, id);
    },
  };
}

export type Idempotency = Awaited<ReturnType<typeof createIdempotency>>;

/** SHA-256 over the parts of a request, in any order. Equal if a repeated request has the same content. */
export function fingerprint(parts: readonly (readonly string[])[]): string {
  return hash('sha256', JSON.stringify(parts.map((part) => JSON.stringify(part)).toSorted()));
}

function mismatch(): Problem {
  return new Problem('idempotency-mismatch', {
    detail:
      'This Idempotency-Key was used with another body, or by a caller with other scopes. Use a new key for a new request.',
  });
}

const stoppingDetail =
  'The server is stopping while another one processes this request. Send it again with the same Idempotency-Key.';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a recorded answer with the client's Idempotency-Key, which is not stored: an answer may hold an API key that
 * is shown once, or a patient's words.
 *
 * @returns base64 of nonce, tag and cipher text.
 */
function encryptAnswer(text: string, secret: string): string {
  const nonce = randomBytes(nonceBytes);
  const encryption = createCipheriv(cipher, derived(secret), nonce);
  const encrypted = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()]);
  return Buffer.concat([nonce, encryption.getAuthTag(), encrypted]).toString('base64');
}

/** @throws Error if `secret` is not the one that the answer was encrypted with. */
function decryptAnswer(encrypted: string, secret: string): string {
  const bytes = Buffer.from(encrypted, 'base64');
  const decryption = createDecipheriv(cipher, derived(secret), bytes.subarray(0, nonceBytes));
  decryption.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return decryption.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decryption.final('utf8');
}

/** HKDF, RFC 5869. */
function derived(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'chronoscribe recorded answer', 32));
}
