import { Blobs, definePlugin, Store } from 'chronoscribe';
import { RecordEvent, Records } from 'chronoscribe/kinds/records';
import { Transcriber } from 'chronoscribe/kinds/transcriber';
import { Writer } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import { exportAction, rewriteAction } from './automation-actions.ts';
import { consultations, rewriting } from './consultation.ts';
import { exportOf } from './export/index.ts';
import { Transcripts } from './kind.ts';
import { noteForms, noteWriter } from './note-forms.ts';
import { TranscriptContent } from './record/content.ts';
import { moveLegacyRecords } from './record/legacy-records.ts';
import { recordOf } from './record/record.ts';
import { changingRoutes, readingRoutes } from './routes.ts';
import { findDecoder } from './sound/ffmpeg.ts';
import { deleteLeftRecordings } from './sound/recording.ts';
import { cueReader } from './transcription/cue-reader.ts';
import { cueTypes, soundTypes, transcriptSteps } from './transcription/steps.ts';

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

/** Records of consultations, and the workflow from upload to note for the plugins that document them. */
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
    maxTranscriptBytes: z
      .int()
      .positive()
      .default(4 * mebibyte)
      .describe('Largest transcript (WebVTT, SRT) in bytes'),
    maxHours: z.number().positive().max(24).default(4).describe('Longest recording in hours'),
    keepDays: z
      .number()
      .positive()
      .optional()
      .describe('Days after which a record is deleted with its files; default: never'),
  }),
  needs: { store: Store, blobs: Blobs, transcriber: Transcriber, writer: Writer, records: Records },
  provides: { transcripts: Transcripts },
  triggers: { 'transcript.completed': RecordEvent, 'transcript.signed': RecordEvent },

  async start({
    config: { maxBytes, maxTranscriptBytes, maxHours, keepDays },
    needs: { store, blobs, transcriber, writer, records },
    dataFolder,
    log,
    emit,
  }) {
    await deleteLeftRecordings(dataFolder);
    const { decoder, health } = await findDecoder(process.env.PATH ?? '');
    const repository = await records.openRepository({
      name: 'transcripts',
      noun: 'transcript',
      schema: TranscriptContent,
      keepDays,
    });
    await moveLegacyRecords(store, repository, log);
    const forms = noteForms();
    const write = noteWriter(writer);
    const cues = cueReader();
    const steps = transcriptSteps({
      ...{ blobs, transcriber, decoder, cueReader: cues, folder: dataFolder },
      ...{ maxHours, maxTranscriptBytes },
    });
    const transcripts: Transcripts = {
      recording: {
        accept: [...soundTypes, ...cueTypes],
        maxBytes,
        description: 'wav, mp3, m4a, mp4, aac, ogg, opus, webm, flac or amr; or WebVTT or SRT',
      },
      noteWorkflow: consultations({
        ...{ ...steps, write, repository, forms },
        completed: (documents, event) => emit(documents, 'transcript.completed', event),
      }),
      get: async (account, id) => recordOf(await repository.get(account, id)),
      export: async (account, id, format) => exportOf(await recordOf(await repository.get(account, id)), format),
    };
    return { transcripts, repository, forms, write, cues, health };
  },

  workflows: ({ parts: { repository, forms, write } }) => ({ rewriting: rewriting({ repository, forms, write }) }),

  actions: ({ parts: { repository, transcripts }, workflows }) => ({
    'transcripts.rewrite': rewriteAction(workflows.rewriting, repository),
    'transcripts.export': exportAction(transcripts),
  }),

  routes: ({ parts: { repository, forms, transcripts }, workflows }) => [
    ...readingRoutes(repository, transcripts),
    ...changingRoutes({ repository, forms, ...workflows }),
  ],

  async stop({ repository, cues }) {
    await cues.close();
    await repository.close();
  },
  health: ({ health }) => health,
});
