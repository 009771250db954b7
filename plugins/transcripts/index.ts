import { Blobs, definePlugin, Store } from 'chronoscribe';
import { Records } from 'chronoscribe/kinds/records';
import { Transcriber } from 'chronoscribe/kinds/transcriber';
import { Writer } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import { changingRoutes } from './changing-routes.ts';
import { consultations } from './consultation.ts';
import { TranscriptContent } from './content.ts';
import { exportOf } from './export/index.ts';
import { moveFormerRecords } from './former-records.ts';
import { noteForms } from './forms.ts';
import { Transcripts } from './kind.ts';
import { readingRoutes } from './reading-routes.ts';
import { recordOf } from './record.ts';
import { rewriting } from './rewriting.ts';
import { findDecoder } from './sound/find-decoder.ts';
import { sweepSpools } from './sound/spool.ts';
import { cueTypes, soundTypes, transcriptSteps } from './steps.ts';
import { noteStep } from './writing.ts';

const gibibyte = 1024 ** 3;

/** The records of consultations, and the steps from recording to note for the plugins that make them. */
export default definePlugin({
  name: 'transcripts',
  auth: 'clinical',
  config: z.strictObject({
    maxBytes: z
      .number()
      .int()
      .positive()
      .default(2 * gibibyte)
      .describe('Largest recording in bytes'),
    maxHours: z.number().positive().max(24).default(4).describe('Longest recording in hours'),
    keepDays: z.number().positive().optional().describe('Days after which a record is deleted with its files; left out: never'),
  }),
  needs: { store: Store, blobs: Blobs, transcriber: Transcriber, writer: Writer, records: Records },
  provides: { transcripts: Transcripts },

  async start({
    config: { maxBytes, maxHours, keepDays },
    needs: { store, blobs, transcriber, writer, records },
    dataFolder,
    log,
  }) {
    await sweepSpools(dataFolder);
    const { decoder, health } = await findDecoder(process.env.PATH ?? '');
    const shelf = await records.shelf({ name: 'transcripts', noun: 'transcript', schema: TranscriptContent, keepDays });
    await moveFormerRecords(store, shelf, log);
    const forms = noteForms();
    const write = noteStep(writer);
    const steps = transcriptSteps({ blobs, transcriber, decoder, dataFolder, maxHours });
    const transcripts: Transcripts = {
      recording: {
        accept: [...soundTypes, ...cueTypes],
        maxBytes,
        description: 'wav, mp3, m4a, mp4, aac, ogg, opus, webm, flac or amr; or WebVTT or SRT',
      },
      ...steps,
      documenting: consultations({ ...steps, write, shelf, forms }),
      get: async (account, id) => recordOf(await shelf.get(account, id)),
      export: async (account, id, format) => exportOf(recordOf(await shelf.get(account, id)), format),
    };
    return { transcripts, shelf, forms, write, health };
  },

  workflows: ({ parts: { shelf, forms, write } }) => ({ rewriting: rewriting({ shelf, forms, write }) }),

  routes: ({ parts: { shelf, forms, transcripts }, workflows }) => [
    ...readingRoutes(shelf, transcripts),
    ...changingRoutes({ shelf, forms, ...workflows }),
  ],

  stop: ({ shelf }) => shelf.close(),
  health: ({ health }) => health,
});
