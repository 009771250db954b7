import { Blobs, definePlugin, Runs, route, Store } from 'chronoscribe';
import { Transcriber } from 'chronoscribe/kinds/transcriber';
import { z } from 'zod';
import { Transcripts } from './kind.ts';
import { RecordAnswer, recordAnswer } from './record-shape.ts';
import { transcriptCollection, transcriptRecords } from './records.ts';
import { keepFor } from './retention.ts';
import { findDecoder } from './sound/find-decoder.ts';
import { sweepSpools } from './sound/spool.ts';
import { cueTypes, soundTypes, transcriptSteps } from './steps.ts';
import { transcriptText } from './text.ts';

const gibibyte = 1024 ** 3;

/** The records of consultations, and the steps from recording to transcript for the plugins that make them. */
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
  needs: { store: Store, blobs: Blobs, transcriber: Transcriber, runs: Runs },
  provides: { transcripts: Transcripts },

  async start({ config, needs: { store, blobs, transcriber, runs }, dataFolder, log }) {
    await store.prepare(transcriptCollection);
    await sweepSpools(dataFolder);
    const { decoder, health } = await findDecoder(process.env.PATH ?? '');
    const records = transcriptRecords({ store, runs });
    const transcripts: Transcripts = {
      accept: [...soundTypes, ...cueTypes],
      maxBytes: config.maxBytes,
      ...transcriptSteps({ blobs, transcriber, decoder, dataFolder, maxHours: config.maxHours }),
      passages: ({ segments }) =>
        segments.map(({ id, speaker, role, text }) => ({ id, speaker: { label: speaker, role }, text })),
      text: ({ segments }) => transcriptText(segments),
      ...records,
    };
    const stopRetention = config.keepDays === undefined ? undefined : keepFor(config.keepDays, { store, records, log });
    return { transcripts, health, stopRetention };
  },

  routes: ({ parts: { transcripts } }) => [
    route({
      method: 'GET',
      path: '/api/v1/transcripts',
      summary: 'List the transcripts of the account, newest first',
      request: z.object({
        limit: z.int().min(1).max(100).default(50).describe('Most transcripts in one page'),
        cursor: z.string().optional().describe('`next_cursor` of the page before'),
      }),
      response: z.object({
        items: z.array(RecordAnswer).describe('Whole records'),
        next_cursor: z.string().nullable().describe('For the next page; null on the last one'),
      }),
      problems: ['invalid-cursor'],
      async handle({ account, input }) {
        const { items, next } = await transcripts.list(account, input);
        return { items: items.map(recordAnswer), next_cursor: next };
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/transcripts/{id}',
      summary: 'Read a transcript with its note, evidence and warnings',
      response: RecordAnswer,
      problems: ['not-found'],
      handle: async ({ account, path }) => recordAnswer(await transcripts.get(account, path.id)),
    }),
    route({
      method: 'DELETE',
      path: '/api/v1/transcripts/{id}',
      summary: 'Delete a transcript with its run and files',
      response: z.null(),
      status: 204,
      problems: ['not-found'],
      async handle({ account, path }) {
        await transcripts.delete(account, path.id);
        return null;
      },
    }),
  ],

  stop: ({ stopRetention }) => stopRetention?.(),
  health: ({ health }) => health,
});
