import { createHash, randomUUID } from 'node:crypto';
import { type BlobWritten, type Logger, Problem } from 'chronoscribe';
import type { Bucket, StoredPart } from './bucket.ts';
import type { Limits } from './limits.ts';
import { partsOf, untilAborted } from './parts.ts';

/**
 * Streams `source` into `name`: what fits into one piece with one request, all else in pieces. The last request makes the blob appear, and is not sent before
 * the source has ended; it is not taken back by an abort.
 */
export async function write(
  bucket: Bucket,
  name: string,
  source: AsyncIterable<Uint8Array>,
  { limits, log, signal }: { readonly limits: Limits; readonly log: Logger; readonly signal: AbortSignal | undefined },
): Promise<BlobWritten> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* counted() {
    for await (const piece of untilAborted(source, signal)) {
      hash.update(piece);
      bytes += piece.byteLength;
      yield piece;
    }
  }

  const parts = partsOf(counted(), limits.partBytes);
  try {
    const first = await parts.next();
    const second = await parts.next();
    signal?.throwIfAborted();
    const mark = randomUUID();
    if (first.done === true || second.done === true) {
      const content = first.done === true ? Buffer.alloc(0) : first.value;
      await unlessThere(bucket, name, mark, () => bucket.put(name, content, mark));
    } else {
      await writeParts(bucket, name, mark, following(first.value, second.value, parts), { limits, log, signal });
    }
  } finally {
    await parts.return(undefined);
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function* following(first: Uint8Array, second: Uint8Array, others: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield second;
  yield* others;
}

async function writeParts(
  bucket: Bucket,
  name: string,
  mark: string,
  parts: AsyncIterable<Uint8Array>,
  { limits, log, signal }: { readonly limits: Limits; readonly log: Logger; readonly signal: AbortSignal | undefined },
): Promise<void> {
  const failed = new AbortController();
  const stopped = signal === undefined ? failed.signal : AbortSignal.any([failed.signal, signal]);
  const id = await bucket.begin(name, mark);
  const sent: Promise<StoredPart>[] = [];
  try {
    for await (const part of parts) {
      await sent.at(-limits.partsAtOnce);
      const sending = bucket.sendPart(name, id, sent.length + 1, part, stopped);
      // Told where it is waited for, which may be a while later.
      sending.catch(() => undefined);
      sent.push(sending);
    }
    const stored = await Promise.all(sent);
    signal?.throwIfAborted();
    await unlessThere(bucket, name, mark, () => bucket.finish(name, id, stored));
  } catch (thrown) {
    failed.abort();
    // A piece that arrives after the upload was broken off would stay.
    await Promise.allSettled(sent);
    await bucket.breakOff(name, id).catch((fault: unknown) => {
      log.warn({ problem: Problem.of(fault).detail }, 'pieces of a blob that was not written stay in the bucket for about a day');
    });
    throw thrown;
  }
}

/** Where the answer to the last request was lost, the blob may be there all the same. */
async function unlessThere(bucket: Bucket, name: string, mark: string, appear: () => Promise<void>): Promise<void> {
  try {
    await appear();
  } catch (thrown) {
    if (!(await bucket.hasMark(name, mark).catch(() => false))) throw thrown;
  }
}
