import { defineKind } from '../api/kind.ts';

/** An operation on people's records: who did what, when. It holds nothing of the records' content. */
export interface AuditEvent {
  /** Whose data; null if it concerns the whole installation. */
  readonly account: string | null;
  /** The id of the API key or of the session; null for operations of the host itself, and if it is not known. */
  readonly key: string | null;
  /** The id of the person who was signed in; absent for a key. */
  readonly person?: string | undefined;
  /** The name of that person at the time. */
  readonly by?: string | undefined;
  /** The IP address of the client; absent if it did not come over HTTP. */
  readonly address?: string | undefined;
  /** The host's own id of the request (`auditId`), which its line in the log has too. No client chooses it. */
  readonly request?: string | undefined;
  /**
   * A declared route (`GET /api/v1/transcripts/{id}`), or an operation in plain words (`retention ended`). No text of a
   * request.
   */
  readonly action: string;
  /** The id of the record, run, key or document; null if there is none. */
  readonly record: string | null;
  /** The HTTP status of the response, or `done` or `failed`. */
  readonly outcome: number | 'done' | 'failed';
  /** How many equal refusals the entry stands for; absent for one. */
  readonly count?: number | undefined;
}

/**
 * The audit log. Provided by the host, which itself records every request to clinical and administrative endpoints.
 *
 * @example
 * const recordRetention = (audit: Audit, record: string): Promise<void> =>
 *   audit.record({ account, key: null, action: 'retention ended', record, outcome: 'done' });
 */
export interface Audit {
  /**
   * Writes an event. Resolves when it is on the disk. Of equal refusals (401, 403, 429) within a minute the first is
   * written, and one entry counts the others: so nobody fills the disk by being refused.
   */
  record(event: AuditEvent): Promise<void>;
}

export const Audit = defineKind<Audit>('audit');
