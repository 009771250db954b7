import { Blobs, Cluster, definePlugin, Erasure, Runs, Store } from 'chronoscribe';
import { Uploads } from 'chronoscribe/host';
import { credible, Transcriber } from 'chronoscribe/kinds/transcriber';
import { Transcripts } from 'chronoscribe/kinds/transcripts';
import { z } from 'zod';
import { finishAbandonedHourly } from './abandoned.ts';
import { heardSegments } from './heard.ts';
import { liveListener } from './listener.ts';
import { holder, openRecordings } from './recordings.ts';
import { liveRoutes } from './routes.ts';

const hourMs = 3_600_000;

/** Recordings that are sent and heard while somebody speaks, and become records of consultations. */
export default definePlugin({
  name: 'live-recordings',
  auth: 'clinical',
  config: z.strictObject({
    finishAfterHours: z
      .number()
      .positive()
      .default(12)
      .describe('Hours without sound after which an open recording is finished by itself'),
    deleteAfterDays: z
      .number()
      .positive()
      .default(30)
      .describe('Days without sound after which a recording is deleted of which no record could be made'),
  }),
  needs: {
    store: Store,
    blobs: Blobs,
    uploads: Uploads,
    runs: Runs,
    cluster: Cluster,
    erasure: Erasure,
    transcriber: Transcriber,
    transcripts: Transcripts,
  },

  async start({ config: { finishAfterHours, deleteAfterDays }, needs, log }) {
    const recordings = await openRecordings(needs);
    needs.erasure.onErase(async (account) => {
      for (const recording of await recordings.ofAccount(account)) await recordings.delete(recording);
    });
    const { forms, sound } = needs.transcripts;
    const transcriber = credible(needs.transcriber);
    const given = { ...needs, transcriber, forms, sound, recordings, heard: heardSegments(needs.blobs), log };
    const tools = { ...given, listener: liveListener(given) };
    const stopHearing = needs.uploads.onAppended(holder, (id) => tools.listener.wake(id));
    // The record has its sound from the run, so that of the recording is not needed any more.
    needs.runs.onSettled(async ({ id, status }) => {
      const recording = status === 'done' ? await recordings.ofRun(id) : undefined;
      if (recording !== undefined) await recordings.delete(recording);
    });
    const stopFinishing = finishAbandonedHourly({
      ...tools,
      finishAfterMs: finishAfterHours * hourMs,
      deleteAfterMs: deleteAfterDays * 24 * hourMs,
    });
    return { tools, stopHearing, stopFinishing };
  },

  routes: ({ parts: { tools } }) => liveRoutes(tools),

  async stop({ tools, stopHearing, stopFinishing }) {
    stopHearing();
    await stopFinishing();
    await tools.listener.close();
  },
});
