import { defineKind } from 'chronoscribe';

/**
 * The rows beneath a ledger of events that branches: what a store keeps beside documents, since reading through a hundred
 * branches asks more of a database than documents can. A journal knows nothing of paradoxes or of HTTP. It keeps revisions, and
 * tells which of them a timeline shows.
 *
 * A **revision** is one version of one event on one timeline. Revisions are only ever added, each under the next number of one
 * sequence (`seq`). Those of one event share its **subject**. A timeline is one row with the place in the sequence at which it
 * left its parent, so making one copies nothing.
 *
 * A **view** is what is read through: a timeline and its ancestors, each up to a place in the sequence. A view shows, of each
 * subject, the newest revision within it.
 */
export interface Journal extends JournalReads {
  /**
   * Runs `work` so that all of its changes happen or none, and as if no other change of this account's journal was under way. A
   * promise that resolves means that the change is on the disk. Inside, nothing but `journal` is waited for.
   */
  transaction<T>(account: string, work: (journal: JournalWrites) => Promise<T>): Promise<T>;
  /**
   * Like `transaction`, for as many entries as there are: written piece by piece and shown all at once. Other changes of this
   * account wait; those of others do not. What was written is gone where `work` throws or the process dies.
   */
  bulk<T>(account: string, work: (journal: JournalBulk) => Promise<T>): Promise<T>;
}

/** Reading. All lists are complete unless a limit is given; asking for nothing gives nothing. */
export interface JournalReads {
  /** In order of creation, `primary` first. The primary timeline is there as soon as anything was written. */
  timelines(account: string): Promise<readonly JournalTimeline[]>;
  /**
   * What a timeline shows now, or showed when `asOf` (milliseconds since 1970) was the real time. Undefined where there is no
   * such timeline.
   */
  view(account: string, timelineId: string, asOf?: number): Promise<View | undefined>;
  /** The revisions in view at a place within a range of time, both ends included, ordered by `time`, then by `recorded`. */
  search(view: View, query: JournalSearch): Promise<readonly FoundRevision[]>;
  /** The revisions in view that begin at a place at an instant, by `recorded`. */
  at(view: View, place: string, instant: number): Promise<readonly Revision[]>;
  /**
   * The first `limit` revisions in view at a place that are under way at some moment between `from` and `to`, both included;
   * ordered as by `search`.
   */
  overlapping(view: View, query: Omit<JournalSearch, 'after'>): Promise<readonly Revision[]>;
  /** The revisions in view that carry one of these event ids. */
  current(view: View, eventIds: readonly string[]): Promise<readonly Revision[]>;
  /** The revisions in view of these subjects. */
  currentOf(view: View, subjects: readonly number[]): Promise<readonly Revision[]>;
  /** The revisions in view that name one of these event ids as a cause. */
  effects(view: View, eventIds: readonly string[]): Promise<readonly Revision[]>;
  /** The revisions in view that mention a word in a role, by time. */
  mentions(view: View, query: MentionQuery): Promise<readonly Revision[]>;
  /** All revisions within the view's bounds, superseded ones too, of the subjects that carry one of these event ids; by `seq`. */
  versions(view: View, eventIds: readonly string[]): Promise<readonly Revision[]>;
  /** All revisions on all timelines of the account, of the subject that carries this event id; by `seq`. */
  history(account: string, eventId: string): Promise<readonly Revision[]>;
  /** Those of the ids that some event of the account carries, on whichever timeline. */
  taken(account: string, eventIds: readonly string[]): Promise<readonly string[]>;
  /** Up to `limit` of the subjects that have a revision within `view` and not within `since`. */
  changed(view: View, since: View, limit: number): Promise<readonly number[]>;
  /** Whether an event in view names a cause that is not earlier than itself. */
  hasBackwardCause(view: View): Promise<boolean>;
  /** How a worker thread finds what is in view now; what is written later is not in it. */
  snapshot(view: View): Promise<SnapshotSource>;
  /** What `addReceipt` kept under this id. */
  receipt(account: string, operationId: string): Promise<string | undefined>;
}

/** Writing much, while nobody else changes that account. What is added is shown when all of it is; `taken` knows it before. */
export type JournalBulk = Pick<JournalReads, 'taken' | 'view'> & Pick<JournalWrites, 'append' | 'addReceipt'>;

/** Writing. Reads see what was written before in the same transaction. */
export interface JournalWrites extends JournalReads {
  /** Adds revisions in this order. @returns what was added. */
  append(entries: readonly JournalEntry[]): Promise<readonly Revision[]>;
  addTimeline(timeline: NewTimeline): Promise<JournalTimeline>;
  /** Notes that all of a branch up to now is in its parent too. */
  markMerged(timelineId: string): Promise<void>;
  /** Deletes a timeline and the revisions on it. It must have no branches. */
  deleteTimeline(timelineId: string): Promise<void>;
  /** Keeps what an operation made, so that the same one tried again need not be done again. */
  addReceipt(operationId: string, text: string): Promise<void>;
}

export interface JournalTimeline {
  readonly id: string;
  /** The id of the timeline that it branched from; null for `primary`. */
  readonly parent: string | null;
  /** The place in the sequence up to which it shows its parent. */
  readonly branchedAt: number;
  /** The place in the sequence up to which the parent has all of it; `branchedAt` before the first merge. */
  readonly mergedAt: number;
  readonly description: string;
  /** Wall time, milliseconds since 1970. */
  readonly createdAt: number;
  readonly requestId: string;
}

export type NewTimeline = Pick<JournalTimeline, 'id' | 'description' | 'requestId'> & { readonly parent: string };

/**
 * Which revisions are read: those on each timeline up to a place in the sequence. Made by `view`; the timeline itself comes
 * first.
 */
export interface View {
  readonly account: string;
  readonly lineage: readonly { readonly timelineId: string; readonly timeline: number; readonly upTo: number }[];
}

/** How a revision came about. `merge`: it was taken over from a branch. */
export type Operation = 'record' | 'manipulate' | 'revert' | 'merge';

/** A revision to be added. */
export interface JournalEntry {
  readonly timelineId: string;
  readonly operation: Operation;
  readonly eventId: string;
  /** What it is a version of; null for an event of its own. */
  readonly subject: number | null;
  /** The `recorded` of the revision whose content this states again; null where the content is new. */
  readonly recorded: number | null;
  /** Milliseconds since 1970, as all times here. */
  readonly time: number;
  /** When it ends; `time` for a moment. */
  readonly until: number;
  /** The location in the form that is compared. */
  readonly place: string;
  readonly causes: readonly JournalCause[];
  readonly participants: readonly string[];
  /** Keys that its effects set. */
  readonly sets: readonly string[];
  /** Keys that it requires. */
  readonly needs: readonly string[];
  /**
   * Whether a check of the whole timeline must look into `body`: false for an event that has nothing but a time, a place, a
   * description and causes.
   */
  readonly rich: boolean;
  readonly requestId: string;
  /** JSON; the journal keeps it and never looks into it. */
  readonly body: string;
}

export interface JournalCause {
  readonly eventId: string;
  /** Milliseconds; null where there is no limit. */
  readonly minDelay: number | null;
  readonly maxDelay: number | null;
}

export interface Revision {
  readonly seq: number;
  readonly timelineId: string;
  readonly operation: Operation;
  readonly eventId: string;
  readonly subject: number;
  /** The place in the sequence at which this content was first added: the order of recording. */
  readonly recorded: number;
  readonly time: number;
  readonly until: number;
  readonly body: string;
  readonly requestId: string;
  /** Wall time, milliseconds since 1970. Never earlier than that of a smaller `seq`. */
  readonly recordedAt: number;
}

/** As much of a revision as a search gives: it is asked for most often, so it reads no more than that. */
export type FoundRevision = Pick<Revision, 'time' | 'recorded' | 'body'>;

export interface JournalSearch {
  readonly place: string;
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  /** Where the page before ended. */
  readonly after?: { readonly time: number; readonly recorded: number };
}

export interface MentionQuery {
  readonly role: 'participant' | 'sets' | 'needs';
  readonly word: string;
  /** Participants: of events that are under way at some moment between these, both included. Keys: of events whose `time` is. */
  readonly from: number;
  readonly to: number;
  /** By time, the earliest first, which is the default, or the latest first. */
  readonly order?: 'first' | 'last';
  /** Default: all. */
  readonly limit?: number;
}

/** A module (URL) whose `openSnapshot(options)` gives a `Snapshot`; `options` can be sent to a worker thread. */
export interface SnapshotSource {
  readonly module: string;
  readonly options: unknown;
}

/** What a view held when the snapshot was taken. */
export interface Snapshot {
  /** All revisions within the view's bounds, superseded ones too, by `seq`, in lists of some thousands. */
  rows(): AsyncIterable<readonly SnapshotRow[]>;
  /** These revisions whole, by `seq`. */
  revisions(seqs: readonly number[]): Promise<ReadonlyMap<number, Revision>>;
  /** The event ids behind these names. */
  eventIds(names: readonly number[]): Promise<ReadonlyMap<number, string>>;
  close(): void;
}

/**
 * `[seq, subject, name, place, time, until, recorded, causes, body]`: `name` and `place` are numbers that stand for the event id
 * and the place; `body` is null unless rich.
 */
export type SnapshotRow = readonly [
  seq: number,
  subject: number,
  name: number,
  place: number,
  time: number,
  until: number,
  recorded: number,
  /** JSON: a list of `SnapshotCause`, or null where there is none. */
  causes: string | null,
  body: string | null,
];

/** The name of a cause, alone where the delay from it has no limit. Delays in milliseconds. */
export type SnapshotCause = number | readonly [name: number, minDelay: number | null, maxDelay: number | null];

export function causeName(cause: SnapshotCause): number {
  return typeof cause === 'number' ? cause : cause[0];
}

/** A module that a `SnapshotSource` names. */
export interface SnapshotModule {
  openSnapshot(options: unknown): Promise<Snapshot>;
}

export const Journal = defineKind<Journal>('journal');
