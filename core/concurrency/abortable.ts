/**
 * What `work` resolves with, unless the signal aborts first. The work itself continues without a caller.
 *
 * @throws the reason of the signal, at once; what `work` throws
 * @example
 * declare function recognise(path: string): Promise<string>;
 * const text = await abortable(recognise(file), signal);
 */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  // An abort before this call counts, and a later rejection of the work is ignored.
  work.catch(() => undefined);
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * The values of `source` until the signal aborts, also while the source waits for its next value.
 *
 * @throws the reason of the signal; what `source` throws
 * @example
 * let bytes = 0;
 * for await (const piece of abortableStream(source, signal)) bytes += piece.byteLength;
 */
export async function* abortableStream<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T> {
  const values = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      // A source is not asked for what nobody takes.
      signal?.throwIfAborted();
      // One race for each value: a single race for the whole stream would keep all values in memory until its end.
      const next = await abortable(values.next(), signal);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Not awaited: a source that waits for its next value does not return before it.
    values.return?.().catch(() => undefined);
  }
}
