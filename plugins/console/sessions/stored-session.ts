import { defineCollection } from 'chronoscribe';
import { z } from 'zod';

export const sessions = defineCollection({
  name: 'sessions',
  schema: z.object({
    /** SHA-256 of the token in the cookie, in hex. The token itself is not stored. */
    id: z.string(),
    /** Public: `ses_…`. */
    sessionId: z.string(),
    account: z.string(),
    /** The public id of the key or of the person. */
    owner: z.string(),
    by: z.enum(['key', 'person']),
    userAgent: z.string().nullable(),
    createdAt: z.number(),
    lastSeenAt: z.number(),
    /** When who uses it has last proved to be its owner; 0 in sessions of earlier versions. */
    provenAt: z.number().default(0),
    /** When it ends even if it is used. */
    expiresAt: z.number(),
  }),
  indexes: [['sessionId'], ['owner', 'createdAt'], ['expiresAt']],
});

export type StoredSession = Readonly<z.output<typeof sessions.schema>>;
