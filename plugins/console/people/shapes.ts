import { singleLine } from 'chronoscribe/host';
import { z } from 'zod';
import { originOf } from '../sessions/origin.ts';
import { type Brought, Role, roleNames } from '../sessions/roles.ts';
import { isoTime } from '../sessions/shapes.ts';
import type { IssuedInvitation } from './invitations.ts';
import type { Person } from './registry.ts';

/** RFC 5321, 4.5.3.1: 64 characters before the `@`, and 63 in each part of the domain, which is a label of DNS. */
const longestParts = /^[^@]{1,64}@(?:[^.]{0,62}[^.-]\.)+[^.]{1,63}$/;

export const Email = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email())
  .refine((email) => longestParts.test(email), 'Invalid email address')
  .meta({ format: 'email', pattern: z.regexes.email.source })
  .describe('Signs in with it; upper and lower case are the same');
export const Name = singleLine(200).describe('For others: in the audit log and in versions of records');
export const rolesAmong = (brought: Brought) =>
  z
    .array(z.enum(roleNames(brought)))
    .min(1)
    .transform((roles) => [...new Set(roles)])
    .describe('What the person may do');

export const PersonShape = z.object({
  id: z.string().describe('`per_…`'),
  name: z.string().describe('For others'),
  email: z.string().meta({ format: 'email' }).describe('Signs in with it'),
  roles: z.array(Role).readonly().describe('What the person may do'),
  disabled: z.boolean().describe('Whether the person cannot sign in'),
  created_at: z.string().describe('ISO 8601, UTC'),
  last_seen_at: z.string().nullable().describe('The last sign-in; ISO 8601, UTC; null if there was none'),
});

/** A person with a link, which is shown only in this answer. */
export const LinkShape = z.object({
  person: PersonShape.describe('Who the link is for'),
  link: z
    .string()
    .meta({ format: 'uri' })
    .describe('Opens the console, where the person chooses a password. It is shown only in this answer'),
  expires_at: z.string().describe('ISO 8601, UTC'),
});

export function personView(person: Person): z.output<typeof PersonShape> {
  const { id, name, email, roles, disabled, createdAt, lastSeenAt } = person;
  const last_seen_at = lastSeenAt === null ? null : isoTime(lastSeenAt);
  return { id, name, email, roles, disabled, created_at: isoTime(createdAt), last_seen_at };
}

export function linkView(
  { person, token, expiresAt }: IssuedInvitation & { readonly person: Person },
  headers: Headers,
): z.output<typeof LinkShape> {
  const link = `${originOf(headers)}${invitationPath(token)}`;
  return { person: personView(person), link, expires_at: isoTime(expiresAt) };
}

export function invitationPath(token: string): string {
  return `/console/invitation/${token}`;
}
