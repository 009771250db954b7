import type { AuditEvent, Call } from 'chronoscribe/types';
import type { OpenSession } from './sessions.ts';

/** The entry of the audit log for what somebody did to its own sessions, passkeys or password. */
export function ownEntry(
  { session, identity }: OpenSession,
  { address, auditId: request }: Pick<Call<unknown, unknown, Record<never, never>, undefined>, 'address' | 'auditId'>,
  action: string,
  outcome: number,
  record: string | null = null,
): AuditEvent {
  const { person, by } = identity;
  const who = person === undefined ? {} : { person, by };
  return { account: session.account, key: session.sessionId, ...who, address, request, action, record, outcome };
}
