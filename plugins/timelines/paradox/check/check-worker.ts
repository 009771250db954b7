import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from 'chronoscribe';
import type { SnapshotModule } from 'chronoscribe/kinds/journal';
import { checkTimeline } from './full-check.ts';
import type { CheckJob, CheckOutcome } from './timeline-checks.ts';

/**
 * Runs in a thread of its own: checks the timeline that it was started with, posts the result and ends. A problem is posted as
 * plain JSON, since an error loses what it is on its way to another thread; whatever else it throws ends it too.
 */
async function check({ source, options }: CheckJob): Promise<void> {
  // The boundary to a module that is named when the program runs.
  const { openSnapshot } = (await import(source.module)) as SnapshotModule;
  const snapshot = await openSnapshot(source.options);
  try {
    tell({ result: await checkTimeline(snapshot, options) });
  } finally {
    snapshot.close();
  }
}

const tell = (outcome: CheckOutcome): void => parentPort?.postMessage(outcome);

// The boundary to the thread that started this one, see `checkInWorker`.
await check(workerData as CheckJob).catch((thrown: unknown) => {
  if (!(thrown instanceof Problem)) throw thrown;
  tell({ problem: thrown.toJSON() });
});
