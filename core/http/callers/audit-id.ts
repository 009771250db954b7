import { randomUUID } from 'node:crypto';

/** By connection within the process: the id of the request that it is made for. */
const inherited = new WeakMap<object, string>();

/** Gives the requests of a connection within the process the id of the request that they are made for. */
export function inheritAuditId(connection: object, auditId: string): void {
  inherited.set(connection, auditId);
}

/** The host's own id of a request, which no client chooses. */
export function auditIdOf(connection: object): string {
  return inherited.get(connection) ?? randomUUID();
}
