import { parentPort } from 'node:worker_threads';
import { Problem } from 'chronoscribe';
import { stepThreadBehindHost } from 'chronoscribe/child-process';
import type { Snapshot, SnapshotModule } from 'chronoscribe/kinds/journal';
import type { JobOutcome, SnapshotJob } from './snapshot-workers.ts';

/**
 * The whole of a worker thread that `SnapshotWorkers` starts: for each job, opens the snapshot and posts what `answer`
 * returns. A `Problem` is posted as plain JSON, because an error loses its class between threads. Any other error ends
 * the thread.
 *
 * @param answer its second argument is the `options` of the task
 */
export function answerJobs(answer: (snapshot: Snapshot, options: unknown) => Promise<unknown>): void {
  stepThreadBehindHost();
  // The boundary to the thread that started this one.
  parentPort?.on('message', async ({ source, options }: SnapshotJob) => post(await outcomeOf(source, options)));

  const outcomeOf = async (source: SnapshotJob['source'], options: unknown): Promise<JobOutcome> => {
    try {
      // The boundary to a module that is named at run time.
      const { openSnapshot } = (await import(source.module)) as SnapshotModule;
      const snapshot = await openSnapshot(source.options);
      try {
        return { result: await answer(snapshot, options) };
      } finally {
        snapshot.close();
      }
    } catch (thrown) {
      if (thrown instanceof Problem) return { problem: thrown.toJSON() };
      throw thrown;
    }
  };
}

const post = (outcome: JobOutcome): void => parentPort?.postMessage(outcome);
