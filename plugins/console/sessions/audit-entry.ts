import type { AuditEvent } from 'chronoscribe';
import type { OpenSession } from './sessions.ts';

/** The entry of the audit log for what somebody did to its own sessions, passkeys or password. */
export function ownEntry(
  { session, identity }: OpenSession,
  address: string,
  action: string,
  outcome: number,
): AuditEvent {
  const { person, by } = identity;
  const who = person === undefined ? {} : { person, by };
  return { account: session.account, key: session.sessionId, ...who, address, action, record: null, outcome };
}
