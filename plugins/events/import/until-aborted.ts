/**
 * The pieces of a stream, until a signal is aborted: also one that is aborted while the stream is silent.
 *
 * @throws the reason of the signal; what the stream throws.
 */
export async function* untilAborted<T>(stream: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const pieces = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await orAborted(pieces.next(), signal);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Nobody waits for this: a stream that is silent does not answer it either.
    pieces.return?.().catch(() => {});
  }
}

/** The listener goes with each piece: one race for the whole stream would keep all pieces until its end. */
function orAborted<T>(piece: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([piece, aborted]).finally(() => signal.removeEventListener('abort', abort));
}
