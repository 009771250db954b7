import { z } from 'zod';
import { defineKind } from '../api/kind.ts';

/** An operation on people's records: who did what, when. It holds nothing of the records' content, and no text of a request. */
export const AuditEvent = z.object({
  account: z.string().nullable().describe('Whose data; null if it concerns the whole installation'),
  key: z.string().nullable().describe('The id of the key; null for operations of the host itself'),
  person: z.string().optional().describe('The id of the person who was signed in'),
  by: z.string().optional().describe('The name of that person at the time'),
  address: z.string().optional().describe('The IP address of the client'),
  request: z
    .string()
    .optional()
    .describe(
      'The id that the host gave the request. It is X-Request-Id of the answer unless the client sent one; the log has both',
    ),
  action: z.string().describe('A route, or an operation in words'),
  record: z.string().nullable().describe('The id of the record, run, key or document; null if there is none'),
  outcome: z.union([z.int(), z.enum(['done', 'failed'])]).describe('The HTTP status, or `done` or `failed`'),
  count: z.int().optional().describe('How many equal refusals within a minute it stands for; absent for one'),
});

export type AuditEvent = Readonly<z.output<typeof AuditEvent>>;

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
