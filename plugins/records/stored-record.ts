import { type Collection, defineCollection } from 'chronoscribe';
import { z } from 'zod';
import type { RecordVersion } from './kind.ts';
import { RecordStatus } from './shapes.ts';

const StoredVersion = z.object({
  version: z.int(),
  changedAt: z.number(),
  change: z.string(),
  /** Who made it: the name or id of a key; null if that is not known. */
  by: z.string().nullable(),
  /** The run that made it; null if a request did. */
  runId: z.string().nullable(),
  /** The name of the blob that holds its content. */
  file: z.string(),
  /** Of that file, in hex. */
  sha256: z.string(),
});

export type StoredVersion = z.output<typeof StoredVersion>;

const StoredRecord = z.object({
  id: z.string(),
  account: z.string(),
  createdAt: z.number(),
  /**
   * The row is written before the first file and deleted after the last, so every file has a row. A record is
   * `unfinished` until its first content is written; one that is being deleted is invisible.
   */
  state: z.enum(['unfinished', 'kept', 'deleting']),
  /** When the writing of its first content started, in milliseconds since 1970. */
  begunAt: z.number(),
  /** The runs that worked on it. */
  runs: z.array(z.string()),
  /** Oldest first; empty while unfinished. */
  versions: z.array(StoredVersion),
  /** What the newest version is found by; null while unfinished. */
  search: z
    .object({
      /** The name of the key of the terms. */
      key: z.string(),
      form: z.string(),
      status: RecordStatus,
      /** Keyed hashes of names and identifiers, see `SearchTerms`. */
      terms: z.array(z.string()),
      /** Whether what it says is in the index of words. */
      words: z.boolean().default(false),
    })
    .nullable(),
});

export type StoredRecord = z.output<typeof StoredRecord>;

/** The rows of one repository. They hold nothing clinical, and nothing of a patient that can be read. */
export function recordCollection(repository: string): Collection<StoredRecord> {
  return defineCollection({
    name: `records_${repository}`,
    schema: StoredRecord,
    indexes: [
      ['account', 'state', 'createdAt'],
      ['state', 'createdAt'],
    ],
  });
}

const StoredWords = z.object({
  id: z.string(),
  /** Keyed hashes of all beginnings of words of the newest version, with a space between two. */
  words: z.string(),
});

/** What the records of a repository are found by, apart from the rows, which lists go through. */
export function wordsCollection(repository: string): Collection<z.output<typeof StoredWords>> {
  return defineCollection({ name: `record_words_${repository}`, schema: StoredWords, indexes: [], words: 'words' });
}

/** Whether the record exists for this account and is visible. */
export function isVisible(row: StoredRecord | undefined, account: string): row is StoredRecord {
  return row !== undefined && row.account === account && row.state === 'kept';
}

/** @throws Error for an unfinished record */
export function newestOf({ id, versions }: StoredRecord): StoredVersion {
  const newest = versions.at(-1);
  if (newest === undefined) throw new Error(`The record ${id} has no version.`);
  return newest;
}

export function versionOf(
  { id, account, createdAt }: StoredRecord,
  { version, changedAt, change, by }: StoredVersion,
): RecordVersion {
  return { id, account, createdAt, version, changedAt, change, by };
}

/** The record with a run that works on it and is deleted with it. */
export function withRun(row: StoredRecord, runId: string | null): StoredRecord {
  return runId === null || row.runs.includes(runId) ? row : { ...row, runs: [...row.runs, runId] };
}
