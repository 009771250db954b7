import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from 'chronoscribe';
import type { Snapshot, SnapshotModule } from 'chronoscribe/kinds/journal';
import type { JobOutcome, SnapshotJob } from './snapshot-workers.ts';

/**
 * The whole of a worker thread that `SnapshotWorkers` starts: opens the snapshot, posts what `answer` returns, and exits.
 * A `Problem` is posted as plain JSON, because an error loses its class between threads. Any other error ends the thread.
 *
 * @param answer its second argument is the `options` of the task
 */
export async function answerJob(answer: (snapshot: Snapshot, options: unknown) => Promise<unknown>): Promise<void> {
  // The boundary to the thread that started this one.
  const { source, options } = workerData as SnapshotJob;
  try {
    // The boundary to a module that is named at run time.
    const { openSnapshot } = (await import(source.module)) as SnapshotModule;
    const snapshot = await openSnapshot(source.options);
    try {
      post({ result: await answer(snapshot, options) });
    } finally {
      snapshot.close();
    }
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    post({ problem: thrown.toJSON() });
  }
}

const post = (outcome: JobOutcome): void => parentPort?.postMessage(outcome);
