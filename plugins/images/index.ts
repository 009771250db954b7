import { Blobs, definePlugin, oneFile, route } from 'chronoscribe';
import { LanguageTag } from 'chronoscribe/host';
import { DocumentRecords, DocumentReview } from 'chronoscribe/kinds/document-records';
import { Ocr } from 'chronoscribe/kinds/ocr';
import { patientFields, RecordEvent } from 'chronoscribe/kinds/records';
import { Writer } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import { defaultLimits } from './decode-image.ts';
import { ImageAnswer, imageAnalysis } from './image-analysis.ts';

/** Reads and analyses a photograph or scan. */
export default definePlugin({
  name: 'images',
  auth: 'clinical',
  config: z.strictObject({
    maxBytes: z.int().positive().default(25_000_000).describe('Largest image in bytes'),
    maxMegapixels: z.number().positive().max(100).default(40).describe('Largest image, or page, in millions of pixels'),
    maxPages: z.int().positive().default(50).describe('Most pages of a TIFF'),
  }),
  needs: { blobs: Blobs, ocr: Ocr, writer: Writer, review: DocumentReview, documents: DocumentRecords },

  triggers: { 'image.completed': RecordEvent },

  workflows: ({ config, needs, emit }) => ({
    imageAnalysis: imageAnalysis({
      ...needs,
      limits: { ...defaultLimits, pixels: config.maxMegapixels * 1e6, pages: config.maxPages },
      completed: (documents, event) => emit(documents, 'image.completed', event),
    }),
  }),

  routes: ({ config, workflows }) => [
    route({
      method: 'POST',
      path: '/api/v1/transcripts/upload_image_file',
      summary: 'Read and analyse an image',
      description:
        'Takes a photograph or scan and returns its text and an analysis with the focus of the prompt. All pages of a TIFF are read.',
      request: z.object({
        text: z.string().default('').describe('What the analysis should focus on'),
        language: LanguageTag.optional().describe(
          'Language of the text in the image, BCP 47; default: read as the recogniser is configured, then detected',
        ),
        ...patientFields,
      }),
      files: {
        file: oneFile({
          accept: ['image/png', 'image/apng', 'image/jpeg', 'image/webp', 'image/gif', 'image/tiff', 'image/bmp'],
          maxBytes: config.maxBytes,
          description:
            'PNG, JPEG, WebP, GIF, TIFF with any number of pages, or BMP; of an animation the first frame is used',
        }),
      },
      response: ImageAnswer,
      byRun: true,
      problems: ['unreadable-file', 'too-large'],
      handle: ({ input, by, files: { file }, run }) =>
        run(workflows.imageAnalysis, { ...input, file, by, createdAt: Date.now() }, { name: file.name }),
    }),
  ],
});
