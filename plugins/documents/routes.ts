import { type Route, route } from 'chronoscribe';
import {
  type KeptFiles,
  listedShape,
  Patient,
  type RecordRepository,
  recordListing,
  type VersionedRecord,
  Visit,
} from 'chronoscribe/kinds/records';
import { z } from 'zod';
import { KeptFile, listFiles } from './files.ts';
import { aboutSchema, evidenceSchema, type StoredDocument } from './record.ts';

const { id, createdAt, version, changedAt, by } = listedShape;

const DocumentAnswer = z.looseObject({
  ...{ id, createdAt, version, changedAt, by },
  ...evidenceSchema,
  ...aboutSchema,
  kept_files: z
    .array(KeptFile)
    .readonly()
    .describe('The files that it was made from, as far as they are kept: `GET /api/v1/documents/{id}/files/{file}`'),
});

/** Routes of the records of images and PDFs. */
export function documentRoutes(repository: RecordRepository<StoredDocument>, kept: KeptFiles): readonly Route[] {
  const answer = async (document: VersionedRecord<StoredDocument>) => ({
    ...answerOf(document),
    kept_files: await listFiles(kept, document.id),
  });
  return [
    route({
      path: '/api/v1/documents',
      summary: 'List and search the records of images and PDFs, newest first',
      description: 'Without their text and statements.',
      ...recordListing(z.object(listedShape), repository.list),
    }),
    route({
      method: 'GET',
      path: '/api/v1/documents/{id}',
      summary: 'Read the record of an image or of PDFs, with evidence and warnings',
      description: 'Returns the fields of the answer to the upload, and the evidence for them.',
      response: DocumentAnswer,
      problems: ['not-found'],
      handle: async ({ account, path }) => answer(await repository.get(account, path.id)),
    }),
    route({
      method: 'PATCH',
      path: '/api/v1/documents/{id}',
      summary: 'Change the patient, the visit or the title of a document',
      description: 'Makes a new version.',
      request: z
        .object({
          patient: Patient.nullish().describe('Whose record it is; null removes it'),
          visit: Visit.nullish().describe('The visit that it is about; null removes it'),
          title: z.string().max(200).optional().describe('What it is called'),
        })
        .refine((edit) => Object.keys(edit).length > 0, 'Name at least one field to change')
        .meta({ minProperties: 1 }),
      response: DocumentAnswer,
      problems: ['not-found', 'invalid-request'],
      async handle({ account, by, path, input: { patient, visit, title } }) {
        const changed = await repository.update(account, path.id, { name: 'edited', by }, (newest) => ({
          ...newest,
          ...(patient !== undefined && { patient }),
          ...(visit !== undefined && { visit }),
          ...(title !== undefined && { title }),
        }));
        return answer(changed);
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
  ];
}

function answerOf({ account: _account, change: _change, content, ...place }: VersionedRecord<StoredDocument>) {
  const { answer, ...rest } = content;
  return { ...answer, ...rest, ...place };
}
