/**
 * **Stable**: what a store implements to hold the ledger of `/v1`; `chronoscribe/store` has it for SQL databases. Its
 * suite: `journalContract` of `chronoscribe/contracts/store`.
 */

import { defineKind } from 'chronoscribe';

/**
 * An append-only log of the versions of events on branching timelines, which a store keeps beside documents: reading
 * through a hundred branches needs more of a database than documents offer. A journal knows nothing of paradoxes or of
 * HTTP. It stores revisions, and finds those that a timeline shows.
 *
 * A **revision** is one version of one event on one timeline. Revisions are only added, each with the next number of
 * one sequence (`seq`). The revisions of one event share its **subject**. A timeline is one row with the sequence
 * number at which it left its parent, so that a branch copies nothing.
 *
 * A **view** selects what is read: a timeline and its ancestors, each up to a sequence number. It shows, of each
 * subject, the newest revision within these bounds.
 */
export interface Journal extends JournalReads {
  /**
   * Whether a search holds up the thread that asks, and can be made on a `snapshot` in another one. A server does the
   * work of a search in any case.
   */
  readonly searchedByThreads?: boolean;
  /**
   * Runs `work` so that all of its changes happen or none, and as if no other change of this account's journal ran
   * meanwhile. The change is durable when the promise resolves. `work` must wait for nothing but `journal`.
   */
  transaction<T>(account: string, work: (journal: JournalWrites) => Promise<T>): Promise<T>;
  /**
   * Like `transaction`, for any number of entries: written in pieces and shown all at once. Other changes of this
   * account wait; those of other accounts do not. Nothing is left if `work` throws or the process dies.
   */
  bulk<T>(account: string, work: (journal: JournalBulk) => Promise<T>): Promise<T>;
}

/** Reads. Lists are complete unless a limit is given; an empty list of ids gives an empty result. */
export interface JournalReads {
  /** In order of creation, `primary` first. The primary timeline exists once the account has written anything. */
  timelines(account: string): Promise<readonly JournalTimeline[]>;
  /**
   * What a timeline shows now, or showed at `asOf` (wall time, milliseconds since 1970). Undefined if the timeline does
   * not exist.
   */
  view(account: string, timelineId: string, asOf?: number): Promise<View | undefined>;
  /**
   * The visible revisions at a place, or everywhere, whose `time` is in a range, both ends included, ordered by `time`,
   * then by `recorded`.
   */
  search(view: View, query: JournalSearch): Promise<readonly FoundRevision[]>;
  /** The visible revisions at a place that begin at an instant, by `recorded`. */
  at(view: View, place: string, instant: number): Promise<readonly Revision[]>;
  /**
   * The first `limit` visible revisions at a place that overlap the range from `from` to `to`, both included; ordered
   * as by `search`.
   */
  overlapping(view: View, query: PlaceQuery): Promise<readonly Revision[]>;
  /** The visible revisions with one of these event ids. */
  current(view: View, eventIds: readonly string[]): Promise<readonly Revision[]>;
  /** The visible revisions of these subjects. */
  currentOf(view: View, subjects: readonly number[]): Promise<readonly Revision[]>;
  /** The visible revisions that name one of these event ids as a cause. */
  effects(view: View, eventIds: readonly string[]): Promise<readonly Revision[]>;
  /** The visible revisions that mention a word in a role, by time. */
  mentions(view: View, query: MentionQuery): Promise<readonly Revision[]>;
  /**
   * All revisions within the view's bounds, superseded ones too, of the subjects with one of these event ids; by `seq`.
   */
  versions(view: View, eventIds: readonly string[]): Promise<readonly Revision[]>;
  /** All revisions on all timelines of the account, of the subject with this event id; by `seq`. */
  history(account: string, eventId: string): Promise<readonly Revision[]>;
  /** Those of the ids that an event of the account has, on any timeline. */
  taken(account: string, eventIds: readonly string[]): Promise<readonly string[]>;
  /** The ids of events of the account, on any timeline, that continue one of these after a slash: `a/1` for `a`. */
  under(account: string, eventIds: readonly string[]): Promise<readonly string[]>;
  /** Up to `limit` subjects with a revision within `view` and not within `since`. */
  changed(view: View, since: View, limit: number): Promise<readonly number[]>;
  /** Up to `limit` visible revisions that are rich and not the first of their subject, in any order. */
  revised(view: View, limit: number): Promise<readonly Revision[]>;
  /** Whether a visible event names a cause that is not earlier than itself. */
  hasBackwardCause(view: View): Promise<boolean>;
  /** How a worker thread reads the view as it is now; later changes are not in it. */
  snapshot(view: View): Promise<SnapshotSource>;
  /**
   * The first `limit` revisions from a position on, by `time`, then by `seq`: those that the timeline on which they were
   * added shows, of all timelines of the account. What a branch has from its parent, and what its parent has merged, is
   * found once, on the parent.
   */
  upcoming(account: string, from: JournalPosition, limit: number): Promise<readonly Revision[]>;
  /** The text that `addReceipt` stored under this id. */
  receipt(account: string, operationId: string): Promise<string | undefined>;
}

/** Writes of a bulk. Added entries become visible when the bulk ends; `taken` includes them before, other reads may. */
export interface JournalBulk
  extends Pick<JournalReads, 'taken' | 'under' | 'view' | 'versions'>,
    Pick<JournalWrites, 'append' | 'addReceipt'> {
  /**
   * Adds revisions of the same events at other times. They have all else of the revisions that they replace: the length
   * unless `longer` changes it, the place in the order of recording, and the body, which the journal does not read.
   */
  move(moves: readonly MovedRevision[], by: MoveOrigin): Promise<void>;
}

/** The revision with this `seq`, to begin at another time. */
export interface MovedRevision {
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** By how many milliseconds it lasts longer than before; negative if shorter. Default: 0. */
  readonly longer?: number;
}

/** The timeline to which moved revisions are added, and by what. */
export type MoveOrigin = Pick<JournalEntry, 'timelineId' | 'operation' | 'requestId'>;

/** Writes. Reads see earlier writes of the same transaction. */
export interface JournalWrites extends JournalReads {
  /** Adds revisions in this order, and returns them. */
  append(entries: readonly JournalEntry[]): Promise<readonly Revision[]>;
  addTimeline(timeline: NewTimeline): Promise<JournalTimeline>;
  /** Records that the parent has all of a branch up to now. */
  markMerged(timelineId: string): Promise<void>;
  /** Deletes a timeline and the revisions on it. It must have no branches. */
  deleteTimeline(timelineId: string): Promise<void>;
  /** Deletes everything of the account, as if it had never written anything. Must be the last of its transaction. */
  erase(): Promise<void>;
  /** Stores the result of an operation, so that a retry need not repeat it. */
  addReceipt(operationId: string, text: string): Promise<void>;
}

/** A timeline of an account: `primary`, or a branch of another one. */
export interface JournalTimeline {
  readonly id: string;
  /** The id of the parent timeline; null for `primary`. */
  readonly parent: string | null;
  /** The sequence number up to which it shows its parent. */
  readonly branchedAt: number;
  /** The sequence number up to which the parent has all of it; `branchedAt` before the first merge. */
  readonly mergedAt: number;
  readonly description: string;
  /** Wall time, milliseconds since 1970. */
  readonly createdAt: number;
  readonly requestId: string;
}

/** A branch to be. It shows of its parent what that shows now. */
export type NewTimeline = Pick<JournalTimeline, 'id' | 'description' | 'requestId'> & { readonly parent: string };

/** The timeline, then its ancestors, each with the sequence number up to which it is read. Returned by `view`. */
export interface View {
  readonly account: string;
  readonly lineage: readonly { readonly timelineId: string; readonly timeline: number; readonly upTo: number }[];
}

/**
 * The origins of a revision. `merge`: taken over from a branch. `reschedule`: the same event at another time. `relink`:
 * the same event with another cause, because its cause was superseded or brought back. `import`: the same event as a file
 * that was imported again has it. `baseline`: the same event with another baseline of its dates.
 */
export const operations = [
  ...(['record', 'manipulate', 'revert', 'merge', 'reschedule', 'relink', 'import', 'baseline'] as const),
] as const;
/** The origin of a revision; see `operations`. */
export type Operation = (typeof operations)[number];

/** A revision to be added. */
export interface JournalEntry {
  readonly timelineId: string;
  readonly operation: Operation;
  readonly eventId: string;
  /** The subject of the event; null for a new event. */
  readonly subject: number | null;
  /** The `recorded` of the revision whose place in the order of recording it takes; null for a new place. */
  readonly recorded: number | null;
  /** Milliseconds since 1970, as all times here. */
  readonly time: number;
  /** The end of the event; equal to `time` for an instant. */
  readonly until: number;
  /** The location in its normalised form. */
  readonly place: string;
  readonly causes: readonly JournalCause[];
  readonly participants: readonly string[];
  /** Keys that its effects set. */
  readonly sets: readonly string[];
  /** Keys that it requires. */
  readonly needs: readonly string[];
  /**
   * Whether a check of the whole timeline must read `body`: false for an event with nothing but a time, a place, a
   * description and causes.
   */
  readonly rich: boolean;
  readonly requestId: string;
  /** JSON, which the journal does not parse. */
  readonly body: string;
}

/** An event that another one rests on, and how long after it that one may begin. Delays in milliseconds. */
export interface JournalCause {
  readonly eventId: string;
  /** Milliseconds; null for no limit. */
  readonly minDelay: number | null;
  readonly maxDelay: number | null;
}

/** A revision that was added. Times in milliseconds since 1970. */
export interface Revision {
  readonly seq: number;
  readonly timelineId: string;
  readonly operation: Operation;
  readonly eventId: string;
  readonly subject: number;
  /** The sequence number at which this content was first added: the order of recording. */
  readonly recorded: number;
  readonly time: number;
  readonly until: number;
  readonly body: string;
  readonly requestId: string;
  /** Wall time, milliseconds since 1970. Never earlier than that of a smaller `seq`. */
  readonly recordedAt: number;
}

/** The columns that a search returns: the most frequent query reads no others. */
export type FoundRevision = Pick<Revision, 'time' | 'until' | 'recorded' | 'body'>;

/** Which revisions are searched. Times in milliseconds since 1970, both ends included. */
export interface JournalSearch {
  /** The location in its normalised form; null for every place. */
  readonly place: string | null;
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  /** The end of the page before. */
  readonly after?: { readonly time: number; readonly recorded: number };
}

/** A range of time at one place. */
export type PlaceQuery = Pick<JournalSearch, 'from' | 'to' | 'limit'> & { readonly place: string };

/** A place in the order of `time`, then of `seq`. */
export type JournalPosition = Pick<Revision, 'time' | 'seq'>;

/** Which mentions of a word are searched. Times in milliseconds since 1970. */
export interface MentionQuery {
  readonly role: 'participant' | 'sets' | 'needs';
  readonly word: string;
  /** Participants: of events that overlap this range, both ends included. Keys: of events whose `time` is in it. */
  readonly from: number;
  readonly to: number;
  /** By time, the earliest first (the default) or the latest first. */
  readonly order?: 'first' | 'last';
  /** Default: all. */
  readonly limit?: number;
}

/** A module (URL) whose `openSnapshot(options)` opens a `Snapshot`; `options` can be sent to a worker thread. */
export interface SnapshotSource {
  readonly module: string;
  readonly options: unknown;
}

/** The contents of a view when the snapshot was taken. */
export interface Snapshot {
  /** All revisions within the view's bounds, superseded ones too, by `seq`, in batches of some thousands. */
  rows(): AsyncIterable<readonly SnapshotRow[]>;
  /** The complete revisions, by `seq`. */
  revisions(seqs: readonly number[]): Promise<ReadonlyMap<number, Revision>>;
  /** As that of the journal. Undefined unless the journal is `searchedByThreads`. */
  readonly search?: (query: JournalSearch) => Promise<readonly FoundRevision[]>;
  /** The event ids of these names. */
  eventIds(names: readonly number[]): Promise<ReadonlyMap<number, string>>;
  close(): void;
}

/**
 * `[seq, subject, name, place, time, until, recorded, causes, body]`: `subject` is the `seq` of the first revision of the
 * event, which may be on a timeline that the view does not show; `name` and `place` are numbers of the event id
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
  /** JSON: a list of `SnapshotCause`, or null for none. */
  causes: string | null,
  body: string | null,
];

/** The name of a cause, alone if the delay has no limit. Delays in milliseconds. */
export type SnapshotCause = number | readonly [name: number, minDelay: number | null, maxDelay: number | null];

/** The name of a cause in a row of a snapshot. */
export function causeName(cause: SnapshotCause): number {
  return typeof cause === 'number' ? cause : cause[0];
}

/** The module of a `SnapshotSource`. */
export interface SnapshotModule {
  openSnapshot(options: unknown): Promise<Snapshot>;
}

export const Journal = defineKind<Journal>('journal', {
  ...({ timelines: 'function', view: 'function', search: 'function', at: 'function' } as const),
  ...({ overlapping: 'function', current: 'function', currentOf: 'function', effects: 'function' } as const),
  ...({ mentions: 'function', versions: 'function', history: 'function', taken: 'function' } as const),
  ...({ under: 'function', changed: 'function', revised: 'function', hasBackwardCause: 'function' } as const),
  ...({ snapshot: 'function', upcoming: 'function', receipt: 'function', transaction: 'function' } as const),
  ...({ bulk: 'function' } as const),
});
