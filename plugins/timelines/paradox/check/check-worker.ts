import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from 'chronoscribe';
import type { SnapshotModule } from 'chronoscribe/kinds/journal';
import { checkTimeline } from './full-check.ts';
import type { CheckJob, CheckOutcome } from './timeline-checks.ts';

/**
 * The worker thread of `checkInWorker`: checks one timeline, posts the result and exits. A `Problem` is posted as plain
 * JSON, because an error loses its class between threads. Any other error ends the thread.
 */
async function check({ source, options }: CheckJob): Promise<void> {
  // The boundary to a module that is named at run time.
  const { openSnapshot } = (await import(source.module)) as SnapshotModule;
  const snapshot = await openSnapshot(source.options);
  try {
    post({ result: await checkTimeline(snapshot, options) });
  } finally {
    snapshot.close();
  }
}

const post = (outcome: CheckOutcome): void => parentPort?.postMessage(outcome);

// The boundary to the thread that started this one.
await check(workerData as CheckJob).catch((thrown: unknown) => {
  if (!(thrown instanceof Problem)) throw thrown;
  post({ problem: thrown.toJSON() });
});
