import { definePlugin, oneFile, route } from 'chronoscribe';
import { Transcripts } from 'chronoscribe/kinds/transcripts';
import { Writer } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import { audioNote } from './audio-note.ts';
import { LanguageTag } from './language-tag.ts';
import { templateNames } from './templates.ts';

const AudioNote = z.object({
  stream: z.string().describe('`STREAM: ` and the note'),
  id: z.string().describe('Of the record, a UUID'),
  note: z.string().describe('The sections of the template, each name alone on its line'),
  transcript: z.string().describe('`--- Transcript:`, then a block for each turn'),
  createdAt: z.number().int().describe('Milliseconds since 1970'),
});

/** A recording in, a transcript with speakers and a clinical note out. */
export default definePlugin({
  name: 'audio-notes',
  auth: 'clinical',
  config: z.strictObject({
    template: z.enum(templateNames).default('soap').describe('The note that is written where a request names none'),
  }),
  needs: { transcripts: Transcripts, writer: Writer },

  workflows: ({ needs }) => ({ audioNote: audioNote(needs) }),

  routes: ({ config, needs: { transcripts }, workflows }) => [
    route({
      method: 'POST',
      path: '/api/v1/transcripts/upload_audio_file',
      summary: 'Make a transcript and a clinical note of a recording',
      description:
        'Takes sound, or an existing transcript as WebVTT or SRT, and answers the transcript by speakers and the note.',
      request: z.object({
        text: z.string().default('').describe('What the note should dwell on'),
        language: LanguageTag.optional().describe('BCP 47; left out: detected'),
        speakers: z.coerce.number().int().min(1).max(10).optional().describe('How many speak; left out: found out'),
        template: z.enum(templateNames).default(config.template).describe('What the note looks like'),
      }),
      files: {
        file: oneFile({
          accept: transcripts.accept,
          maxBytes: transcripts.maxBytes,
          description: 'wav, mp3, m4a, mp4, aac, ogg, opus, webm, flac or amr; or WebVTT or SRT',
        }),
      },
      byRun: true,
      response: AudioNote,
      problems: ['no-speech', 'unreadable-file', 'too-large'],
      handle: ({ input, files: { file }, run }) =>
        run(workflows.audioNote, { ...input, file, createdAt: Date.now() }, { name: file.name }),
    }),
  ],
});
