import { type Route, route, type Workflow } from 'chronoscribe';
import type { Shelf } from 'chronoscribe/kinds/records';
import { z } from 'zod';
import type { TranscriptContent } from './content.ts';
import { edited, TranscriptEdit } from './editing.ts';
import { type NoteForms, requireTemplate } from './forms.ts';
import { recordOf } from './record.ts';
import { RecordAnswer, recordAnswer } from './record-answer.ts';
import type { RewritingInput } from './rewriting.ts';

interface Parts {
  readonly shelf: Shelf<TranscriptContent>;
  readonly forms: NoteForms;
  readonly rewriting: Workflow<RewritingInput, z.input<typeof RecordAnswer>>;
}

/** What a clinician does with a record: correct it, have its note written anew, delete it. */
export function changingRoutes({ shelf, forms, rewriting }: Parts): readonly Route[] {
  return [
    route({
      method: 'PATCH',
      path: '/api/v1/transcripts/{id}',
      summary: 'Correct the text of a transcript, name its speakers, set their roles',
      description:
        'Makes a new version. The note stays as it is, with a warning where it was written from other words; have it rewritten to follow them.',
      request: TranscriptEdit,
      response: RecordAnswer,
      problems: ['not-found', 'invalid-request'],
      async handle({ account, path, input }) {
        const kept = await shelf.change(account, path.id, { name: 'edited' }, (newest) => edited(newest, input));
        return recordAnswer(recordOf(kept));
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/transcripts/{id}/rewrite',
      summary: 'Write the note of a transcript anew',
      description: 'From the transcript as it is now. Makes a new version, and answers the record.',
      request: z.object({
        text: z.string().optional().describe('What the note should dwell on; left out: as before'),
        template: z.string().optional().describe('What the note looks like, one of those of its form; left out: as before'),
      }),
      response: RecordAnswer,
      byRun: true,
      problems: ['not-found', 'invalid-request', 'provider-unavailable'],
      async handle({ account, path: { id }, input: { text, template }, run }) {
        const { content } = await shelf.get(account, id);
        requireTemplate(forms.named(content.form), template ?? content.template);
        const running = await run(rewriting, { id, text, template });
        await shelf.bind(account, id, running.id);
        return running;
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/v1/transcripts/{id}',
      summary: 'Delete a transcript with its versions, runs and files',
      response: z.null(),
      status: 204,
      problems: ['not-found'],
      async handle({ account, path }) {
        await shelf.delete(account, path.id);
        return null;
      },
    }),
  ];
}
