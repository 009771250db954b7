import { page, pdfOf } from '../../../plugins/pdfs/testing/pdf-writer.ts';
import { printed } from '../../../providers/ocr/testing/printed.ts';
import { type Load, reading } from '../deed.ts';
import { newName } from '../practice.ts';
import { hasTooMuchUnderWay, makingRun } from './making-runs.ts';
import { editing } from './records.ts';
import { strikeRuns } from './transcripts.ts';

/** Images and PDFs, rarely: reading them takes a second and more. */
export const documentLoad: Load = {
  'POST /api/v1/transcripts/upload_image_file': {
    weight: 0.1,
    act(practice, random) {
      if (hasTooMuchUnderWay(practice)) return undefined;
      const form = () => {
        const form = new FormData();
        form.append(
          'file',
          new File([new Uint8Array(printed(['Small effusion of the left knee.'], { width: 500 }))], 'knee.png'),
        );
        return form;
      };
      return makingRun(practice, random, {
        operation: 'POST /api/v1/transcripts/upload_image_file',
        call: { path: '/api/v1/transcripts/upload_image_file', form },
        run: { end: 'done', makes: 'document', mark: 'effusion' },
      });
    },
  },
  'POST /api/v1/transcripts/upload_pdf_files': {
    weight: 0.4,
    act(practice, random) {
      if (hasTooMuchUnderWay(practice)) return undefined;
      const mark = newName(practice);
      const form = () => {
        const form = new FormData();
        form.append('files', new File([pdfOf([page(`The patient ${mark} has pain in the left knee.`)])], 'letter.pdf'));
        return form;
      };
      return makingRun(practice, random, {
        operation: 'POST /api/v1/transcripts/upload_pdf_files',
        call: { path: '/api/v1/transcripts/upload_pdf_files', form },
        run: { end: 'done', makes: 'document', mark },
      });
    },
  },
  'GET /api/v1/documents/{id}': {
    weight: 1,
    act(practice, random) {
      if (practice.documents.size === 0) return undefined;
      return reading(
        'GET /api/v1/documents/{id}',
        practice,
        `/api/v1/documents/${random.one([...practice.documents.keys()])}`,
      );
    },
  },
  'GET /api/v1/documents/{id}/files/{file}': {
    weight: 1,
    act(practice, random) {
      if (practice.documents.size === 0) return undefined;
      const path = `/api/v1/documents/${random.one([...practice.documents.keys()])}/files/0`;
      // Files are not kept unless a setting says so.
      return { ...reading('GET /api/v1/documents/{id}/files/{file}', practice, path), refusals: [404] };
    },
  },
  'PATCH /api/v1/documents/{id}': {
    weight: 1,
    act(practice, random) {
      if (practice.documents.size === 0) return undefined;
      const id = random.one([...practice.documents.keys()]);
      const mark = newName(practice);
      const path = '/api/v1/documents';
      return editing(practice, practice.documents, { path, id, mark, json: { title: mark } });
    },
  },
  'DELETE /api/v1/documents/{id}': {
    weight: 0.3,
    act(practice, random) {
      if (practice.documents.size === 0) return undefined;
      const id = random.one([...practice.documents.keys()]);
      const path = `/api/v1/documents/${id}`;
      const strike = (interrupted: boolean) => {
        practice.documents.delete(id);
        strikeRuns(practice, id, interrupted);
      };
      return {
        operation: 'DELETE /api/v1/documents/{id}',
        call: { method: 'DELETE', path, key: practice.key },
        book: () => strike(false),
        async lookFor(ask) {
          if ((await ask({ method: 'GET', path })).status === 404) strike(true);
        },
      };
    },
  },
};
