import { blobName, Problem } from 'chronoscribe';

/** @throws Error where `name` cannot name a blob. */
export function requireBlobName(name: string): string {
  if (blobName.test(name)) return name;
  throw new Error(
    `${JSON.stringify(name)} cannot name a blob. Join segments of letters, digits, ".", "_" and "-" by "/"; ` +
      'each begins with a letter or digit.',
  );
}

export function blobNotFound(name: string): Problem {
  return new Problem('not-found', { detail: `There is no file "${name}".` });
}

/** The pieces of `source`. Throws the reason of `signal` as soon as it aborts, even where the source hangs. */
export async function* abortable<T>(source: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => undefined);
  const abort = () => aborted.reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await Promise.race([iterator.next(), aborted.promise]);
      signal?.throwIfAborted();
      if (done === true) return;
      yield value;
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    // A source that hangs is not waited for, and errors from closing it concern nobody.
    iterator.return?.().catch(() => undefined);
  }
}
