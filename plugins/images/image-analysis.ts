import { type Blobs, stepCheckpoints, type UploadedFile, workflow } from 'chronoscribe';
import {
  type DocumentRecords,
  type DocumentRequest,
  type DocumentReview,
  documentPath,
  LabFinding,
} from 'chronoscribe/kinds/document-records';
import type { Ocr, OcrOptions } from 'chronoscribe/kinds/ocr';
import type { RecordListener } from 'chronoscribe/kinds/records';
import type { Draft, Writer } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import {
  analysisText,
  analysisWarnings,
  assignmentOf,
  imageId,
  legibleLines,
  type PageReading,
  pageWarnings,
  passagesOf,
} from './analysis.ts';
import { type DecodedImage, type DecodeLimits, decodeImage } from './decode-image.ts';

/**
 * Reads the text of all pages that could be decoded, one after another.
 *
 * @throws Problem what the recogniser throws
 */
async function readPages(
  { pages }: DecodedImage,
  { blobs, ocr }: { readonly blobs: Blobs; readonly ocr: Ocr },
  { progress, ...options }: OcrOptions,
): Promise<PageReading[]> {
  const read: PageReading[] = [];
  for (const [index, { page, scan }] of pages.entries()) {
    if (scan === null) continue;
    const { blob, width, height } = scan;
    const told = (share: number) => progress((index + share) / pages.length);
    const found = await blobs.withFile(blob, (path) =>
      ocr.recognize({ path, width, height }, { ...options, progress: told }),
    );
    read.push({ page, ...found });
  }
  return read;
}

/** The pages as a writer sees them. */
async function viewsOf({ pages }: DecodedImage, blobs: Blobs) {
  const views: { readonly id: string; readonly type: 'image/jpeg'; readonly bytes: Uint8Array }[] = [];
  for (const { page, view } of pages) {
    if (view === null) continue;
    const bytes = Buffer.concat(await Array.fromAsync(blobs.read(view.blob)));
    views.push({ id: imageId(page), type: 'image/jpeg', bytes });
  }
  return views;
}

export interface ImageInput extends DocumentRequest {
  readonly file: UploadedFile;
}

interface Tools {
  readonly blobs: Blobs;
  readonly ocr: Ocr;
  readonly writer: Writer;
  readonly review: DocumentReview;
  readonly documents: DocumentRecords;
  readonly limits: DecodeLimits;
  readonly completed: RecordListener;
}

/** Used instead of a writer if nothing can be read or seen, from which a writer could only invent. */
const emptyDraft: Draft = { sections: [], engine: { provider: 'none', model: null, version: null }, warnings: [] };

/** Makes a record of an image, its text and an analysis. The id of the record is the id of the run. */
export function imageAnalysis({ blobs, ocr, writer, review, documents, limits, completed }: Tools) {
  return workflow<ImageInput>('image-analysis')
    .step('pictures', ({ input }, context) => decodeImage(input.file.blob, context, { blobs, limits }))
    .step('texts', ({ input: { language }, pictures }, { signal, progress }) =>
      readPages(pictures, { blobs, ocr }, { language, signal, progress }),
    )
    .step('reading', ({ input: { language = null }, texts }, { signal }) =>
      review.read(passagesOf(texts), language, signal),
    )
    .step('analysis', async ({ input, pictures, texts, reading }, context) => {
      const { signal } = context;
      const sees = await writer.supportsImages(signal);
      const passages = passagesOf(texts);
      if (!sees && passages.length === 0) return { sees, draft: emptyDraft };
      const views = sees ? await viewsOf(pictures, blobs) : [];
      const source = { prompt: input.text, passages, reading, views };
      const checkpoint = stepCheckpoints(blobs, 'analysis', context);
      return { sees, draft: await writer.draft(assignmentOf(source), { ...context, checkpoint }) };
    })
    .step('check', ({ pictures, texts, reading, analysis: { sees, draft } }, { signal }) => {
      const statements = draft.sections.flatMap((section) => section.statements);
      const images = sees ? pictures.pages.map(({ page }) => imageId(page)) : [];
      return review.complete({ statements, passages: passagesOf(texts), images, reading, called: 'analysis' }, signal);
    })
    .step('record', async ({ input, pictures, texts, reading, analysis, check }, { runId, account }) => {
      const { createdAt, patient, visit, by } = input;
      const { sees, draft } = analysis;
      const lines = texts.flatMap(legibleLines);
      const { statements, facts, coverage } = check;
      const { language, findings } = reading;
      const warnings = [
        ...pageWarnings(pictures, texts),
        ...draft.warnings,
        ...analysisWarnings({ readsImages: sees, hasText: lines.length > 0, statements }),
        ...check.warnings,
      ];
      const [picture = { width: 0, height: 0 }] = pictures.pages;
      const answer: ImageAnswer = {
        id: runId,
        analysis: analysisText(statements),
        text: lines.map((line) => line.text).join('\n'),
        width: picture.width,
        height: picture.height,
        findings: [...findings],
        warnings,
        createdAt,
      };
      const passages = passagesOf(texts).map(({ lines: _lines, ...passage }) => passage);
      const providers = { reader: texts[0]?.engine ?? null, writer: draft.engine };
      const reviewed = { statements, language, findings, facts, coverage, warnings };
      const content = { form: 'image', answer: { ...answer }, passages, ...reviewed, providers } as const;
      const about = { title: input.file.name, patient, visit, by, files: [input.file] };
      await documents.save({ id: runId, account, createdAt, content, ...about }, completed);
      return { id: runId };
    })
    .answer(async ({ id }, { account }) => {
      const { answer } = await documents.get(account, id);
      return { body: ImageAnswer.parse(answer), location: documentPath(id) };
    }, documentPath);
}

/** The answer to an upload, also when its run is queried later. */
export const ImageAnswer = z.object({
  id: z.string().describe('Id of the record, a UUID'),
  analysis: z.string().describe('What the image shows, with the focus of the prompt; one statement per line'),
  text: z.string().describe('The recognised text of all pages, line by line'),
  width: z.int().describe('Pixels of the first page, in the orientation for viewing'),
  height: z.int().describe('Pixels'),
  findings: z
    .array(LabFinding)
    .default([])
    .describe(
      'Results of laboratory tables that are flagged or out of their printed range; the analysis begins with them',
    ),
  warnings: z.array(z.string()).describe('For the clinician: what was hard to read or could not be checked'),
  createdAt: z.int().describe('Milliseconds since 1970'),
});
export type ImageAnswer = z.output<typeof ImageAnswer>;
