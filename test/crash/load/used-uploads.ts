import { type Act, Broken } from '../deed.ts';
import { hearingOf, makingRun } from './making-runs.ts';
import { isComplete, offsetOf, on, strike } from './uploads.ts';

/** A complete upload in place of the file of a form, which uses it up. */
export const usingUpload = (form: string): Act =>
  on(
    (upload) => upload.of === 'file' && isComplete(upload),
    (practice, id, { visit }, random) => {
      const deed = makingRun(practice, random, {
        operation: `POST ${form}`,
        call: {
          path: form,
          form() {
            const fields = new FormData();
            fields.append('upload_id', id);
            return fields;
          },
        },
        run: { end: 'done', makes: 'transcript', mark: visit.mark },
        ...hearingOf(visit),
      });
      return {
        ...deed,
        hear(told) {
          deed.hear?.(told);
          strike(practice, id, false);
        },
        book(answer) {
          deed.book(answer);
          strike(practice, id, answer.headers.has('idempotency-replayed'));
        },
        async lookFor(ask) {
          const before = practice.runs.size;
          await deed.lookFor(ask);
          if (!practice.uploads.has(id) || (await offsetOf(ask, id)) !== undefined) return;
          if (practice.runs.size === before) throw new Broken('lost', `the upload ${id} is gone, and nothing has it`);
          strike(practice, id, true);
        },
      };
    },
  );
