import type { Blobs, Cluster, Logger, Runs, Store, Uploads } from 'chronoscribe';
import type { Transcriber } from 'chronoscribe/kinds/transcriber';
import type { Decoder } from '../sound/decoder.ts';
import { finishAbandonedHourly } from './abandoned.ts';
import type { LiveForms } from './finishing.ts';
import { heardSegments } from './heard.ts';
import { liveListener } from './listener.ts';
import { holder, openRecordings } from './recordings.ts';
import { liveRoutes } from './routes.ts';

interface Tools {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly uploads: Uploads;
  readonly runs: Runs;
  readonly cluster: Cluster;
  readonly transcriber: Transcriber;
  readonly decoder: Decoder;
  readonly forms: LiveForms;
  readonly folder: string;
  readonly log: Logger;
}

interface Settings {
  readonly finishAfterHours: number;
  readonly deleteAfterDays: number;
}

const hourMs = 3_600_000;

/** Recordings that are sent while somebody speaks: their routes, and what works for them. */
export async function liveRecordings(given: Tools, { finishAfterHours, deleteAfterDays }: Settings) {
  const { blobs, uploads, runs } = given;
  const recordings = await openRecordings(given);
  const heard = heardSegments(blobs);
  const listener = liveListener({ ...given, recordings, heard });
  const stopHearing = uploads.onAppended(holder, (id) => listener.wake(id));
  // The record has its sound from the run, so that of the recording is not needed any more.
  runs.onSettled(async ({ id, status }) => {
    const recording = status === 'done' ? await recordings.ofRun(id) : undefined;
    if (recording !== undefined) await recordings.delete(recording);
  });
  const tools = { ...given, recordings, heard, listener };
  const stopFinishing = finishAbandonedHourly({
    ...tools,
    finishAfterMs: finishAfterHours * hourMs,
    deleteAfterMs: deleteAfterDays * 24 * hourMs,
  });
  return {
    routes: () => liveRoutes(tools),
    async stop() {
      stopHearing();
      await stopFinishing();
      await listener.close();
    },
  };
}
