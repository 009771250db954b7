import { type Documents, type TriggerEvent, workflow } from 'chronoscribe';
import type { RecordEvent, RecordRepository } from 'chronoscribe/kinds/records';
import type { Consultation, Transcripts } from './kind.ts';
import type { NoteForms, NoteWriter } from './note-forms.ts';
import { recordAnswer } from './record/answer.ts';
import type { TranscriptContent } from './record/content.ts';
import { contentOf, recordOf, transcriptOf, withNote } from './record/record.ts';
import type { TranscriptSteps } from './transcription/steps.ts';

interface Tools {
  readonly write: NoteWriter;
  readonly repository: RecordRepository<TranscriptContent>;
  readonly forms: NoteForms;
}

interface RecordTools extends Tools {
  /** Tells automations of the record of a form that has no trigger of its own. */
  completed(documents: Documents, event: TriggerEvent<RecordEvent>): Promise<void>;
}

/** Workflows from an upload to a saved record, one for each form. */
export function consultations({
  intake,
  transcribe,
  load,
  write,
  repository,
  forms,
  completed,
}: RecordTools & TranscriptSteps): Transcripts['noteWorkflow'] {
  return (form, body) => {
    forms.register(form);
    return workflow<Consultation>(form.name)
      .step('intake', ({ input }) => intake(input.file))
      .step('transcript', ({ input: { language, speakers }, intake: taken }, context) =>
        transcribe(taken, { language, speakers }, context),
      )
      .parallel('writing', {
        note: (branch) =>
          branch.step('note', async ({ input: { text, template }, transcript }, context) =>
            write(form, await load(transcript), { text, template }, context),
          ),
        findings: (branch) =>
          branch.step('findings', async ({ transcript }, { signal }) =>
            form.findings((await load(transcript)).segments, signal),
          ),
      })
      .step('record', async ({ input: { createdAt }, transcript, writing: { note, findings } }, { runId, account }) => {
        const content = await contentOf(form.name, await load(transcript), { ...note, findings });
        await repository.add({ id: runId, account, createdAt, runId }, content, (documents) =>
          (form.completed ?? completed)(documents, { account, payload: recordEvent(runId, content) }),
        );
        return { id: runId };
      })
      .answer(async ({ id }, { account }) => {
        const record = await recordOf(await repository.get(account, id));
        return { body: body(record), location: pathOf(id) };
      }, pathOf);
  };
}

/** A record has the id of its run. */
function pathOf(id: string): string {
  return `/api/v1/transcripts/${id}`;
}

function recordEvent(id: string, { form, template, warnings }: TranscriptContent): RecordEvent {
  const count = warnings.transcript.length + warnings.note.length;
  return { record: { id, form, template, patient: null, warnings: count, coverage: null } };
}

export interface RewritingInput {
  /** The record's id. */
  readonly id: string;
  /** Undefined: the text of the last note. */
  readonly text?: string | undefined;
  readonly template?: string | undefined;
}

/**
 * Rewrites the note of a record from its current transcript. An edit that is saved in between stays, and the record
 * then warns that the note is older.
 */
export function rewriting({ repository, forms, write }: Tools) {
  return workflow<RewritingInput>('rewriting')
    .step('note', async ({ input: { id, text, template } }, context) => {
      const { version, content } = await repository.get(context.account, id);
      const request = { text: text ?? content.text, template: template ?? content.template };
      const form = forms.named(content.form);
      const transcript = await transcriptOf(content);
      const note = await write(form, transcript, request, context);
      return { version, note: { ...note, findings: await form.findings(transcript.segments, context.signal) } };
    })
    .step('record', async ({ input: { id }, note: { version, note } }, { account, runId }) => {
      const { content: source } = await repository.version(account, id, version);
      await repository.update(account, id, { name: 'rewritten', runId }, (newest) => withNote(newest, note, source));
      return { id };
    })
    .answer(async ({ id }, { account }) => ({
      body: recordAnswer(await recordOf(await repository.get(account, id))),
      location: pathOf(id),
    }));
}
