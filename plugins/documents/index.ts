import { definePlugin } from 'chronoscribe';
import { Grounding } from 'chronoscribe/kinds/grounding';
import { Records } from 'chronoscribe/kinds/records';
import { z } from 'zod';
import { DocumentRecords, DocumentReview, documentPath } from './kind.ts';
import { labelsOf, recordEvent, StoredDocument } from './record.ts';
import { documentReview } from './review.ts';
import { documentRoutes } from './routes.ts';

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
  }),
  needs: { records: Records, grounding: Grounding },
  provides: { documents: DocumentRecords, review: DocumentReview },

  async start({ config: { keepDays }, needs: { records, grounding } }) {
    const repository = await records.openRepository({
      name: 'documents',
      noun: 'document',
      path: documentPath(''),
      schema: StoredDocument,
      labels: labelsOf,
      keepDays,
    });
    const documents: DocumentRecords = {
      save({ id, account, createdAt, content, title = '', patient = null, visit = null, by }, completed) {
        const stored = { ...content, title, patient, visit };
        return repository.add({ id, account, createdAt, runId: id, by }, stored, async (transaction, pseudonym) =>
          completed?.(transaction, { account, payload: recordEvent(id, stored, pseudonym) }),
        );
      },
      get: async (account, id) => (await repository.get(account, id)).content,
    };
    return { documents, repository, review: documentReview(grounding) };
  },

  routes: ({ parts: { repository } }) => documentRoutes(repository),

  async stop({ repository, review }) {
    await review.close();
    await repository.close();
  },
});
