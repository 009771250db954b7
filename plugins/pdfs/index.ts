import { Blobs, definePlugin, manyFiles, route } from 'chronoscribe';
import { LanguageTag } from 'chronoscribe/host';
import { DocumentRecords, DocumentReview } from 'chronoscribe/kinds/document-records';
import { Ocr } from 'chronoscribe/kinds/ocr';
import { patientFields, RecordEvent } from 'chronoscribe/kinds/records';
import { Writer } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import { pdfSummary } from './pdf-summary.ts';
import { pdfReader } from './reading/pdf-reader.ts';
import { PdfAnswer } from './record.ts';

const megabyte = 1_000_000;

/** Summarises PDFs; each statement cites its pages. */
export default definePlugin({
  name: 'pdfs',
  auth: 'clinical',
  config: z.strictObject({
    maxPages: z.int().positive().default(50).describe('Most pages in all files of a request together'),
    maxBytes: z
      .int()
      .positive()
      .default(100 * megabyte)
      .describe('Most bytes in all files of a request together'),
  }),
  needs: { blobs: Blobs, ocr: Ocr, writer: Writer, review: DocumentReview, documents: DocumentRecords },

  triggers: { 'pdf.completed': RecordEvent },

  start: async () => ({ reader: pdfReader() }),

  workflows: ({ config, needs, parts, emit }) => ({
    pdfSummary: pdfSummary(
      { ...needs, ...parts, completed: (documents, event) => emit(documents, 'pdf.completed', event) },
      config.maxPages,
    ),
  }),

  routes: ({ config, workflows }) => [
    route({
      method: 'POST',
      path: '/api/v1/transcripts/upload_pdf_files',
      summary: 'Summarise PDFs',
      description:
        'Reads the pages of all files, scans by character recognition, and returns a summary whose statements cite their pages. It begins with the ' +
        'abnormal results of laboratory tables (`findings`). Files that need a password are rejected.',
      request: z.object({
        text: z.string().default('').describe('What the summary should focus on'),
        language: LanguageTag.optional().describe('Language of the files, BCP 47; default: detected'),
        ...patientFields,
      }),
      files: {
        files: manyFiles({
          accept: ['application/pdf'],
          maxBytes: config.maxBytes,
          maxTotalBytes: config.maxBytes,
          description: `PDFs with at most ${config.maxPages} pages and ${config.maxBytes} bytes together`,
        }),
      },
      response: PdfAnswer,
      byRun: true,
      problems: ['too-many-pages', 'unreadable-file', 'too-large', 'unsupported-media-type'],
      handle: ({ input, by, files: { files }, run }) =>
        run(workflows.pdfSummary, { ...input, files, by, createdAt: Date.now() }, { name: files[0]?.name ?? '' }),
    }),
  ],

  stop: async ({ reader }) => reader[Symbol.asyncDispose](),
});
