import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AuditEvent } from '../kinds/audit.ts';

/** One line of an audit log. */
export const auditEntry = z.strictObject({
  /** From 1, without gaps. */
  seq: z.int().positive(),
  /** ISO 8601, UTC. */
  at: z.iso.datetime(),
  account: z.string().nullable(),
  key: z.string().nullable(),
  action: z.string(),
  record: z.string().nullable(),
  outcome: z.union([z.int(), z.enum(['done', 'failed'])]),
  /** SHA-256 of the line before, in hex, without its line end; of the first line 64 zeros. */
  previous: z.string().regex(/^[0-9a-f]{64}$/),
});

export type AuditEntry = z.output<typeof auditEntry>;

/** Where a chain stands: what its next line follows. */
export interface ChainEnd {
  readonly seq: number;
  readonly hash: string;
}

export const chainBegin: ChainEnd = { seq: 0, hash: '0'.repeat(64) };

/** The line for a deed, without its line end, and where the chain stands then. */
export function nextLine(
  end: ChainEnd,
  at: Date,
  { account, key, action, record, outcome }: AuditEvent,
): { line: string; end: ChainEnd } {
  const seq = end.seq + 1;
  const entry: AuditEntry = { seq, at: at.toISOString(), account, key, action, record, outcome, previous: end.hash };
  const line = JSON.stringify(entry);
  return { line, end: { seq, hash: hashOf(line) } };
}

/** Where the chain stands after a line that follows `end`; a sentence that says what is wrong, where it does not follow. */
export function follow(end: ChainEnd, line: string): ChainEnd | string {
  const entry = readEntry(line);
  if (entry === undefined) return 'is no entry of an audit log';
  if (entry.seq !== end.seq + 1)
    return `has the number ${entry.seq} where ${end.seq + 1} is next: entries are missing or were moved`;
  if (entry.previous !== end.hash) return 'does not follow from the entry before it: one of the two was changed';
  return { seq: entry.seq, hash: hashOf(line) };
}

export function readEntry(line: string): AuditEntry | undefined {
  try {
    const parsed = auditEntry.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

export function hashOf(line: string): string {
  return createHash('sha256').update(line).digest('hex');
}
