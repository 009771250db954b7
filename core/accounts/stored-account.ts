import { z } from 'zod';
import { scopes } from '../api/access.ts';
import { defineCollection } from '../kinds/store.ts';

export const accounts = defineCollection({
  name: 'accounts',
  schema: z.object({
    id: z.string(),
    name: z.string(),
    createdAt: z.number(),
    /** Who wants it to be erased; null if nobody does. */
    erasing: z.object({ person: z.string().nullable(), by: z.string() }).nullable().default(null),
  }),
  indexes: [['createdAt']],
});

export const keys = defineCollection({
  name: 'keys',
  schema: z.object({
    /** SHA-256 of the key, in hex. The key itself is not stored. */
    id: z.string(),
    keyId: z.string(),
    account: z.string(),
    name: z.string().nullable(),
    scopes: z.array(z.enum(scopes)),
    expiresAt: z.number().nullable(),
    createdAt: z.number(),
    /** Counted to the minute. */
    lastUsedAt: z.number().nullable().default(null),
    /** Addresses and ranges that it may be used from; empty for any. */
    ip: z.array(z.string()).default([]),
    /** The id of the secret before the last rotation, and how long it goes on. */
    formerId: z.string().nullable().default(null),
    formerUntil: z.number().nullable().default(null),
    /** The operation that rotated it last. */
    rotation: z.string().nullable().default(null),
  }),
  indexes: [['createdAt'], ['keyId'], ['formerId'], ['account'], ['account', 'createdAt']],
});

export type StoredKey = Readonly<z.output<typeof keys.schema>>;
