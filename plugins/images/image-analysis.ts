import { type Blobs, type Documents, type TriggerEvent, type UploadedFile, workflow } from 'chronoscribe';
import type { DocumentRecords } from 'chronoscribe/kinds/document-records';
import type { Ocr } from 'chronoscribe/kinds/ocr';
import type { RecordEvent } from 'chronoscribe/kinds/records';
import type { Writer } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import { analysisText, analysisWarnings, assignmentOf, passagesOf, statementsOf } from './analysis.ts';
import { type DecodeLimits, decodeImage } from './decode-image.ts';

export interface ImageInput {
  readonly file: UploadedFile;
  /** Free text from the client. */
  readonly text: string;
  readonly language?: string | undefined;
  /** Milliseconds since 1970. Part of the input, so that a repeated step uses the same value. */
  readonly createdAt: number;
}

interface Tools {
  readonly blobs: Blobs;
  readonly ocr: Ocr;
  readonly writer: Writer;
  readonly documents: DocumentRecords;
  readonly limits: DecodeLimits;
  /** Tells automations of a record, in the transaction that saves it. */
  completed(documents: Documents, event: TriggerEvent<RecordEvent>): Promise<void>;
}

/** Makes a record of an image, its text and an analysis. The id of the record is the id of the run. */
export function imageAnalysis({ blobs, ocr, writer, documents, limits, completed }: Tools) {
  return workflow<ImageInput>('image-analysis')
    .step('picture', ({ input }, context) => decodeImage(input.file.blob, context, { blobs, limits }))
    .step('text', ({ input: { language }, picture: { page } }, { signal, progress }) =>
      blobs.withFile(page.blob, (path) =>
        ocr.recognize({ path, width: page.width, height: page.height }, { language, signal, progress }),
      ),
    )
    .step('analysis', async ({ input, picture, text: reading }, { signal, progress, text }) => {
      const sees = await writer.supportsImages(signal);
      const source = {
        prompt: input.text,
        passages: passagesOf(reading),
        view: sees ? await contentOf(blobs, picture.view.blob) : null,
        language: input.language ?? null,
      };
      return { sees, draft: await writer.draft(assignmentOf(source), { signal, progress, text }) };
    })
    .step('record', async ({ input: { createdAt }, picture, text: reading, analysis }, { runId, account }) => {
      const { sees, draft } = analysis;
      const statements = statementsOf(draft);
      const hasText = reading.lines.length > 0;
      const warnings = [
        ...reading.warnings,
        ...draft.warnings,
        ...analysisWarnings({ readsImages: sees, hasText, statements }),
      ];
      const answer: ImageAnswer = {
        id: runId,
        analysis: analysisText(statements),
        text: reading.lines.map((line) => line.text).join('\n'),
        width: picture.width,
        height: picture.height,
        warnings,
        createdAt,
      };
      const passages = passagesOf(reading).map(({ id, text }) => ({ id, file: 0, page: 1, text }));
      const providers = { reader: reading.engine, writer: draft.engine };
      const content = { form: 'image', answer: { ...answer }, passages, statements, warnings, providers } as const;
      const record = {
        id: runId,
        form: 'image',
        template: '',
        patient: null,
        warnings: warnings.length,
        coverage: null,
      };
      await documents.save({ id: runId, account, createdAt, content }, (transaction) =>
        completed(transaction, { account, payload: { record } }),
      );
      return { id: runId };
    })
    .answer(async ({ id }, { account }) => {
      const { answer } = await documents.get(account, id);
      return { body: ImageAnswer.parse(answer), location: pathOf(id) };
    }, pathOf);
}

/** A record has the id of its run. */
function pathOf(id: string): string {
  return `/api/v1/documents/${id}`;
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
  warnings: z.array(z.string()).describe('For the clinician: what was hard to read or could not be checked'),
  createdAt: z.int().describe('Milliseconds since 1970'),
});
export type ImageAnswer = z.output<typeof ImageAnswer>;
