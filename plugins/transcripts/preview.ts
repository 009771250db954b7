import { type Route, route } from 'chronoscribe';
import type { Grounding } from 'chronoscribe/kinds/grounding';
import type { RecordRepository } from 'chronoscribe/kinds/records';
import { z } from 'zod';
import { checkDraft, type NoteForms, type NoteWriter, templateOf, unwrittenTemplate } from './note-forms.ts';
import { RecordAnswer } from './record/answer.ts';
import type { TranscriptContent } from './record/content.ts';
import { factsIn } from './record/note-check.ts';
import { recordOf, transcriptOf, withNote } from './record/record.ts';
import { unsigned } from './record/signature.ts';
import { TemplateSections } from './template-sections.ts';

interface Tools {
  readonly repository: RecordRepository<TranscriptContent>;
  readonly forms: NoteForms;
  readonly write: NoteWriter;
  readonly grounding: Grounding;
}

/** What a rewriting asks for. */
export const Rewriting = z.object({
  text: z.string().optional().describe('What the note should emphasise; default: as before'),
  template: z.string().optional().describe('Template of the note; default: as before'),
});

/**
 * Shows what a rewriting would give. It is no run, because the results of a run's steps are stored, and nothing of a
 * preview is.
 */
export function previewRoute({ repository, forms, write, grounding }: Tools): Route {
  return route({
    method: 'POST',
    path: '/api/v1/transcripts/{id}/preview',
    summary: 'Show the note that a rewriting would give',
    description:
      'From the current transcript, of a signed record too. Nothing is saved: the record and its versions stay as they are.',
    request: Rewriting.extend({
      sections: TemplateSections.optional().describe('The sections of a template that is not written yet'),
    }),
    response: RecordAnswer.pick({ template: true, note: true, sections: true, coverage: true, warnings: true }),
    problems: ['not-found', 'invalid-request', 'provider-unavailable'],
    async handle({ account, path: { id }, input, signal }) {
      const { content, ...place } = await repository.get(account, id);
      const form = forms.named(content.form);
      const name = input.template ?? content.template;
      const chosen =
        input.sections === undefined
          ? await templateOf(form, account, name)
          : unwrittenTemplate(form, name, input.sections);
      const transcript = await transcriptOf(content);
      const found = await factsIn(grounding, transcript, signal);
      const context = { signal, progress: () => undefined, text: () => undefined };
      const note = await write(chosen, { transcript, facts: found.facts }, input.text ?? content.text, context);
      const findings = await form.findings(transcript.segments, signal);
      const checked = await checkDraft(grounding, form, note.sections, { findings, transcript, found }, signal);
      const written = withNote(content, { ...note, ...checked, findings }, content);
      return recordOf({ ...place, content: { ...written, signing: unsigned } });
    },
  });
}
