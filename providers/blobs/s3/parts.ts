import { unlessAborted } from '../unless-aborted.ts';

/** The content in pieces of `size` bytes, the last one shorter; none of an empty source. The source may use its memory again. */
export async function* partsOf(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  // Memory that was not written to costs nothing, so a small blob costs little.
  let part = Buffer.allocUnsafeSlow(size);
  let used = 0;
  for await (const piece of source) {
    for (let taken = 0; taken < piece.byteLength; ) {
      const fitting = piece.subarray(taken, taken + size - used);
      part.set(fitting, used);
      used += fitting.byteLength;
      taken += fitting.byteLength;
      if (used < size) continue;
      yield part;
      part = Buffer.allocUnsafeSlow(size);
      used = 0;
    }
  }
  if (used > 0) yield part.subarray(0, used);
}

/** The source until the signal aborts: then its reason is thrown, even where the source never says anything again. */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await unlessAborted(iterator.next(), signal);
      if (done === true) return;
      yield value;
    }
  } finally {
    // A source that hangs cannot be waited for, and what it says while it is closed concerns nobody any more.
    iterator.return?.().catch(() => undefined);
  }
}
