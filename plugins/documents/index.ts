import { definePlugin, route } from 'chronoscribe';
import { Records } from 'chronoscribe/kinds/records';
import { z } from 'zod';
import { type DocumentContent, DocumentRecords } from './kind.ts';

/** Stores the records of images and PDFs for the plugins that make them, and serves them. */
export default definePlugin({
  name: 'documents',
  auth: 'clinical',
  config: z.strictObject({
    keepDays: z
      .number()
      .positive()
      .optional()
      .describe('Days after which a record is deleted with its files; default: never'),
  }),
  needs: { records: Records },
  provides: { documents: DocumentRecords },

  async start({ config: { keepDays }, needs: { records } }) {
    const repository = await records.openRepository({
      name: 'documents',
      noun: 'document',
      schema: StoredDocument,
      keepDays,
    });
    const documents: DocumentRecords = {
      save: ({ content, ...record }, also) => repository.add({ ...record, runId: record.id }, content, also),
      get: async (account, id) => (await repository.get(account, id)).content,
    };
    return { documents, repository };
  },

  routes: ({ parts: { documents, repository } }) => [
    route({
      method: 'GET',
      path: '/api/v1/documents/{id}',
      summary: 'Read the record of an image or of PDFs, with evidence and warnings',
      description: 'Returns the fields of the answer to the upload, and the evidence for them.',
      response: z.looseObject({
        id: z.string().describe('Id of the record, a UUID'),
        createdAt: z.int().describe('Milliseconds since 1970'),
        ...evidenceSchema,
      }),
      problems: ['not-found'],
      async handle({ account, path }) {
        const { answer, ...evidence } = await documents.get(account, path.id);
        const { createdAt } = z.object({ createdAt: z.int() }).parse(answer);
        return { ...answer, id: path.id, createdAt, ...evidence };
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/v1/documents/{id}',
      summary: 'Delete the record of an image or of PDFs with its run and files',
      response: z.null(),
      status: 204,
      problems: ['not-found'],
      async handle({ account, path }) {
        await repository.delete(account, path.id);
        return null;
      },
    }),
  ],

  stop: ({ repository }) => repository.close(),
});

const Engine = z.object({
  provider: z.string().describe('Name of the provider, as in configuration'),
  model: z.string().nullable().describe('Null if there is none'),
  version: z.string().nullable().describe('Null if unknown'),
});

/** Fields that a record adds to the answer that it was made with. */
export const evidenceSchema = {
  form: z.enum(['image', 'pdf']).describe('What was uploaded'),
  statements: z
    .array(
      z.object({
        text: z.string().describe('One sentence or finding of the analysis or summary'),
        evidence: z.array(z.string()).readonly().describe('Ids of the cited passages; `image` is the image itself'),
        grounded: z.boolean().describe('False if the passages do not support it'),
      }),
    )
    .readonly()
    .describe('The statements of the analysis or summary'),
  passages: z
    .array(
      z.object({
        id: z.string().describe('What evidence refers to'),
        file: z.int().min(0).describe('Index of the file in the request, from 0'),
        page: z.int().min(1).describe('Page in the file, from 1; an image is page 1'),
        text: z.string().describe('Its text'),
      }),
    )
    .readonly()
    .describe('The text of the document, by paragraph'),
  warnings: z.array(z.string()).readonly().describe('What the clinician should check'),
  providers: z
    .object({
      reader: Engine.nullable().describe('The recogniser that read images; null if there was nothing to read'),
      writer: Engine.describe('The writer of the statements'),
    })
    .describe('The software that made the record'),
};

/** A stored record. */
export const StoredDocument: z.ZodType<DocumentContent> = z.object({
  ...evidenceSchema,
  answer: z.record(z.string(), z.unknown()),
});
