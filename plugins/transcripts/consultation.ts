import { workflow } from 'chronoscribe';
import type { Shelf } from 'chronoscribe/kinds/records';
import type { TranscriptContent } from './content.ts';
import type { NoteForms } from './forms.ts';
import type { Consultation, Transcripts } from './kind.ts';
import { contentOf, recordOf } from './record.ts';
import type { NoteStep } from './writing.ts';

interface Tools extends Pick<Transcripts, 'intake' | 'transcribe'> {
  readonly write: NoteStep;
  readonly shelf: Shelf<TranscriptContent>;
  readonly forms: NoteForms;
}

/** From a recording, or a transcript with times, to a note that is kept. */
export function consultations({ intake, transcribe, write, shelf, forms }: Tools): Transcripts['documenting'] {
  return (form, body) => {
    forms.register(form);
    return workflow<Consultation>(form.name)
      .step('intake', ({ input }, context) => intake(input.file, context))
      .step('transcript', ({ input: { language, speakers }, intake: taken }, context) =>
        transcribe(taken, { language, speakers }, context),
      )
      .step('note', ({ input: { text, template }, transcript }, context) => write(form, transcript, { text, template }, context))
      .step('record', async ({ input: { createdAt }, transcript, note }, { runId, account }) => {
        await shelf.add({ id: runId, account, createdAt, runId }, contentOf(form.name, transcript, note));
        return { id: runId };
      })
      .answer(
        async ({ id }, { account }) => ({ body: body(recordOf(await shelf.get(account, id))), location: pathOf(id) }),
        pathOf,
      );
  };
}

/** A record has the id of its run. */
function pathOf(id: string): string {
  return `/api/v1/transcripts/${id}`;
}
