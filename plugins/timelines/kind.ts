import { defineKind } from 'chronoscribe';
import type { TimeRange } from 'chronoscribe/kinds/clock';
import type { LedgerEvent, NewEvent, NewOutcome } from './ledger/event.ts';
import type { Verdict } from './ledger/safety-check.ts';

export {
  Cause,
  EventId,
  eventFieldNames,
  type LedgerEvent,
  NewEvent,
  NewEventFields,
  type NewOutcome,
  NewOutcomeFields,
} from './ledger/event.ts';
export { ShownEvent, shownEvent, shownEvents, shownVerdict, verdictFields } from './ledger/responses.ts';
export type { Consequence, Finding, Verdict } from './ledger/safety-check.ts';

/** The name of the timeline that every account has. */
export const primary = 'primary';

/** Who asks for a change, and for which timeline. */
export interface ChangeRequest {
  /** Undefined where the caller named none; see each method for what that means. */
  readonly timelineId: string | undefined;
  readonly requestId: string;
  /** The same for each try of one request; what is made is named by it, so that a repeated try finds it made. */
  readonly operationId: string;
}

export interface EventSearch {
  /** Default: `primary`. */
  readonly timelineId?: string | undefined;
  /** Compared without case and without spaces at its ends. */
  readonly location: string;
  readonly range: TimeRange;
  /** What the timeline held when this was the real time, in milliseconds since 1970. Default: now. */
  readonly asOf?: number | undefined;
}

export interface PageRequest {
  /** How many events a page holds at most, from 1. */
  readonly limit: number;
  /** `next` of the page before. Default: the first page. */
  readonly cursor?: string | undefined;
}

export interface EventPage {
  readonly events: readonly LedgerEvent[];
  /** Null on the last page. */
  readonly next: string | null;
}

/** What a manipulation made. */
export interface Outcome extends Verdict {
  readonly event: LedgerEvent;
}

/** One version of an event. */
export interface EventVersion {
  readonly event: LedgerEvent;
  readonly timelineId: string;
  readonly operation: 'record' | 'manipulate' | 'revert' | 'merge';
  /** Wall time, milliseconds since 1970. */
  readonly recordedAt: number;
  readonly requestId: string;
}

export interface ImportResult {
  readonly imported: number;
  readonly skipped: number;
  readonly errors: readonly ImportError[];
}

export interface ImportError {
  /** From 1. */
  readonly line: number;
  /** What is wrong there, or what was left out by intent. */
  readonly detail: string;
}

/** What an import reads: an event, why a line is none, or what was left out by intent, such as an event that is cancelled. */
export type ImportLine =
  | { readonly line: number; readonly event: NewEvent }
  | { readonly line: number; readonly detail: string }
  /** What makes the whole file unreadable, such as a wrong header: the import fails even if errors are skipped. */
  | { readonly line: number; readonly fatal: string }
  | { readonly line: number; readonly leftOut: string };

/**
 * The branching ledger of events of each account. Times are milliseconds since 1970. Throws `timeline-not-found` for a timeline
 * that the account does not have, and `event-not-found` for an event that a timeline does not show and never showed.
 */
export interface Ledger {
  /** @throws Problem `event-exists`. */
  record(account: string, event: NewEvent, request: ChangeRequest): Promise<LedgerEvent>;
  /**
   * Records the events of all lines at once. Lines that are none, and events that exist, are errors: without `skipErrors` nothing
   * is recorded where there is one. What was left out by intent is no error, and listed with them.
   *
   * @param request its `operationId` names the import: the same one again answers what the first one did.
   * @throws Problem `import-failed` with `errors`.
   */
  import(
    account: string,
    lines: AsyncIterable<readonly ImportLine[]>,
    request: ChangeRequest & { readonly skipErrors: boolean },
  ): Promise<ImportResult>;
  /** All that match, by time and then by order of recording. @throws Problem `result-too-large` beyond 10,000. */
  search(account: string, query: EventSearch): Promise<readonly LedgerEvent[]>;
  /** A page of what `search` gives. @throws Problem `invalid-cursor`. */
  searchPage(account: string, query: EventSearch, page: PageRequest): Promise<EventPage>;
  /** Like `search`, of the events at that location and of the event with that id. @throws Problem `result-too-large` beyond 10,000. */
  watchlist(account: string, query: EventSearch): Promise<readonly LedgerEvent[]>;
  /** A page of what `watchlist` gives. @throws Problem `invalid-cursor`. */
  watchlistPage(account: string, query: EventSearch, page: PageRequest): Promise<EventPage>;
  /** What `watchlist` gives, in pages and in its order, however many there are. */
  watchlistPages(account: string, query: EventSearch): AsyncIterable<readonly LedgerEvent[]>;
  /** The instant of the first event after `after` that `watchlist` would give; null where there is none. */
  nextInstant(account: string, query: EventSearch, after: number): Promise<number | null>;
  /**
   * Calls back after each change of a timeline of the account, whichever host made it, until the returned function is called. While hosts cannot hear each other, only changes made at this one
   * are told.
   */
  onChange(account: string, listener: () => void): () => void;
  /**
   * Without `timelineId`: the timeline on which the event was made, if there is just one, else `primary`. So does `revert`.
   *
   * @throws Problem `event-superseded`; `paradox-detected` where `safetyCheck` is set and the change brings new errors: nothing
   * is written then.
   */
  manipulate(
    account: string,
    change: { readonly eventId: string; readonly outcome: NewOutcome; readonly safetyCheck: boolean },
    request: ChangeRequest,
  ): Promise<Outcome>;
  /**
   * Brings back what a manipulated event superseded. @throws Problem `event-not-manipulated`, `event-already-reverted`,
   * `event-has-successor`.
   */
  revert(account: string, eventId: string, request: ChangeRequest): Promise<LedgerEvent>;
  /** Every version of an event on every timeline, in the order of recording. */
  history(account: string, eventId: string): Promise<readonly EventVersion[]>;
}

export const Ledger = defineKind<Ledger>('ledger');
