import { Problem, type UploadedFile, workflow } from 'chronoscribe';
import type { Grounding } from 'chronoscribe/kinds/grounding';
import type { RecordListener, RecordRepository } from 'chronoscribe/kinds/records';
import type { Consultation, Transcripts } from './kind.ts';
import { checkDraft, type NoteForms, type NoteWriter, templateOf, transcriptAlone } from './note-forms.ts';
import { recordAnswer } from './record/answer.ts';
import type { TranscriptContent } from './record/content.ts';
import { factsIn } from './record/note-check.ts';
import { contentOf, pathOf, recordOf, transcriptOf, withNote } from './record/record.ts';
import { refuseSigned } from './record/signing.ts';
import type { TranscriptSteps } from './transcription/steps.ts';
import { refuseNoteEdits } from './version-conflict.ts';

interface Tools {
  readonly write: NoteWriter;
  readonly grounding: Grounding;
  readonly repository: RecordRepository<TranscriptContent>;
  readonly forms: NoteForms;
}

interface RecordTools extends Tools {
  /** For the record of a form that has no trigger of its own. */
  readonly completed: RecordListener;
  keepAudio(account: string, id: string, file: UploadedFile): Promise<void>;
}

/** Workflows from an upload to a saved record, one for each form. */
export function consultations({
  intake,
  transcribe,
  load,
  write,
  grounding,
  repository,
  forms,
  completed,
  keepAudio,
}: RecordTools & TranscriptSteps): Transcripts['noteWorkflow'] {
  return (form, body) => {
    forms.register(form);
    const made = workflow<Consultation>(form.name)
      .step('transcript', async ({ input: { file, language, speakers, template } }, context) => {
        // Before the long work: nobody may have checked it, as where an automation names it.
        await templateOf(form, context.account, template);
        return transcribe(intake(file), { language, speakers }, context);
      })
      // Facts, findings and check are no steps of their own: to save them costs more than to repeat them after a crash.
      .step('note', async ({ input: { text, template }, transcript: reference }, context) => {
        const { signal } = context;
        const transcript = await load(reference);
        const found = await factsIn(grounding, transcript, signal);
        const chosen = await templateOf(form, context.account, template).catch((cause) => {
          if (template === undefined || !(cause instanceof Problem)) throw cause;
          // It was deleted meanwhile. What was said is not lost for that.
          return templateOf(form, context.account);
        });
        const note = reference.unreliable
          ? await transcriptAlone(chosen.name, transcript, text)
          : await write(chosen, { transcript, facts: found.facts }, text, context);
        const isOther = template !== undefined && chosen.name !== template;
        const warnings = isOther ? [`The template "${template}" was deleted before the note was written.`] : [];
        return { ...note, found, warnings: [...warnings, ...note.warnings] };
      })
      .step('record', async ({ input, transcript: reference, note: { found, ...note } }, context) => {
        const { runId, account, signal } = context;
        const { createdAt, file, patient, visit, marks, by } = input;
        const transcript = await load(reference);
        const findings = reference.unreliable ? null : await form.findings(transcript.segments, signal);
        const checked = await checkDraft(grounding, form, note.sections, { transcript, found, findings }, signal);
        const about = { title: file.name, patient, visit, marks };
        const content = await contentOf(form.name, transcript, { ...note, ...checked, findings }, about);
        await repository.add({ id: runId, account, createdAt, runId, by }, content, form.completed ?? completed);
        await keepAudio(account, runId, file);
        return { id: runId };
      })
      .answer(async ({ id }, { account }) => {
        const record = await recordOf(await repository.get(account, id));
        return { body: body(record), location: pathOf(id) };
      }, pathOf);
    forms.setWorkflow(form.name, made);
    return made;
  };
}

export interface RewritingInput {
  /** The record's id. */
  readonly id: string;
  /** Undefined: the text of the last note. */
  readonly text?: string | undefined;
  readonly template?: string | undefined;
  /** Who asks for it. */
  readonly by: string;
}

/**
 * Rewrites the note of a record from its current transcript. A correction of the transcript that is saved in between
 * stays, and the record then warns that the note is older. If the note itself was changed or signed in between, that
 * stays and the rewriting fails.
 */
export function rewriting({ repository, forms, write, grounding }: Tools) {
  return workflow<RewritingInput>('rewriting')
    .step('facts', async ({ input: { id, template } }, { account, signal }) => {
      const { version, content } = await repository.get(account, id);
      await templateOf(forms.named(content.form), account, template ?? content.template);
      refuseSigned(content);
      const transcript = await transcriptOf(content);
      return { version, found: await factsIn(grounding, transcript, signal) };
    })
    .step('note', async ({ input: { id, text, template }, facts: { version, found } }, context) => {
      const { content } = await repository.version(context.account, id, version);
      const form = forms.named(content.form);
      const chosen = await templateOf(form, context.account, template ?? content.template);
      const transcript = await transcriptOf(content);
      const note = await write(chosen, { transcript, facts: found.facts }, text ?? content.text, context);
      return { ...note, findings: await form.findings(transcript.segments, context.signal) };
    })
    .step('check', async ({ input: { id }, facts: { version, found }, note }, { account, signal }) => {
      const { content } = await repository.version(account, id, version);
      const source = { findings: note.findings, transcript: await transcriptOf(content), found };
      return checkDraft(grounding, forms.named(content.form), note.sections, source, signal);
    })
    .step('record', async ({ input: { id, by }, facts: { version }, note, check }, { account, runId }) => {
      const source = await repository.version(account, id, version);
      await repository.update(account, id, { name: 'rewritten', by, runId }, async (content, newest) => {
        refuseSigned(content);
        await refuseNoteEdits(repository, source, newest.version);
        return withNote(content, { ...note, ...check }, source.content);
      });
      return { id };
    })
    .answer(async ({ id }, { account }) => ({
      body: recordAnswer(await recordOf(await repository.get(account, id))),
      location: pathOf(id),
    }));
}
