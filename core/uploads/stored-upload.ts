import { z } from 'zod';
import { defineCollection } from '../kinds/store.ts';

/** An upload without its content, and without what the client said of it: that may be a patient's name. */
export const uploads = defineCollection({
  name: 'uploads',
  schema: z.object({
    id: z.string(),
    account: z.string(),
    bytes: z.int(),
    length: z.int().nullable(),
    hasMetadata: z.boolean(),
    createdAt: z.number(),
    changedAt: z.number(),
    holder: z.string().nullable(),
  }),
  indexes: [['account'], ['holder', 'changedAt']],
});
export type StoredUpload = z.output<typeof uploads.schema>;

/** What was added to an upload at once. A document each: an hour of sound may come in thousands of pieces. */
export const pieces = defineCollection({
  name: 'upload_pieces',
  schema: z.object({
    /** `<upload>/<offset>`, so that no two pieces begin at one place. */
    id: z.string(),
    upload: z.string(),
    offset: z.int(),
    bytes: z.int(),
    blob: z.string(),
  }),
  indexes: [['upload', 'offset']],
});
export type StoredPiece = z.output<typeof pieces.schema>;

/** The prefix of the blobs of all uploads. */
export const incoming = 'incoming/';

/** The prefix of the blobs of one upload. */
export const blobsOf = (upload: string): string => `${incoming}${upload}/`;

/** The blob of what the client said of the file. */
export const metadataBlob = (upload: string): string => `${blobsOf(upload)}metadata`;
