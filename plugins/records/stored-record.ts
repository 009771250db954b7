import { type Collection, defineCollection } from 'chronoscribe';
import { z } from 'zod';
import type { RecordVersion } from './kind.ts';

const StoredVersion = z.object({
  version: z.int(),
  changedAt: z.number(),
  change: z.string(),
  /** The run that made it; null where a request did. */
  runId: z.string().nullable(),
  /** The name of the blob that holds its content. */
  file: z.string(),
  /** Of that file, in hex. Null where it was written before this was kept. */
  sha256: z.string().nullable().default(null),
});

export type StoredVersion = z.output<typeof StoredVersion>;

const StoredRecord = z.object({
  id: z.string(),
  account: z.string(),
  createdAt: z.number(),
  /**
   * The row is there before the first file and goes after the last, so no file is ever without one. Until its first content is on the disk a record is `unfinished`; one
   * that is being deleted is no longer seen.
   */
  state: z.enum(['unfinished', 'kept', 'deleting']),
  /** Milliseconds since 1970: when its first content began to be written. */
  begunAt: z.number(),
  /** The runs that worked on it. */
  runs: z.array(z.string()),
  /** Oldest first; empty while unfinished. */
  versions: z.array(StoredVersion),
});

export type StoredRecord = z.output<typeof StoredRecord>;

/** What the store knows of the records of one shelf; nothing of it is clinical. */
export function recordCollection(shelf: string): Collection<StoredRecord> {
  return defineCollection({
    name: `records_${shelf}`,
    schema: StoredRecord,
    indexes: [
      ['account', 'state', 'createdAt'],
      ['state', 'createdAt'],
    ],
  });
}

/** Whether this account has the record and may see it. */
export function isVisible(row: StoredRecord | undefined, account: string): row is StoredRecord {
  return row !== undefined && row.account === account && row.state === 'kept';
}

/** Throws for a record that is unfinished. */
export function newestOf({ id, versions }: StoredRecord): StoredVersion {
  const newest = versions.at(-1);
  if (newest === undefined) throw new Error(`The record ${id} has no version.`);
  return newest;
}

export function versionOf(
  { id, account, createdAt }: StoredRecord,
  { version, changedAt, change }: StoredVersion,
): RecordVersion {
  return { id, account, createdAt, version, changedAt, change };
}

/** The record with a run that works on it, which goes when it goes. */
export function withRun(row: StoredRecord, runId: string | null): StoredRecord {
  return runId === null || row.runs.includes(runId) ? row : { ...row, runs: [...row.runs, runId] };
}
