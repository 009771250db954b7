/** **Internal**: what the records of all forms share: patients, visits, versions, lists. */

import { type Documents, defineKind } from 'chronoscribe';
import type { Page, TriggerEvent } from 'chronoscribe/types';
import { z } from 'zod';
import { type listedShape, type RecordListing, RecordStatus } from './shapes.ts';

export { type KeptFiles, keptFiles } from './kept-files.ts';
export { recordOfRun } from './record-of-run.ts';
export { excerptOf, listedShape, Patient, patientFields, RecordStatus, recordListing, Visit } from './shapes.ts';

/** What automations learn of a finished record: nothing clinical. */
export const RecordEvent = z.object({
  record: z.object({
    id: z.string().describe('Id of the record, a UUID'),
    form: z.string().describe('What made it: `audio-note`, `chiropractic-grid`, `image`, `pdf`'),
    template: z.string().describe('The template of the note; empty without one'),
    status: RecordStatus.default('draft').describe('Whether it is signed'),
    patient: z
      .string()
      .nullable()
      .describe('The same text for all records of a patient, which does not tell who that is; null if not known'),
    warnings: z.int().describe('How many warnings it has'),
    coverage: z
      .number()
      .nullable()
      .describe('The share of the transcript that the note covers, 0 to 1; null if unknown'),
  }),
});
export type RecordEvent = z.input<typeof RecordEvent>;

type Listed = z.output<z.ZodObject<typeof listedShape>>;

/** Which version of which record: all that the store knows of it. */
export interface RecordVersion extends Readonly<Pick<Listed, 'id' | 'createdAt' | 'version' | 'changedAt' | 'by'>> {
  readonly account: string;
  /** What made this version: `made`, or a word of the repository's owner such as `edited`, `rewritten`. */
  readonly change: string;
}

/** What records of every sort have in common, for lists and searches. */
export interface RecordLabels
  extends Readonly<
    Pick<Listed, 'form' | 'template' | 'title' | 'status' | 'patient' | 'visit' | 'warnings' | 'excerpt'>
  > {
  /** The share of the source that the note or summary states, 0 to 1; null if unknown. */
  readonly coverage: number | null;
}

/**
 * A record in a list, with what its content says of itself. Where that cannot be read, there is what the store knows,
 * and the only warning says what to do.
 */
export type ListedRecord<Labels> = RecordVersion &
  RecordLabels & {
    /** Where it is read. */
    readonly location: string;
    /** Of a search of what records say: where a word of it stands; null if it is found by a name or a title alone. */
    readonly match: string | null;
  } & (({ readonly readable: true } & Labels) | { readonly readable: false });

/** Which records are listed: those that fit all that is given. */
export type RecordFilter = Readonly<Omit<z.output<typeof RecordListing>, keyof PageOptions>>;

/** A record with its content, as it is now or was in an earlier version. */
export interface VersionedRecord<Content> extends RecordVersion {
  readonly content: Content;
}

/** Tells automations of a record, in the transaction that saves it. */
export type RecordListener = (documents: Documents, event: TriggerEvent<RecordEvent>) => Promise<void>;

/** A page of a list, and what its words were searched in: a store that keeps no index of words has names alone. */
export type ListedPage<Labels> = Page<ListedRecord<Labels>> & { readonly searched: 'names' | 'texts' };

export interface PageOptions {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Records of one sort, by account. The ids of another account answer like ids that do not exist: `not-found`. */
export interface RecordRepository<Content, Labels = RecordLabels> {
  /**
   * Saves the first version. Adding the same id again changes nothing, so a step can be repeated.
   *
   * @param record `createdAt` in milliseconds since 1970; the run `runId` is deleted with the record
   * @param saved is called in the transaction that makes the record visible
   */
  add(
    record: {
      readonly id: string;
      readonly account: string;
      readonly createdAt: number;
      readonly runId: string;
      readonly by?: string | undefined;
    },
    content: Content,
    saved?: RecordListener,
  ): Promise<void>;
  /** @returns the newest version @throws Problem `not-found` */
  get(account: string, id: string): Promise<VersionedRecord<Content>>;
  /**
   * Saves a new version beside those before it. With a `runId` that has already made a version it changes nothing, so a
   * step can be repeated.
   *
   * @param edit gets the newest content and its version; it is called again if another change was saved in between
   * @returns the new version
   * @throws Problem `not-found`; what `edit` throws
   */
  update(
    account: string,
    id: string,
    change: {
      readonly name: string;
      readonly by?: string | undefined;
      readonly runId?: string;
      /** Is called in the transaction that saves the version. */
      readonly saved?: RecordListener;
    },
    edit: (newest: Content, version: RecordVersion) => Content | Promise<Content>,
  ): Promise<VersionedRecord<Content>>;
  /** @returns all versions, oldest first, without content @throws Problem `not-found` */
  versions(account: string, id: string): Promise<readonly RecordVersion[]>;
  /** @returns one version @throws Problem `not-found`, also for a version that does not exist */
  version(account: string, id: string, version: number): Promise<VersionedRecord<Content>>;
  /**
   * Lists records, newest first, without content, which may be long. One whose content cannot be read is listed too; a
   * search that has to read it leaves it out.
   *
   * @param options `limit` is at most 100, by default 50; `cursor` is the `next` of the page before
   * @returns a page; it may have fewer records than `limit`, and only the last one has no `next`
   * @throws Problem `invalid-cursor`
   */
  list(account: string, options: RecordFilter & PageOptions): Promise<ListedPage<Labels>>;
  /** The prefix of further blobs of a record, which are deleted with it; of those of all records for an empty id. */
  filesOf(id: string): string;
  /** Makes a run part of a record, so that it is deleted with the record. @throws Problem `not-found` */
  linkRun(account: string, id: string, runId: string): Promise<void>;
  /**
   * Deletes all versions, their files and the runs that worked on them, so that no file holds anything of them; running
   * ones are cancelled. The record is invisible from the start. An interrupted deletion may be repeated, and continues
   * by itself within an hour.
   *
   * @param permit gets the versions in the transaction that hides the record; what it throws keeps the record
   * @throws Problem `not-found`; what `permit` throws
   */
  delete(account: string, id: string, permit?: (versions: readonly RecordVersion[]) => void): Promise<void>;
  /**
   * Stops the sweeps, and resolves when no deletion runs any more. Its owner's `stop` calls it; a second call does
   * nothing.
   */
  close(): Promise<void>;
}

export interface RepositoryDefinition<Content, Labels extends RecordLabels = RecordLabels> {
  /** Lower-case words joined by `_`, unique. */
  readonly name: string;
  /** What one record is called in an error: `transcript`. */
  readonly noun: string;
  /** Parses content that is read. A damaged record is an `internal` problem that names it, and is never passed on. */
  readonly schema: z.ZodType<Content>;
  /** What a content says of itself, for lists and searches. */
  labels(content: Content): Labels;
  /** The texts of a content that it is found by, those first that say most. Default: none. */
  texts?(content: Content): Iterable<string>;
  /** Where a record is read: `/api/v1/transcripts/` and its id. */
  readonly path: string;
  /** Days after which a record is deleted with all that belongs to it; undefined: never. */
  readonly keepDays: number | undefined;
}

/**
 * Storage for what the clinical plugins make. The store has only a record's id, account, times, versions, form, status
 * and keyed hashes to search it by. The content, which is clinical, is a file in the blob store, so deleting it leaves
 * nothing in a database or its log.
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
   *   const nobody = { patient: null, visit: null };
   *   const unsigned = { status: 'draft', excerpt: '', coverage: null } as const;
   *   const labels = () => ({ form: 'letter', template: '', title: '', ...unsigned, ...nobody, warnings: [] }) as const;
   *   const named = { name: 'letters', noun: 'letter', path: '/api/v1/letters/' };
   *   const letters = await records.openRepository({ ...named, schema, labels, keepDays: 30 });
   *   await letters.add({ id: runId, account, createdAt: Date.now(), runId }, { words: ['Dear', 'doctor'] });
   *   const { content } = await letters.get(account, runId);
   *   return content;
   * }
   * ```
   */
  openRepository<Content, Labels extends RecordLabels>(
    definition: RepositoryDefinition<Content, Labels>,
  ): Promise<RecordRepository<Content, Labels>>;
}

export const Records = defineKind<Records>('records', { openRepository: 'function' });
