import { parentPort, workerData } from 'node:worker_threads';
import type { SnapshotModule } from 'chronoscribe/kinds/journal';
import type { CheckJob } from './check-in-worker.ts';
import { checkTimeline } from './full-check.ts';

/**
 * Runs in a thread of its own: checks the timeline that it was started with, posts the result and ends. What it throws ends it
 * too.
 */
async function check({ source, options }: CheckJob): Promise<void> {
  // The boundary to a module that is named when the program runs.
  const { openSnapshot } = (await import(source.module)) as SnapshotModule;
  const snapshot = await openSnapshot(source.options);
  try {
    parentPort?.postMessage(await checkTimeline(snapshot, options));
  } finally {
    snapshot.close();
  }
}

// The boundary to the thread that started this one, see `checkInWorker`.
await check(workerData as CheckJob);
