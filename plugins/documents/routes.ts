import { download, type Route, route } from 'chronoscribe';
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
import { evidenceSchema } from './kind.ts';

/** The extensions of what a record is made from by its media type, which the blob of the file is named with. */
export const extensions = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/apng': 'apng',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/tiff': 'tiff',
  'image/bmp': 'bmp',
} as const;
type FileType = keyof typeof extensions;
const types = Object.keys(extensions) as [FileType, ...FileType[]];

const KeptFile = z.object({
  file: z.int().min(0).describe('Index of the file in the request, from 0; the last part of its path'),
  type: z.enum(types).describe('Its media type'),
  bytes: z.int().describe('Its length'),
});

const { id, createdAt, version, changedAt, by } = listedShape;

/** Fields that the sender gives, and may change. */
const aboutSchema = {
  title: z.string().default('').describe('What the sender called the first file; empty if unknown'),
  patient: Patient.nullable().default(null).describe('Whose record it is; null if unknown'),
  visit: Visit.nullable().default(null).describe('The visit that it is about; null if unknown'),
};

/** A stored record. */
export const StoredDocument = z.object({
  ...evidenceSchema,
  ...aboutSchema,
  answer: z.record(z.string(), z.unknown()),
});
export type StoredDocument = z.output<typeof StoredDocument>;

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
export function documentRoutes(
  repository: RecordRepository<StoredDocument>,
  kept: KeptFiles<FileType>,
): readonly Route[] {
  const answerOf = async ({ content, ...place }: VersionedRecord<StoredDocument>) => {
    const { answer, ...rest } = content;
    const { account: _account, change: _change, ...shown } = place;
    return { ...answer, ...rest, ...shown, kept_files: await kept.list(place.id) };
  };
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
      handle: async ({ account, path }) => answerOf(await repository.get(account, path.id)),
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
        return answerOf(changed);
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
    route({
      method: 'GET',
      path: '/api/v1/documents/{id}/files/{file}',
      summary: 'Read a file that a document was made from',
      description:
        'If the setting `keepFiles` of the plugin documents keeps it; `kept_files` of the record lists those that are there. A reader may ask for a part of it (`Range`, 206).',
      response: download(...types),
      problems: ['not-found', 'range-not-satisfiable'],
      handle: ({ account, path }) =>
        kept.download(account, path.id, path.file, {
          name: `document-${path.id}-${path.file}`,
          missing: 'There is no such file. The setting `keepFiles` says for how long files are kept.',
        }),
    }),
  ];
}
