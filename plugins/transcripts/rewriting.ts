import { workflow } from 'chronoscribe';
import type { Shelf } from 'chronoscribe/kinds/records';
import type { TranscriptContent } from './content.ts';
import type { NoteForms } from './forms.ts';
import { recordOf, transcriptOf, withNote } from './record.ts';
import { recordAnswer } from './record-answer.ts';
import type { NoteStep } from './writing.ts';

export interface RewritingInput {
  /** Of the record. */
  readonly id: string;
  /** Left out: what the note was written by before. */
  readonly text?: string | undefined;
  readonly template?: string | undefined;
}

interface Tools {
  readonly shelf: Shelf<TranscriptContent>;
  readonly forms: NoteForms;
  readonly write: NoteStep;
}

/** Writes the note of a record anew, from its transcript as it is then. An edit that comes meanwhile is kept, and the note says that it is older. */
export function rewriting({ shelf, forms, write }: Tools) {
  return workflow<RewritingInput>('rewriting')
    .step('note', async ({ input: { id, text, template } }, context) => {
      const { version, content } = await shelf.get(context.account, id);
      const wishes = { text: text ?? content.text, template: template ?? content.template };
      return { version, note: await write(forms.named(content.form), transcriptOf(content), wishes, context) };
    })
    .step('record', async ({ input: { id }, note: { version, note } }, { account, runId }) => {
      const { content: source } = await shelf.version(account, id, version);
      await shelf.change(account, id, { name: 'rewritten', runId }, (newest) => withNote(newest, note, source));
      return { id };
    })
    .answer(async ({ id }, { account }) => ({
      body: recordAnswer(recordOf(await shelf.get(account, id))),
      location: `/api/v1/transcripts/${id}`,
    }));
}
