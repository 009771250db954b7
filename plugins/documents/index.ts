import { agentTools, Blobs, Cluster, definePlugin } from 'chronoscribe';
import { Grounding, shareStated } from 'chronoscribe/kinds/grounding';
import { excerptOf, keptFiles, Records } from 'chronoscribe/kinds/records';
import { z } from 'zod';
import { DocumentRecords, DocumentReview, documentPath } from './kind.ts';
import { documentReview } from './review.ts';
import { documentRoutes, extensions, StoredDocument } from './routes.ts';

/** Reviews images and PDFs for the plugins that read them, stores their records and serves them. */
export default definePlugin({
  name: 'documents',
  auth: 'clinical',
  config: z.strictObject({
    keepDays: z
      .number()
      .positive()
      .optional()
      .describe('Days after which a record is deleted with its files; default: never'),
    keepFiles: z
      .union([z.enum(['none', 'with-record']), z.number().positive()])
      .default('none')
      .describe('For how long the images and PDFs themselves are kept: none, with-record, or a number of days'),
  }),
  needs: { records: Records, grounding: Grounding, blobs: Blobs, cluster: Cluster },
  provides: { documents: DocumentRecords, review: DocumentReview },

  async start({ config: { keepDays, keepFiles: keep }, needs: { records, grounding, blobs, cluster }, log }) {
    const repository = await records.openRepository({
      name: 'documents',
      noun: 'document',
      path: documentPath(''),
      schema: StoredDocument,
      // Documents are not signed.
      labels: ({ form, title, patient, visit, warnings, statements, coverage }) => ({
        ...{ form, template: '', title, status: 'draft', patient, visit, warnings },
        excerpt: excerptOf(statements),
        coverage: shareStated(coverage),
      }),
      texts: ({ statements, passages }) => [...statements, ...passages].map(({ text }) => text),
      keepDays,
    });
    const kept = keptFiles({ blobs, repository, cluster, log, name: 'source', extensions, keep });
    const documents: DocumentRecords = {
      async save({ id, account, createdAt, content, title = '', patient = null, visit = null, by, files }, completed) {
        const stored = { ...content, title, patient, visit };
        await repository.add({ id, account, createdAt, runId: id, by }, stored, completed);
        await kept.keep(account, id, files ?? [], 'several');
      },
      get: async (account, id) => (await repository.get(account, id)).content,
    };
    return { documents, repository, kept, review: documentReview(grounding) };
  },

  extends: [
    agentTools.add({
      name: 'read_document',
      title: 'Read a document',
      description: 'Returns the record of an image or of PDFs: its text, findings, facts, evidence and warnings.',
      endpoint: 'GET /api/v1/documents/{id}',
      effect: 'reads',
    }),
  ],
  routes: ({ parts: { repository, kept } }) => documentRoutes(repository, kept),

  async stop({ repository, kept, review }) {
    await kept.stop();
    await review.close();
    await repository.close();
  },
});
