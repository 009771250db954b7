import { defineCollection } from 'chronoscribe';
import { z } from 'zod';

export const passkeys = defineCollection({
  name: 'passkeys',
  schema: z.object({
    /** SHA-256 of the id that the authenticator gave it, which may be long; in hex. */
    id: z.string(),
    /** As the authenticator gave it, in base64url. */
    credentialId: z.string(),
    person: z.string(),
    /** The name of the host that it was made for, and works with. */
    rpId: z.string(),
    /** The person's name for it. */
    name: z.string(),
    /** COSE, in base64url. */
    publicKey: z.string(),
    /** How often the authenticator has used it; 0 for one that does not count. */
    counter: z.number(),
    transports: z.array(z.string()),
    createdAt: z.number(),
    lastUsedAt: z.number().nullable(),
  }),
  indexes: [['person', 'createdAt']],
});

export type StoredPasskey = Readonly<z.output<typeof passkeys.schema>>;

/** What an authenticator signs, to prove that it answers now. */
export const challenges = defineCollection({
  name: 'passkey_challenges',
  schema: z.object({
    id: z.string(),
    challenge: z.string(),
    /** Who registers a passkey; null for a sign-in. */
    person: z.string().nullable(),
    expiresAt: z.number(),
  }),
  indexes: [['expiresAt']],
});
