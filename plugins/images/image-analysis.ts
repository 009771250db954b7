import { type Blobs, type Documents, type TriggerEvent, type UploadedFile, workflow } from 'chronoscribe';
import {
  type DocumentRecords,
  type DocumentRequest,
  type DocumentReview,
  documentPath,
  LabFinding,
} from 'chronoscribe/kinds/document-records';
import type { Ocr } from 'chronoscribe/kinds/ocr';
import type { RecordEvent } from 'chronoscribe/kinds/records';
import type { Draft, Writer } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import { analysisText, analysisWarnings, assignmentOf, imageId, legibleLines, passagesOf } from './analysis.ts';
import { type DecodeLimits, decodeImage } from './decode-image.ts';

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
  /** Tells automations of a record, in the transaction that saves it. */
  completed(documents: Documents, event: TriggerEvent<RecordEvent>): Promise<void>;
}

/** Used instead of a writer if nothing can be read or seen, from which a writer could only invent. */
const emptyDraft: Draft = { sections: [], engine: { provider: 'none', model: null, version: null }, warnings: [] };

/** Makes a record of an image, its text and an analysis. The id of the record is the id of the run. */
export function imageAnalysis({ blobs, ocr, writer, review, documents, limits, completed }: Tools) {
  return workflow<ImageInput>('image-analysis')
    .step('picture', ({ input }, context) => decodeImage(input.file.blob, context, { blobs, limits }))
    .step('text', ({ input: { language }, picture: { page } }, { signal, progress }) =>
      blobs.withFile(page.blob, (path) =>
        ocr.recognize({ path, width: page.width, height: page.height }, { language, signal, progress }),
      ),
    )
    .step('reading', ({ input: { language = null }, text }, { signal }) =>
      review.read(passagesOf(text), language, signal),
    )
    .step('analysis', async ({ input, picture, text: words, reading }, { signal, progress, text }) => {
      const sees = await writer.supportsImages(signal);
      if (!sees && legibleLines(words).length === 0) return { sees, draft: emptyDraft };
      const source = {
        prompt: input.text,
        passages: passagesOf(words),
        reading,
        view: sees ? await contentOf(blobs, picture.view.blob) : null,
      };
      return { sees, draft: await writer.draft(assignmentOf(source), { signal, progress, text }) };
    })
    .step('check', ({ text, reading, analysis: { sees, draft } }, { signal }) => {
      const statements = draft.sections.flatMap((section) => section.statements);
      const images = sees ? [imageId] : [];
      return review.complete({ statements, passages: passagesOf(text), images, reading, called: 'analysis' }, signal);
    })
    .step('record', async ({ input, picture, text: words, reading, analysis, check }, { runId, account }) => {
      const { createdAt, patient, visit, by } = input;
      const { sees, draft } = analysis;
      const lines = legibleLines(words);
      const { statements, facts, coverage } = check;
      const { language, findings } = reading;
      const warnings = [
        ...words.warnings,
        ...draft.warnings,
        ...analysisWarnings({ readsImages: sees, hasText: lines.length > 0, statements }),
        ...check.warnings,
      ];
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
      const passages = passagesOf(words).map(({ lines: _lines, ...passage }) => passage);
      const providers = { reader: words.engine, writer: draft.engine };
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

async function contentOf(blobs: Blobs, name: string): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync(blobs.read(name)));
}

/** The answer to an upload, also when its run is queried later. */
export const ImageAnswer = z.object({
  id: z.string().describe('Id of the record, a UUID'),
  analysis: z.string().describe('What the image shows, with the focus of the prompt; one statement per line'),
  text: z.string().describe('The recognised text, line by line'),
  width: z.int().describe('Pixels, in the orientation for viewing'),
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
