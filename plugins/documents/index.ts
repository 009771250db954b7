import { definePlugin, route } from 'chronoscribe';
import { Records } from 'chronoscribe/kinds/records';
import { z } from 'zod';
import { evidenceFields, StoredDocument } from './document-content.ts';
import { DocumentRecords } from './kind.ts';

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
    const shelf = await records.openRepository({ name: 'documents', noun: 'document', schema: StoredDocument, keepDays });
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
        ...evidenceFields,
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
