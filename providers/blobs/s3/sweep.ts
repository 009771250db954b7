import { blobName, type Logger, Problem } from 'chronoscribe';
import type { Bucket } from './bucket.ts';

const hourMs = 60 * 60 * 1000;
/** No upload of a living host is as old, with hours to spare for clocks that differ. */
const oldMs = 24 * hourMs;
const everyMs = 6 * hourMs;

/** Sweeps now and from time to time. Returns what ends that. */
export function keepSwept(bucket: Bucket, log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  const sweep = async () => {
    try {
      const swept = await sweepUnfinished(bucket, new Date(Date.now() - oldMs), stopping.signal);
      if (swept > 0) log.info({ swept }, 'uploads that a killed host had left in the bucket were broken off');
    } catch (thrown) {
      if (stopping.signal.aborted) return;
      log.warn({ problem: Problem.of(thrown).detail }, 'unfinished uploads in the bucket could not be looked for');
    }
  };
  let sweeping = sweep();
  const timer = setInterval(() => {
    sweeping = sweep();
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await sweeping;
  };
}

/**
 * Breaks off the uploads that were begun before `before` and never came to an end, as their host was killed. Nothing shows them but the bill. Several hosts may do
 * it at once.
 *
 * @returns how many
 */
export async function sweepUnfinished(bucket: Bucket, before: Date, signal: AbortSignal): Promise<number> {
  let swept = 0;
  for await (const { name, id, begunAt } of bucket.unfinished(signal)) {
    if (begunAt >= before || !blobName.test(name)) continue;
    await bucket.breakOff(name, id);
    swept += 1;
  }
  return swept;
}
