import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from 'chronoscribe';
import { electLeader, runPeriodically } from 'chronoscribe/concurrency';
import { type FinishingTools, finishRecording, hasFailed, runOf } from './finishing.ts';
import type { StoredRecording } from './recordings.ts';

const hourMs = 3_600_000;

export interface AbandonedTools extends FinishingTools {
  readonly cluster: Cluster;
  /** A recording without sound for so long is finished. */
  readonly finishAfterMs: number;
  /** A recording without sound for so long, of which no record could be made, is deleted. */
  readonly deleteAfterMs: number;
}

/**
 * Finishes recordings that nobody has gone on with: a record too many is better than a visit that is lost. One in which
 * nothing was recorded is deleted, and so is what an interrupted deletion left. One whose record cannot be made is kept
 * for longer, to be finished again.
 *
 * @param now milliseconds since 1970
 */
export async function finishAbandoned(tools: AbandonedTools, now: number, signal: AbortSignal): Promise<void> {
  const { recordings, log } = tools;
  await recordings.deleteOrphans();
  for (const recording of await Array.fromAsync(recordings.all())) {
    if (signal.aborted) return;
    try {
      await lookAfter(tools, recording, now, signal);
    } catch (thrown) {
      log.error(
        { recording: recording.id, err: thrown },
        'an abandoned recording could not be finished; trying again in an hour',
      );
    }
  }
}

async function lookAfter(
  tools: AbandonedTools,
  recording: StoredRecording,
  now: number,
  signal: AbortSignal,
): Promise<void> {
  const { recordings, runs, log } = tools;
  if (recording.isDoomed) return recordings.delete(recording);
  const sound = await recordings.sound(recording);
  const silentMs = now - Math.max(recording.createdAt, sound?.changedAt ?? 0);
  if (silentMs < tools.finishAfterMs) return;
  const run = await runOf(runs, recording);
  // Its end may have come while no host was there to be told of it.
  if (run?.status === 'done' || sound === undefined || sound.bytes === 0) return recordings.delete(recording);
  if (run !== undefined && hasFailed(run)) {
    if (silentMs < tools.deleteAfterMs) return;
    log.warn(
      { recording: recording.id },
      'a recording was deleted: no record could be made of it, and its time is over',
    );
    return recordings.delete(recording);
  }
  if (run !== undefined) return;
  const { id, start } = await finishRecording(tools, recording, signal);
  if (start === undefined) return;
  await runs.launch({
    id,
    account: recording.account,
    ...start,
    visible: { auth: 'clinical', name: start.input.file.name },
  });
  log.info({ recording: recording.id, run: id }, 'an abandoned recording was finished');
}

/** After a start, the plugins of the forms and the engine are ready by then. */
const firstAfterMs = 10_000;

/** Does so soon and every hour; one of several hosts each time. @returns a function that ends it */
export function finishAbandonedHourly(tools: AbandonedTools): () => Promise<void> {
  const { cluster, log } = tools;
  let isFirst = true;
  return runPeriodically(
    async (signal) => {
      if (isFirst) await wait(firstAfterMs, undefined, { signal, ref: false });
      isFirst = false;
      if (await electLeader(cluster, 'transcripts-live', hourMs)) await finishAbandoned(tools, cluster.now(), signal);
    },
    {
      everyMs: hourMs,
      onError: (cause) => log.error({ err: cause }, 'could not look for abandoned recordings; trying again in an hour'),
    },
  );
}
