import { type Documents, defineKind, type Page } from 'chronoscribe';
import { z } from 'zod';

/** What automations learn of a finished record: nothing clinical. */
export const RecordEvent = z.object({
  record: z.object({
    id: z.string().describe('Id of the record, a UUID'),
    form: z.string().describe('What made it: `audio-note`, `chiropractic-grid`, `image`, `pdf`'),
    template: z.string().describe('The template of the note; empty without one'),
    patient: z.string().nullable().describe('Whose record it is; null if that is not known'),
    warnings: z.int().describe('How many warnings it has'),
    coverage: z
      .number()
      .nullable()
      .describe('The share of the transcript that the note covers, 0 to 1; null if unknown'),
  }),
});
export type RecordEvent = z.output<typeof RecordEvent>;

/** Which version of which record: all that the store knows of it. */
export interface RecordVersion {
  readonly id: string;
  readonly account: string;
  /** Of the first version, in milliseconds since 1970. */
  readonly createdAt: number;
  /** From 1. */
  readonly version: number;
  /** Of this version, in milliseconds since 1970. */
  readonly changedAt: number;
  /** What made this version: `made`, or a word of the repository's owner such as `edited`, `rewritten`. */
  readonly change: string;
}

/** A record with its content, as it is now or was in an earlier version. */
export interface VersionedRecord<Content> extends RecordVersion {
  readonly content: Content;
}

/** Records of one sort, by account. The ids of another account answer like ids that do not exist: `not-found`. */
export interface RecordRepository<Content> {
  /**
   * Saves the first version. Adding the same id again changes nothing, so a step can be repeated.
   *
   * @param record `createdAt` in milliseconds since 1970; the run `runId` is deleted with the record
   * @param also is called in the transaction that makes the record visible, to tell automations of it
   */
  add(
    record: { readonly id: string; readonly account: string; readonly createdAt: number; readonly runId: string },
    content: Content,
    also?: (documents: Documents) => Promise<void>,
  ): Promise<void>;
  /** @returns the newest version @throws Problem `not-found` */
  get(account: string, id: string): Promise<VersionedRecord<Content>>;
  /**
   * Saves a new version beside those before it. With a `runId` that has already made a version it changes nothing, so a
   * step can be repeated.
   *
   * @param edit gets the newest content; it is called again if another change was saved in between
   * @returns the new version
   * @throws Problem `not-found`; what `edit` throws
   */
  update(
    account: string,
    id: string,
    change: { readonly name: string; readonly runId?: string },
    edit: (newest: Content) => Content,
  ): Promise<VersionedRecord<Content>>;
  /** @returns all versions, oldest first, without content @throws Problem `not-found` */
  versions(account: string, id: string): Promise<readonly RecordVersion[]>;
  /** @returns one version @throws Problem `not-found`, also for a version that does not exist */
  version(account: string, id: string, version: number): Promise<VersionedRecord<Content>>;
  /**
   * Lists records, newest first, without content, which may be long.
   *
   * @param options `limit` is at most 100, by default 50; `cursor` is the `next` of the page before
   * @throws Problem `invalid-cursor`
   */
  list(
    account: string,
    options: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
  ): Promise<Page<RecordVersion>>;
  /** Makes a run part of a record, so that it is deleted with the record. @throws Problem `not-found` */
  linkRun(account: string, id: string, runId: string): Promise<void>;
  /**
   * Deletes all versions, their files and the runs that worked on them, so that no file holds anything of them; running
   * ones are cancelled. The record is invisible from the start. An interrupted deletion may be repeated, and continues
   * by itself within an hour.
   *
   * @throws Problem `not-found`
   */
  delete(account: string, id: string): Promise<void>;
  /**
   * Stops the sweeps, and resolves when no deletion runs any more. Its owner's `stop` calls it; a second call does
   * nothing.
   */
  close(): Promise<void>;
}

export interface RepositoryDefinition<Content> {
  /** Lower-case words joined by `_`, unique. */
  readonly name: string;
  /** What one record is called in an error: `transcript`. */
  readonly noun: string;
  /** Parses content that is read. A damaged record is an `internal` problem that names it, and is never passed on. */
  readonly schema: z.ZodType<Content>;
  /** Days after which a record is deleted with all that belongs to it; undefined: never. */
  readonly keepDays: number | undefined;
}

/**
 * Storage for what the clinical plugins make. The store has only a record's id, account, times and versions. The
 * content, which is clinical, is a file in the blob store, so deleting it leaves nothing in a database or its log.
 */
export interface Records {
  /**
   * Opens the records of one sort, and starts to sweep them every hour.
   *
   * @throws Error if another plugin has opened a repository of this name
   * @example
   * ```ts
   * async function saveLetter(records: Records, account: string, runId: string) {
   *   const schema = z.object({ words: z.array(z.string()) });
   *   const letters = await records.openRepository({ name: 'letters', noun: 'letter', schema, keepDays: 30 });
   *   await letters.add({ id: runId, account, createdAt: Date.now(), runId }, { words: ['Dear', 'doctor'] });
   *   const { content } = await letters.get(account, runId);
   *   return content;
   * }
   * ```
   */
  openRepository<Content>(definition: RepositoryDefinition<Content>): Promise<RecordRepository<Content>>;
}

export const Records = defineKind<Records>('records');
