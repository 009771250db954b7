import { Blobs, definePlugin, LanguageTag, oneFile, route } from 'chronoscribe';
import { DocumentRecords } from 'chronoscribe/kinds/document-records';
import { Ocr } from 'chronoscribe/kinds/ocr';
import { Writer } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import { defaultLimits } from './decode-image.ts';
import { ImageAnswer, imageAnalysis } from './image-analysis.ts';

/** A photograph or scan in, its text and an analysis out. */
export default definePlugin({
  name: 'images',
  auth: 'clinical',
  config: z.strictObject({
    maxBytes: z.int().positive().default(25_000_000).describe('Largest image in bytes'),
    maxMegapixels: z.number().positive().max(100).default(40).describe('Largest image in millions of pixels'),
  }),
  needs: { blobs: Blobs, ocr: Ocr, writer: Writer, documents: DocumentRecords },

  workflows: ({ config, needs }) => ({
    imageAnalysis: imageAnalysis({ ...needs, limits: { ...defaultLimits, pixels: config.maxMegapixels * 1e6 } }),
  }),

  routes: ({ config, workflows }) => [
    route({
      method: 'POST',
      path: '/api/v1/transcripts/upload_image_file',
      summary: 'Read and analyse an image',
      description: 'Takes a photograph or scan, and answers the text in it and an analysis after the prompt.',
      request: z.object({
        text: z.string().default('').describe('What the analysis should dwell on'),
        language: LanguageTag.optional().describe('BCP 47, of the text in the image; left out: as the reader is configured'),
      }),
      files: {
        file: oneFile({
          accept: ['image/png', 'image/apng', 'image/jpeg', 'image/webp', 'image/gif', 'image/tiff', 'image/bmp'],
          maxBytes: config.maxBytes,
          description: 'PNG, JPEG, WebP, GIF, TIFF or BMP; of several frames or pages the first',
        }),
      },
      response: ImageAnswer,
      byRun: true,
      problems: ['unreadable-file', 'too-large'],
      handle: ({ input, files: { file }, run }) =>
        run(workflows.imageAnalysis, { ...input, file, createdAt: Date.now() }, { name: file.name }),
    }),
  ],
});
