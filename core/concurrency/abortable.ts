/**
 * What `work` resolves with, unless the signal aborts first. The work itself goes on; nobody waits for it then.
 *
 * @throws the reason of the signal, at once; what `work` throws
 */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  // An abort before this call counts, and a rejection after the abort is nobody's.
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
