import { type Blobs, stepCheckpoints, type UploadedFile, workflow } from 'chronoscribe';
import {
  type DocumentRecords,
  type DocumentRequest,
  type DocumentReview,
  documentPath,
} from 'chronoscribe/kinds/document-records';
import type { Ocr } from 'chronoscribe/kinds/ocr';
import type { RecordListener } from 'chronoscribe/kinds/records';
import type { Draft, Writer } from 'chronoscribe/kinds/writer';
import { countPages, readTextLayers } from './pages.ts';
import type { PdfReader } from './reading/pdf-reader.ts';
import { PdfAnswer, passagesOf, pdfRecord, summaryAssignment } from './record.ts';
import { drawScannedPages, readScannedPage } from './scanned-pages.ts';

interface PdfSummaryInput extends DocumentRequest {
  readonly files: readonly UploadedFile[];
}

interface Parts {
  readonly reader: PdfReader;
  readonly blobs: Blobs;
  readonly ocr: Ocr;
  readonly writer: Writer;
  readonly review: DocumentReview;
  readonly documents: DocumentRecords;
  readonly completed: RecordListener;
}

/** Used instead of a writer if there is no text, from which a writer could only invent. */
const emptyDraft: Draft = {
  sections: [],
  engine: { provider: 'none', model: null, version: null },
  warnings: ['There is no text in these files, so there is nothing to summarise.'],
};

/** Pages of a run that are read as images at the same time, as far as the recogniser takes them. */
const pagesAtOnce = 4;

/** Makes a summary of PDFs, stored under the id of the run. */
export function pdfSummary({ reader, blobs, ocr, writer, review, documents, completed }: Parts, mostPages: number) {
  const tools = { reader, blobs };
  return workflow<PdfSummaryInput>('pdf-summary')
    .step('pages', ({ input }, { signal }) => countPages(input.files, mostPages, tools, signal))
    .step('paragraphs', ({ input, pages }, context) => readTextLayers(input.files, pages, tools, context))
    .step('images', ({ input, paragraphs }, context) => drawScannedPages(input.files, paragraphs, tools, context))
    .each(
      'scans',
      ({ images }) => images,
      { concurrency: pagesAtOnce },
      (page) =>
        page.step('read', ({ item, input }, context) => readScannedPage(item, input.language, { blobs, ocr }, context)),
    )
    .step('reading', ({ input: { language = null }, paragraphs, scans }, { signal }) =>
      review.read(passagesOf(paragraphs, scans), language, signal),
    )
    .step('summary', ({ input, paragraphs, scans, reading }, context) => {
      const passages = passagesOf(paragraphs, scans);
      if (passages.length === 0) return emptyDraft;
      const checkpoint = stepCheckpoints(blobs, 'summary', context);
      return writer.draft(summaryAssignment(passages, reading, input.text), { ...context, checkpoint });
    })
    .step('check', ({ paragraphs, scans, reading, summary }, { signal }) => {
      const statements = summary.sections.flatMap((section) => section.statements);
      const passages = passagesOf(paragraphs, scans);
      return review.complete({ statements, passages, images: [], reading, called: 'summary' }, signal);
    })
    .step(
      'record',
      async ({ input, pages: files, paragraphs: pages, scans, reading, summary, check }, { runId: id, account }) => {
        const { createdAt, patient, visit, by } = input;
        const content = pdfRecord({ id, createdAt, files, pages, scans, draft: summary, reading, review: check });
        const about = { title: files[0]?.name ?? '', patient, visit, by, files: input.files };
        await documents.save({ id, account, createdAt, content, ...about }, completed);
        return { id };
      },
    )
    .answer(async ({ id }, { account }) => {
      const { answer } = await documents.get(account, id);
      return { body: PdfAnswer.parse(answer), location: documentPath(id) };
    }, documentPath);
}
