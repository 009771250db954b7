import { randomUUID } from 'node:crypto';
import { agentTools, Blobs, Cluster, definePlugin, transcriptReaders } from 'chronoscribe';
import { createKeyedMutex, singleLine } from 'chronoscribe/host';
import { Diarizer } from 'chronoscribe/kinds/diarizer';
import { Grounding } from 'chronoscribe/kinds/grounding';
import { Punctuator } from 'chronoscribe/kinds/punctuator';
import { keptFiles, RecordEvent, Records } from 'chronoscribe/kinds/records';
import { credible, Transcriber } from 'chronoscribe/kinds/transcriber';
import { Writer } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import { exportAction, rewriteAction } from './automation-actions.ts';
import { consultations, rewriting } from './consultation.ts';
import { exportOf, formatNamed, ownFormats } from './export/index.ts';
import { letterFormats } from './export/letter-formats.ts';
import { exportFormats, Transcripts } from './kind.ts';
import { noteForms, noteWriter, templateOf } from './note-forms.ts';
import { previewRoute } from './preview.ts';
import { TranscriptContent } from './record/content.ts';
import { labelsOf, pathOf, recordOf, textsOf } from './record/record.ts';
import { audioRoute, changingRoutes, readingRoutes } from './routes.ts';
import { signing } from './signing.ts';
import { signingRoutes } from './signing-routes.ts';
import { decoderOf } from './sound/ffmpeg.ts';
import { soundExtensions, soundFormats, soundTypes } from './sound/formats.ts';
import { deleteLeftRecordings, temporarySound } from './sound/recording.ts';
import { defaultMinConfidence } from './transcription/refining.ts';
import { transcriptSteps, transcriptTypes } from './transcription/steps.ts';
import { transcriptReader } from './transcription/transcript-reader.ts';

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
      .describe('Largest transcript (WebVTT, SRT, text) in bytes; JSON may be four times as large'),
    maxHours: z.number().positive().max(24).default(4).describe('Longest recording in hours'),
    minConfidence: z
      .number()
      .min(0)
      .max(1)
      .default(defaultMinConfidence)
      .describe(
        'Average confidence of the recogniser below which a record is unreliable: its note is the transcript alone; 0: never',
      ),
    keepDays: z
      .number()
      .positive()
      .optional()
      .describe('Days after which a record is deleted with its files; default: never'),
    keepAudio: z
      .union([z.enum(['none', 'until-signed']), z.number().positive()])
      .default('none')
      .describe('For how long the sound of a record is kept: none, until-signed, or a number of days'),
    letterhead: z
      .array(singleLine(200))
      .max(8)
      .default([])
      .describe('The lines above exported letters: the practice, its address; default: the place of the visit'),
  }),
  needs: {
    blobs: Blobs,
    transcriber: Transcriber,
    diarizer: Diarizer,
    punctuator: Punctuator,
    writer: Writer,
    grounding: Grounding,
    records: Records,
    cluster: Cluster,
  },
  provides: { transcripts: Transcripts },
  triggers: { 'transcript.completed': RecordEvent, 'transcript.signed': RecordEvent },

  async start({
    config: { maxBytes, maxTranscriptBytes, maxHours, minConfidence, keepDays, keepAudio: keep, letterhead },
    needs,
    dataFolder,
    log,
    emit,
    extensions,
  }) {
    const { blobs, diarizer, punctuator, writer, grounding, records } = needs;
    await deleteLeftRecordings(dataFolder);
    const decoder = decoderOf(process.env.PATH ?? '');
    const repository = await records.openRepository({
      name: 'transcripts',
      noun: 'transcript',
      path: pathOf(''),
      schema: TranscriptContent,
      labels: labelsOf,
      texts: textsOf,
      keepDays,
    });
    const kept = { blobs, repository, cluster: needs.cluster, log };
    const audio = keptFiles({ ...kept, name: 'audio', extensions: soundExtensions, keep });
    const forms = noteForms();
    const write = noteWriter(writer, blobs);
    const otherReaders = () => extensions(transcriptReaders).map(({ value }) => value);
    const otherTypes = () => otherReaders().flatMap(({ mediaTypes }) => mediaTypes);
    const reader = transcriptReader(otherReaders);
    const steps = transcriptSteps({
      ...{ blobs, transcriber: credible(needs.transcriber), diarizer, punctuator, decoder, reader, folder: dataFolder },
      ...{ maxHours, maxTranscriptBytes, minConfidence, otherTypes },
    });
    const letters = letterFormats(letterhead);
    const formats = () => extensions(exportFormats).map(({ value }) => value);
    // A long record takes the event loop many turns: an account has one of them at a time.
    const exporting = createKeyedMutex();
    const transcripts: Transcripts = {
      recording: {
        get accept() {
          return [...soundTypes, ...transcriptTypes, ...otherTypes()];
        },
        maxBytes,
        description:
          `${soundFormats}; or a transcript: WebVTT, SRT, plain text (\`Name: words\` in a line, or prose), CSV, ` +
          'JSON of AssemblyAI, Whisper, Amazon Transcribe, Deepgram or Google',
      },
      noteWorkflow: consultations({
        ...{ ...steps, write, grounding, repository, forms },
        completed: (documents, event) => emit(documents, 'transcript.completed', event),
        keepAudio: (account, id, file) => audio.keep(account, id, [file], 'one'),
      }),
      forms: {
        ...{ names: forms.names, workflowOf: forms.workflowOf },
        requireTemplate: async (form, account, template) =>
          void (await templateOf(forms.named(form), account, template)),
      },
      sound: {
        decodeStream: decoder.decodeStream,
        temporaryFile: () => temporarySound(dataFolder, randomUUID()),
      },
      get: async (account, id) => recordOf(await repository.get(account, id)),
      export: (account, id, format, options = { citations: false }) =>
        exporting.run(account, async () =>
          exportOf(await recordOf(await repository.get(account, id)), formatNamed(formats(), format), options),
        ),
    };
    return { transcripts, formats, letters, repository, forms, write, grounding, reader, audio, decoder };
  },

  workflows: ({ config: { keepAudio }, parts: { repository, forms, write, grounding, audio }, emit }) => ({
    rewriting: rewriting({ repository, forms, write, grounding }),
    signing: signing({
      repository,
      saved: (documents, event) => emit(documents, 'transcript.signed', event),
      signed: async (id) => {
        if (keepAudio === 'until-signed') await audio.remove(id);
      },
    }),
  }),

  actions: ({ parts: { repository, transcripts, formats }, workflows }) => ({
    'transcripts.rewrite': rewriteAction(workflows.rewriting, repository),
    'transcripts.export': exportAction(transcripts, formats()),
  }),

  extends: ({ parts: { letters } }) => [
    ...[...ownFormats, ...letters.formats].map(exportFormats.add),
    agentTools.add({
      name: 'read_transcript',
      title: 'Read a transcript',
      description:
        'Returns one visit: the segments of what was said, the note with the segments that support each ' +
        'statement, facts such as orders and follow-ups, and warnings. Quote the segments when you report what ' +
        'was said or left open.',
      endpoint: 'GET /api/v1/transcripts/{id}',
      effect: 'reads',
    }),
    agentTools.add({
      name: 'rewrite_note',
      title: 'Start rewriting a note',
      description:
        'Starts a run that writes the note of a transcript anew, as a new version; earlier ones are kept. ' +
        'Answers at once with the `id` of the run: follow it with read_run.',
      endpoint: 'POST /api/v1/transcripts/{id}/rewrite',
      effect: 'adds',
    }),
  ],
  routes: ({ parts: { repository, forms, write, grounding, transcripts, audio, formats }, workflows }) => [
    ...readingRoutes(repository, transcripts, audio, formats()),
    ...changingRoutes({ repository, forms, grounding, ...workflows }),
    previewRoute({ repository, forms, write, grounding }),
    ...signingRoutes({ repository, ...workflows }),
    audioRoute(audio),
  ],

  warmUp: ({ reader }, signal) => reader.warmUp(signal),

  async stop({ repository, reader, audio, letters }) {
    await audio.stop();
    await reader.close();
    await letters.close();
    await repository.close();
  },
  health: ({ decoder }) => decoder.health(),
});
