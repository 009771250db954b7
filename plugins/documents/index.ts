import { definePlugin, route } from 'chronoscribe';
import { Records } from 'chronoscribe/kinds/records';
import { z } from 'zod';
import { type DocumentContent, DocumentRecords } from './kind.ts';

/** The records of images and PDFs, for the plugins that make them and the clients that read them. */
export default definePlugin({
  name: 'documents',
  auth: 'clinical',
  config: z.strictObject({
    keepDays: z.number().positive().optional().describe('Days after which a record is deleted with its files; left out: never'),
  }),
  needs: { records: Records },
  provides: { documents: DocumentRecords },

  async start({ config: { keepDays }, needs: { records } }) {
    const shelf = await records.shelf({ name: 'documents', noun: 'document', schema: StoredDocument, keepDays });
    const documents: DocumentRecords = {
      save: ({ content, ...record }) => shelf.add({ ...record, runId: record.id }, content),
      get: async (account, id) => (await shelf.get(account, id)).content,
    };
    return { documents, shelf };
  },

  routes: ({ parts: { documents, shelf } }) => [
    route({
      method: 'GET',
      path: '/api/v1/documents/{id}',
      summary: 'Read the record of an image or of PDFs, with evidence and warnings',
      description: 'The fields that the upload was answered with, and what they rest on.',
      response: z.looseObject({
        id: z.string().describe('Of the record, a UUID'),
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
        await shelf.delete(account, path.id);
        return null;
      },
    }),
  ],

  stop: ({ shelf }) => shelf.close(),
});

const Engine = z.object({
  provider: z.string().describe('Name of the provider, as in configuration'),
  model: z.string().nullable().describe('Null where there is none, or none is named'),
  version: z.string().nullable().describe('Null where it is not known'),
});

/** The parts of a record that are answered beside the answer that made it. */
export const evidenceSchema = {
  form: z.enum(['image', 'pdf']).describe('What was uploaded'),
  statements: z
    .array(
      z.object({
        text: z.string().describe('One sentence or finding of the analysis or summary'),
        evidence: z.array(z.string()).readonly().describe('Ids of the passages that it rests on; `image` is the image itself'),
        grounded: z.boolean().describe('False where the passages do not bear it out'),
      }),
    )
    .readonly()
    .describe('The analysis or summary, one by one'),
  passages: z
    .array(
      z.object({
        id: z.string().describe('What evidence refers to'),
        file: z.int().min(0).describe("The file's place in the request, from 0"),
        page: z.int().min(1).describe('The page in the file, from 1; an image is page 1'),
        text: z.string().describe('The text that was read'),
      }),
    )
    .readonly()
    .describe('The text that was read, in pieces'),
  warnings: z.array(z.string()).readonly().describe('What the clinician should check'),
  providers: z
    .object({
      reader: Engine.nullable().describe('Read the text in pictures; null where there was none to read'),
      writer: Engine.describe('Wrote the statements'),
    })
    .describe('Which software made this'),
};

/** A record as it is kept. */
export const StoredDocument: z.ZodType<DocumentContent> = z.object({
  ...evidenceSchema,
  answer: z.record(z.string(), z.unknown()),
});
