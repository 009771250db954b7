import { scopeSchemas } from 'chronoscribe/host';
import { z } from 'zod';
import { ProfileShape, Role } from './roles.ts';
import { type OpenSession, proofValidForMs, type StoredSession } from './sessions.ts';

const time = z.string().describe('ISO 8601, UTC');

export const SessionShape = z.object({
  id: z.string().describe('`ses_…`'),
  person: ProfileShape.nullable().describe('Null for a session that was opened with a key'),
  account_id: z.string().describe('Whose data the session opens'),
  roles: z.array(Role).readonly().describe('Of a key: the role that its scopes are most like'),
  scopes: z.array(scopeSchemas.any).readonly().describe('What may be asked'),
  read_only: z.array(scopeSchemas.any).readonly().describe('Those of the scopes in which nothing may be changed'),
  expires_at: time.describe('When the session ends even if it is used; ISO 8601, UTC'),
  idle_expires_at: time.describe('When it ends unless it is used; ISO 8601, UTC'),
  confirmed_until: time.describe('Until when factors, passwords, people and keys may be changed without another proof'),
});

export const SessionItem = z.object({
  id: z.string().describe('`ses_…`'),
  created_at: time,
  last_seen_at: time,
  expires_at: time,
  user_agent: z.string().nullable().describe('Of the browser that signed in'),
  current: z.boolean().describe('Whether the request belongs to it'),
});

/** What a person can prove its identity by. */
export const Proof = z.object({
  password: z.string().min(1).max(256).optional().describe('Of the person'),
  code: z.string().min(1).max(20).optional().describe('Of the authenticator'),
  passkey: z
    .object({
      challenge_id: z.string().max(100).describe('Of the options of POST /api/v1/session/passkey/options'),
      response: z.looseObject({}).describe('The credential of the browser, by its `toJSON`'),
    })
    .optional()
    .describe('Of the person'),
  key: z.string().min(1).max(500).optional().describe('For a session that was opened with it'),
});
export type Proof = z.output<typeof Proof>;

export function sessionView({ session, identity, idleExpiresAt }: OpenSession): z.output<typeof SessionShape> {
  return {
    id: session.sessionId,
    person: identity.profile,
    account_id: session.account,
    roles: identity.roles,
    scopes: identity.scopes,
    read_only: identity.readOnly ?? [],
    expires_at: isoTime(session.expiresAt),
    idle_expires_at: isoTime(idleExpiresAt),
    confirmed_until: isoTime(session.provenAt + proofValidForMs),
  };
}

export function sessionItem(session: StoredSession, current: StoredSession): z.output<typeof SessionItem> {
  return {
    id: session.sessionId,
    created_at: isoTime(session.createdAt),
    last_seen_at: isoTime(session.lastSeenAt),
    expires_at: isoTime(session.expiresAt),
    user_agent: session.userAgent,
    current: session.id === current.id,
  };
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
