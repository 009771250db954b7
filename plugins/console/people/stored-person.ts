import { defineCollection } from 'chronoscribe';
import { z } from 'zod';
import { Role } from '../sessions/roles.ts';

export const people = defineCollection({
  name: 'people',
  schema: z.object({
    /** `per_…` */
    id: z.string(),
    account: z.string(),
    /** In lower case; unique in the installation. */
    email: z.string(),
    name: z.string(),
    roles: z.array(Role),
    /** See `password.ts`; null until the person has chosen one. */
    password: z.string().nullable(),
    /** The secret of an authenticator in base32, and the last step whose code was used; null without one. */
    totp: z.object({ secret: z.string(), confirmed: z.boolean(), lastStep: z.number() }).nullable(),
    /** How an identity provider knows the person; null if it has never signed in by one. */
    oidc: z
      .object({
        issuer: z.string(),
        subject: z.string(),
        /** Whether the person was added by the provider's groups, which then decide on the roles. */
        isManaged: z.boolean(),
      })
      .nullable(),
    /** SHA-256 of the issuer and the subject; null as above. */
    oidcId: z.string().nullable(),
    /** What the screens are shown in; null for what the browser asks for. */
    language: z.string().nullable(),
    scheme: z.string().nullable(),
    disabled: z.boolean(),
    createdAt: z.number(),
    /** When the person signed in last; null if never. */
    lastSeenAt: z.number().nullable(),
  }),
  indexes: [['email'], ['oidcId'], ['account', 'createdAt']],
});

export type Person = Readonly<z.output<typeof people.schema>>;

/** What a one-time link is for: to make the first person, to join, or to choose another password. */
export const Purpose = z.enum(['first', 'invite', 'reset']);

export const invitations = defineCollection({
  name: 'invitations',
  schema: z.object({
    /** SHA-256 of the token in the link, in hex. The token itself is not stored. */
    id: z.string(),
    account: z.string(),
    /** `first` if it makes the first person. */
    person: z.string(),
    purpose: Purpose,
    expiresAt: z.number(),
  }),
  indexes: [['person'], ['expiresAt']],
});

export type Invitation = Readonly<z.output<typeof invitations.schema>>;
