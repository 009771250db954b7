/** A piece ends once it is so large, or so old: what has arrived is safe only when its piece is written. */
export interface PieceLimits {
  readonly bytes: number;
  readonly ms: number;
}

/**
 * Splits a stream into pieces that are written one after another, in constant memory. If the source fails, its last
 * piece ends there, and the failure is thrown after that piece was used.
 *
 * @returns the pieces; each is read to its end before the next is asked for
 */
export async function* splitPieces(
  source: AsyncIterable<Uint8Array>,
  limits: PieceLimits,
): AsyncGenerator<AsyncIterable<Uint8Array>> {
  const chunks = source[Symbol.asyncIterator]();
  let failure: { readonly thrown: unknown } | undefined;
  const next = async (): Promise<Uint8Array | undefined> => {
    try {
      const { done, value } = await chunks.next();
      return done ? undefined : value;
    } catch (thrown) {
      failure = { thrown };
      return undefined;
    }
  };
  let isEnded = false;
  async function* piece(first: Uint8Array): AsyncGenerator<Uint8Array> {
    const startedAt = performance.now();
    let bytes = 0;
    for (let chunk: Uint8Array | undefined = first; chunk !== undefined; chunk = await next()) {
      yield chunk;
      bytes += chunk.byteLength;
      if (bytes >= limits.bytes || performance.now() - startedAt >= limits.ms) return;
    }
    isEnded = true;
  }
  try {
    while (!isEnded) {
      const first = await next();
      if (first === undefined) break;
      yield piece(first);
    }
  } finally {
    await chunks.return?.();
  }
  if (failure !== undefined) throw failure.thrown;
}
