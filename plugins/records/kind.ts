import { defineKind, type Page } from 'chronoscribe';
import type { z } from 'zod';

/** Which version of which record: all that the store knows of it. */
export interface RecordVersion {
  readonly id: string;
  readonly account: string;
  /** Milliseconds since 1970: of the first version. */
  readonly createdAt: number;
  /** From 1. */
  readonly version: number;
  /** Milliseconds since 1970: of this version. */
  readonly changedAt: number;
  /** What made this version: `made`, or a word of the shelf's owner such as `edited`, `rewritten`. */
  readonly change: string;
}

/** A record as it is now, or as it was in an earlier version. */
export interface VersionedRecord<Content> extends RecordVersion {
  readonly content: Content;
}

/** Records of one sort, by account. Another account's ids answer like ids that do not exist: `not-found`. */
export interface RecordRepository<Content> {
  /** Keeps the first version. The same id again changes nothing, so that a step can be redone. `runId` is forgotten with the record. */
  add(
    record: { readonly id: string; readonly account: string; readonly createdAt: number; readonly runId: string },
    content: Content,
  ): Promise<void>;
  get(account: string, id: string): Promise<VersionedRecord<Content>>;
  /**
   * Keeps a new version beside those before it. `edit` is called with the newest, and again where another change came first; what it throws is passed on.
   * With a `runId` that has made a version already nothing is changed, so that a step can be redone.
   */
  update(
    account: string,
    id: string,
    change: { readonly name: string; readonly runId?: string },
    edit: (newest: Content) => Content,
  ): Promise<VersionedRecord<Content>>;
  /** Oldest first, without content. */
  versions(account: string, id: string): Promise<readonly RecordVersion[]>;
  /** One that never was is `not-found`. */
  version(account: string, id: string, version: number): Promise<VersionedRecord<Content>>;
  /** Newest first, without content, which may be long: whoever shows more of a record gets it. At most 100, default 50. */
  list(
    account: string,
    options: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
  ): Promise<Page<RecordVersion>>;
  /** Says that a run works on the record, so that it goes with the record whatever becomes of it. */
  linkRun(account: string, id: string, runId: string): Promise<void>;
  /**
   * Deletes all versions, their files and the runs that worked on them, so that nothing of them is left in any file; runs that are at work are cancelled. From its
   * beginning on nobody sees the record any more. Where it is interrupted it may be asked for again, and is gone on with within an hour.
   */
  delete(account: string, id: string): Promise<void>;
  /** Ends its sweeps and returns when nothing is deleted any more; called by its owner's `stop`. Again is no error. */
  close(): Promise<void>;
}

export interface RepositoryDefinition<Content> {
  /** Lower-case words joined by `_`, unique. */
  readonly name: string;
  /** What one record is called in an error: `transcript`. */
  readonly noun: string;
  /** Content is parsed by it when it is read: a damaged record is an `internal` problem that names it, and never passed on. */
  readonly schema: z.ZodType<Content>;
  /** Days after which a record is deleted with all that belongs to it; undefined: never. */
  readonly keepDays: number | undefined;
}

/**
 * Keeps what the clinical plugins make. Of a record only its place is in the store (id, account, times, versions); its content, which is clinical, is a file of its own in
 * the blob store, so that deleting it leaves nothing behind in a database or its log.
 */
export interface Records {
  openRepository<Content>(definition: RepositoryDefinition<Content>): Promise<RecordRepository<Content>>;
}

export const Records = defineKind<Records>('records');
