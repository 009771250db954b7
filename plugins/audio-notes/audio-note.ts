import { type UploadedFile, workflow } from 'chronoscribe';
import type { Transcripts } from 'chronoscribe/kinds/transcripts';
import type { Writer } from 'chronoscribe/kinds/writer';
import { groundingWarnings, noteText } from './note.ts';
import { outlineOf, type TemplateName } from './templates.ts';

export interface AudioNoteInput {
  readonly file: UploadedFile;
  /** The client's free text. */
  readonly text: string;
  readonly language?: string | undefined;
  readonly speakers?: number | undefined;
  readonly template: TemplateName;
  /** Milliseconds since 1970. Part of the input, so that a step that is redone cannot change it. */
  readonly createdAt: number;
}

const instructions =
  'Write the clinical note of this consultation for the patient record. State only what was said, in short sentences of the field, ' +
  'and keep numbers, doses, sides and negations exactly. Leave a section empty where nothing was said on it.';

/** From a recording, or a transcript with times, to a note that is kept. Its id is the id of the run. */
export function audioNote({ transcripts, writer }: { readonly transcripts: Transcripts; readonly writer: Writer }) {
  return workflow<AudioNoteInput>('audio-note')
    .step('intake', ({ input }, context) => transcripts.intake(input.file, context))
    .step('transcript', { attempts: 3 }, ({ input: { language, speakers }, intake }, context) =>
      transcripts.transcribe(intake, { language, speakers }, context),
    )
    .step('draft', { attempts: 3 }, ({ input, transcript }, { signal, progress, text }) =>
      writer.draft(
        {
          instructions,
          prompt: input.text,
          outline: outlineOf(input.template),
          passages: transcripts.passages(transcript),
          language: transcript.language,
        },
        { signal, progress, text },
      ),
    )
    .step('record', async ({ input, transcript, draft }, { runId, account }) => {
      await transcripts.save({
        id: runId,
        account,
        runId,
        createdAt: input.createdAt,
        template: input.template,
        note: noteText(draft.sections),
        transcript: transcripts.text(transcript),
        language: transcript.language,
        durationMs: transcript.durationMs,
        segments: transcript.segments,
        sections: draft.sections,
        warnings: [...transcript.warnings, ...draft.warnings, ...groundingWarnings(draft.sections)],
        providers: { transcriber: transcript.engine, writer: draft.engine },
      });
      return { id: runId };
    })
    .answer(async ({ id }, { account }) => {
      const { note, transcript, createdAt } = await transcripts.get(account, id);
      return {
        body: { stream: `STREAM: ${note}`, id, note, transcript, createdAt },
        location: `/api/v1/transcripts/${id}`,
      };
    });
}
