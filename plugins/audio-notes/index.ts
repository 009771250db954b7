import { anyType, Cluster, definePlugin, manyFiles, oneFile, route, Store } from 'chronoscribe';
import { Patient, Visit } from 'chronoscribe/kinds/records';
import { consultationFields, Transcripts } from 'chronoscribe/kinds/transcripts';
import { z } from 'zod';
import { noteSettings } from './template-settings.ts';
import { audioNoteForm, noteTemplates, templatesRoute } from './templates.ts';
import { openWrittenTemplates, writtenTemplateRoutes } from './written-templates.ts';

const upload = '/api/v1/transcripts/upload_audio_file';

const AudioNote = z.object({
  stream: z.string().describe('`STREAM: ` and the note'),
  id: z.string().describe('Id of the record, a UUID'),
  note: z.string().describe('The sections of the template, each name alone on its line'),
  transcript: z.string().describe('`--- Transcript:`, then a block for each turn'),
  createdAt: z.number().int().describe('Milliseconds since 1970'),
});

/** Makes a transcript with speakers and a clinical note from a recording. */
export default definePlugin({
  name: 'audio-notes',
  auth: 'clinical',
  config: noteSettings,
  needs: { transcripts: Transcripts, store: Store, cluster: Cluster },

  async start({ config, needs: { store, cluster } }) {
    const templates = noteTemplates(config.templates);
    const written = await openWrittenTemplates(store, cluster);
    return { form: audioNoteForm(templates, written, config.template), templates, written };
  },

  workflows: ({ needs: { transcripts }, parts: { form } }) => ({
    audioNote: transcripts.noteWorkflow(form, ({ id, note, transcript, createdAt }) => ({
      stream: `STREAM: ${note}`,
      id,
      note,
      transcript,
      createdAt,
    })),
  }),

  actions: ({ needs: { transcripts }, parts: { form }, workflows }) => ({
    'transcripts.create': {
      input: z.object({
        file: z
          .object({
            blob: z.string(),
            bytes: z.int(),
            sha256: z.string(),
            type: z.enum(transcripts.recording.accept, 'Not a recording or a transcript that can be read'),
            name: z.string(),
          })
          .describe('The `file` of an event'),
        template: z.string().default(form.templates[0]).describe('Template of the note'),
        text: consultationFields.text,
        patient: Patient.nullish().describe('Whose record it is'),
        visit: Visit.nullish().describe('The visit that it is about'),
        createdAt: z
          .int()
          .default(() => Date.now())
          .describe('When the consultation was, in milliseconds since 1970; default: now'),
      }),
      run: workflows.audioNote,
    },
  }),

  routes({ config, needs: { transcripts }, parts: { form, templates, written }, workflows }) {
    const requireTemplate = (account: string, template: string) =>
      transcripts.forms.requireTemplate(form.name, account, template);
    const request = z.object({
      ...consultationFields,
      template: z
        .string()
        .default(form.templates[0])
        .describe('Template of the note; `GET /api/v1/templates` lists them'),
    });
    return [
      templatesRoute(templates, written, config.template),
      ...writtenTemplateRoutes(written, templates.isConfigured),
      route({
        method: 'POST',
        path: upload,
        summary: 'Make a transcript and a clinical note of a recording',
        description:
          'Takes sound, or an existing transcript (WebVTT, SRT, plain text, CSV, or JSON of a recogniser), and returns the transcript by speakers and the note.',
        request,
        files: { file: oneFile(transcripts.recording) },
        response: AudioNote,
        byRun: true,
        problems: ['no-speech', 'unreadable-file', 'too-large'],
        async handle({ account, input, by, files: { file }, run }) {
          await requireTemplate(account, input.template);
          return run(workflows.audioNote, { ...input, file, by, createdAt: Date.now() }, { name: file.name });
        },
      }),
      route({
        method: 'POST',
        path: '/api/v1/transcripts/batch',
        summary: 'Make transcripts and notes of several recordings, one after another',
        description:
          'Each file is a run of its own, in the order of the files, with the same result as a single upload. A file that cannot be read fails only its own run.',
        request,
        files: { files: manyFiles({ ...transcripts.recording, accept: [anyType] }) },
        response: z.object({
          runs: z
            .array(
              z.object({
                id: z.string().describe('A UUID; also the id of the record'),
                name: z.string().describe('Name of the file, as sent by the client'),
                location: z.string().describe('The path of the run'),
              }),
            )
            .describe('In the order of the files'),
        }),
        status: 202,
        problems: ['too-large'],
        async handle({ account, input, by, files: { files }, run }) {
          await requireTemplate(account, input.template);
          const runs = [];
          for (const file of files) {
            const options = { name: file.name, files: [file], endpoint: `POST ${upload}` };
            const { id } = await run(workflows.audioNote, { ...input, file, by, createdAt: Date.now() }, options);
            runs.push({ id, name: file.name, location: `/api/v1/runs/${id}` });
          }
          return { runs };
        },
      }),
    ];
  },
});
