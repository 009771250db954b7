/** **Internal**: the ledger of events, which `/v1` serves. A store holds it by the journal, which is stable. */

import { defineKind } from 'chronoscribe';
import type { TimeRange } from 'chronoscribe/kinds/clock';
import type { Operation } from 'chronoscribe/kinds/journal';
import { z } from 'zod';
import type { Calendar } from './calendars/calendar.ts';
import type { FileVersion, LedgerEvent, NewEvent, NewOutcome } from './ledger/event.ts';
import type { LevelRequest, PlanPath, Rescheduled, RescheduleRequest } from './ledger/planning.ts';
import { EventResponse } from './ledger/responses.ts';
import type { SafetyCheckResult } from './ledger/safety-check.ts';

export { type Calendar, CalendarFields, easterOf, hoursOfCalendar } from './calendars/calendar.ts';
export {
  Cause,
  EventId,
  eventFieldNames,
  type FileVersion,
  type LedgerEvent,
  NewEvent,
  NewEventFields,
  type NewOutcome,
  NewOutcomeFields,
  normalizeLocation,
} from './ledger/event.ts';
export { PlanPath, Rescheduled } from './ledger/planning.ts';
export { openPosition, sealPosition } from './ledger/position.ts';
export {
  EventResponse,
  eventListSchema,
  MonitoredEvent,
  toEventResponse,
  toMonitoredEvent,
} from './ledger/responses.ts';
export {
  type Consequence,
  type Finding,
  type SafetyCheckResult,
  safetyCheckFields,
  toSafetyCheckFields,
} from './ledger/safety-check.ts';

/** The id of the timeline that every account has. */
export const primary = 'primary';

/** The request behind a change. */
export interface ChangeRequest {
  /** Undefined if the caller named none; each method has its default. */
  readonly timelineId: string | undefined;
  readonly requestId: string;
  /** The same at each attempt of one request. Generated ids derive from it, so that a retry finds what it made. */
  readonly operationId: string;
}

export interface EventSearch {
  /** Default: `primary`. */
  readonly timelineId?: string | undefined;
  /** Compared without case and without surrounding whitespace. Null for every place. */
  readonly location: string | null;
  readonly range: TimeRange;
  /** The state of the timeline at this wall time, in milliseconds since 1970. Default: now. */
  readonly asOf?: number | undefined;
}

export interface PageRequest {
  /** How many events a page holds at most, from 1. */
  readonly limit: number;
  /** `next` of the page before. Default: the first page. */
  readonly cursor?: string | undefined;
}

/** A page of events as a response has them. */
export interface EncodedPage {
  /** A JSON array in UTF-8. */
  readonly events: Uint8Array;
  /** Null on the last page. */
  readonly next: string | null;
}

/** Which event is manipulated, and how. */
export interface ManipulationRequest {
  readonly eventId: string;
  readonly outcome: NewOutcome;
  readonly safetyCheck: boolean;
  /** Whether the effects of the event name the new one as their cause. Default: false. */
  readonly keepEffects?: boolean | undefined;
  /** Whether nothing is to be written. Default: false. */
  readonly dryRun?: boolean | undefined;
}

/** The new event of a manipulation, with the result of its safety check. */
export interface ManipulationResult extends SafetyCheckResult {
  readonly event: LedgerEvent;
}

/** One version of an event. */
export interface EventVersion {
  readonly event: LedgerEvent;
  readonly timelineId: string;
  readonly operation: Operation;
  /** Wall time, milliseconds since 1970. */
  readonly recordedAt: number;
  readonly requestId: string;
}

/** An event, and its place among those of its instant. */
export interface OrderedEvent {
  readonly event: LedgerEvent;
  /** Increases in the order of recording. */
  readonly order: number;
}

/** An event that is still to come, on the timeline on which it was recorded, manipulated, reverted or merged. */
export interface UpcomingEvent extends OrderedEvent {
  readonly timelineId: string;
}

const ImportError = z.object({
  line: z.int().meta({ description: 'From 1' }),
  detail: z.string().meta({ description: 'What is wrong with the line' }),
});
/** What is wrong with a line, or why it was omitted on purpose. */
export type ImportError = Readonly<z.output<typeof ImportError>>;

const ImportPreview = z.object({
  line: z.int().meta({ description: 'The line of the file where it begins, from 1' }),
  outcome: z
    .enum(['imported', 'changed', 'cancelled', 'unchanged'])
    .meta({ description: 'What the import would make of it' }),
  ...EventResponse.omit({ requires: true, effects: true, manipulation: true }).shape,
});
export type ImportPreview = Readonly<z.output<typeof ImportPreview>>;

const ofBefore = (how: string) =>
  z
    .int()
    .default(0)
    .meta({ description: `The number of events that were imported before and ${how}` });

export const ImportResult = z.object({
  imported: z.int().meta({ description: 'The number of events recorded' }),
  changed: ofBefore('are otherwise now'),
  cancelled: ofBefore('do not take place'),
  unchanged: ofBefore('are as they were'),
  days_off: z
    .int()
    .exactOptional()
    .meta({ description: 'The number of days off that a calendar has more; of `days_off`' }),
  skipped: z.int().meta({ description: 'The number of lines left out' }),
  errors: z.array(ImportError).meta({ description: 'Why lines were left out; the first 1,000' }),
  preview: z
    .array(ImportPreview)
    .exactOptional()
    .meta({ description: 'Of a dry run: what lines would become; the first 1,000' }),
});
export type ImportResult = Readonly<z.output<typeof ImportResult>>;

/** How a file is imported. */
export interface ImportRequest extends ChangeRequest {
  /** Whether lines with errors are left out, instead of all. */
  readonly skipErrors: boolean;
  /** Whether nothing is to be written. Default: false. */
  readonly dryRun?: boolean | undefined;
}

/** What a line of an import holds. */
export type ImportLine =
  /** An event; with a version, it changes the event that the timeline shows under its id. */
  | { readonly line: number; readonly event: NewEvent; readonly version?: FileVersion | undefined }
  /** An error. */
  | { readonly line: number; readonly detail: string }
  /**
   * An error that makes the whole file unusable, such as an unknown column: the import fails even if errors are
   * skipped.
   */
  | { readonly line: number; readonly fatal: string }
  /** An event that is omitted on purpose, such as a cancelled one. */
  | { readonly line: number; readonly omitted: string; readonly cancels?: Cancellation | undefined }
  /** A calendar that events of the file name; one of that name that the account has stays as it is. */
  | { readonly line: number; readonly calendar: Calendar }
  /** Dates, such as `2026-12-25`, on which a calendar that the account has knows no hours. */
  | { readonly line: number; readonly daysOff: DaysOff }
  | SeriesLine;

interface DaysOff {
  /** The name of the calendar. */
  readonly calendar: string;
  readonly days: readonly string[];
}

/** A line of a file that is read as a whole, with the unchecked fields of an event. */
export type FileLine =
  | { readonly line: number; readonly fields: Readonly<Record<string, unknown>>; readonly version?: FileVersion }
  | { readonly line: number; readonly calendar: Readonly<Record<string, unknown>> }
  | Exclude<
      ImportLine,
      | { readonly event: unknown }
      | { readonly fatal: unknown }
      | { readonly calendar: unknown }
      | { readonly daysOff: unknown }
    >;

/**
 * The default export of the module of an `eventImporters`: the lines of a file, with the fields of events as
 * `POST /v1/record-event` takes them. It runs in a process without network and files, for 30 seconds of work at most;
 * a file has 16 MiB at most.
 *
 * @param period the first and the last instant at which an occurrence of what recurs begins, in milliseconds since 1970,
 * and the zone (IANA) in which times are told that have none, if the request says it
 * @example
 * ```ts
 * const readTides: ReadEventFile = function* (file) {
 *   for (const [at, row] of new TextDecoder().decode(file).trimEnd().split('\n').entries()) {
 *     const [time, height = ''] = row.split(';');
 *     if (time === '') yield { line: at + 1, detail: 'The row has no time' };
 *     else yield { line: at + 1, fields: { time, location: 'Port', description: `High water: ${height} m` } };
 *   }
 * };
 * ```
 */
export type ReadEventFile = (
  file: Uint8Array,
  period: {
    readonly from?: number | undefined;
    readonly to?: number | undefined;
    readonly time_zone?: string | undefined;
  },
) => Iterable<FileLine>;

/** The version of an event that does not take place. */
interface Cancellation {
  readonly id: string;
  readonly version: FileVersion;
}

/** The end of an event of a calendar: what the file does not have of it in a period any more is cancelled. */
export interface SeriesLine {
  readonly line: number;
  /** The period in milliseconds since 1970. */
  readonly series: Cancellation & { readonly from: number; readonly to: number };
}

/**
 * The events of each account on its timelines. Times are milliseconds since 1970. Methods throw `timeline-not-found`
 * for a timeline that the account does not have, and `event-not-found` for an event that a timeline does not show and
 * never showed.
 */
export interface Ledger {
  /** Records an event. Default timeline: `primary`. @throws Problem `event-exists`. */
  record(account: string, event: NewEvent, request: ChangeRequest): Promise<LedgerEvent>;
  /**
   * Records the events of all lines in one transaction. Invalid lines and existing events are errors: with an error and
   * without `skipErrors`, nothing is recorded. Omitted lines are no errors, but are listed among them. An event with a
   * `version` changes the existing one, unless that is a later version; `revert` undoes it.
   *
   * @param request a repeated `operationId` returns the result of the first import
   * @throws Problem `import-failed` with `errors`.
   */
  import(account: string, lines: AsyncIterable<readonly ImportLine[]>, request: ImportRequest): Promise<ImportResult>;
  /**
   * The events at a location within a range, or of every place, by time, then by order of recording: a page, or all, each
   * as an `EventResponse`. They are encoded where they are read, so that a long list does not hold up other requests.
   *
   * @throws Problem `result-too-large` beyond 10,000 without pages, `invalid-cursor`; the reason of `signal` if nobody
   * waits any more.
   */
  search(account: string, query: EventSearch, page: PageRequest | undefined, signal: AbortSignal): Promise<EncodedPage>;
  /**
   * As `search`, with the event whose id is the location, each as a `MonitoredEvent`.
   *
   * @throws as `search`
   */
  monitor(
    account: string,
    query: EventSearch,
    page: PageRequest | undefined,
    signal: AbortSignal,
  ): Promise<EncodedPage>;
  /**
   * All that `monitor` finds, in pages, without a limit on the total.
   *
   * @param after leaves out what comes before or at this place
   */
  monitorPages(
    account: string,
    query: EventSearch,
    after?: { readonly time: number; readonly order: number },
  ): AsyncIterable<readonly OrderedEvent[]>;
  /** The time of the first event after `after` that `monitor` finds; null if there is none. */
  nextInstant(account: string, query: EventSearch, after: number): Promise<number | null>;
  /**
   * The first `limit` events of all timelines from an instant on, and at that instant from a place in their order on. An
   * event that a branch has from its base, or that its base has merged, is on the base only.
   */
  upcoming(
    account: string,
    from: { readonly time: number; readonly order: number },
    limit: number,
  ): Promise<readonly UpcomingEvent[]>;
  /**
   * Calls `listener` after each change of a timeline of the account, at any host of a cluster. While the hosts cannot
   * reach each other, only after changes at this host.
   *
   * @returns a function that removes the listener
   */
  onChange(account: string, listener: () => void): () => void;
  /**
   * Gives an event a new outcome. Default timeline, as for `revert`: the one on which the event was made, if there is
   * exactly one; otherwise `primary`.
   *
   * @throws Problem `event-superseded`; `paradox-detected` if `safetyCheck` is set and the change introduces an error:
   * nothing is written then.
   */
  manipulate(account: string, change: ManipulationRequest, request: ChangeRequest): Promise<ManipulationResult>;
  /**
   * Restores what a manipulated event superseded.
   *
   * @throws Problem `event-not-manipulated`, `event-already-reverted`, `event-has-successor`.
   */
  revert(account: string, eventId: string, request: ChangeRequest): Promise<LedgerEvent>;
  /**
   * Moves an event and what must move with it. A repeated `operationId` returns the result of the first. Default
   * timeline: as for a manipulation.
   *
   * @throws Problem `event-superseded`, `time-out-of-range`, `timeline-busy`.
   */
  reschedule(account: string, move: RescheduleRequest, request: ChangeRequest): Promise<Rescheduled>;
  /**
   * Moves events later, so that no participant and no place is used beyond its capacity. Otherwise as `reschedule`: by
   * `revertReschedule` of one of the events that moved, all go back. Default timeline: `primary`.
   *
   * @throws Problem `time-out-of-range`, `timeline-busy`.
   */
  level(account: string, request: LevelRequest, change: ChangeRequest): Promise<Rescheduled>;
  /**
   * Takes back the move that is the last change of an event: all that it moved goes back to where it was, except what has
   * changed since. Otherwise as `reschedule`; a move that took one back can be taken back too.
   *
   * @throws Problem `event-not-manipulated`
   */
  revertReschedule(
    account: string,
    move: Pick<RescheduleRequest, 'eventId' | 'dryRun'>,
    request: ChangeRequest,
  ): Promise<Rescheduled>;
  /**
   * The critical path of a whole timeline, or between two events.
   *
   * @param timelineId default `primary`
   * @throws Problem `event-superseded`
   */
  criticalPath(
    account: string,
    timelineId: string | undefined,
    between?: { readonly from: string; readonly to: string },
  ): Promise<PlanPath>;
  /**
   * Keeps the dates of events, or of all that the timeline shows, as their baseline, or with `clear` forgets it. A repeated
   * `operationId` returns the result of the first.
   *
   * @returns how many events have another baseline than before
   * @throws Problem `event-superseded`
   */
  saveBaseline(
    account: string,
    baseline: { readonly eventIds: readonly string[] | undefined; readonly clear: boolean },
    request: ChangeRequest,
  ): Promise<number>;
  /** The calendars of the account, by name. */
  calendars(account: string): Promise<readonly Calendar[]>;
  /** Every version of an event on every timeline, in the order of recording. */
  history(account: string, eventId: string): Promise<readonly EventVersion[]>;
}

/** What of a ledger is about plans. */
export type Planning = Pick<Ledger, 'reschedule' | 'revertReschedule' | 'level' | 'criticalPath' | 'saveBaseline'>;

export const Ledger = defineKind<Ledger>('ledger', {
  ...({ record: 'function', import: 'function', search: 'function', monitor: 'function' } as const),
  ...({ monitorPages: 'function', nextInstant: 'function', upcoming: 'function', onChange: 'function' } as const),
  ...({ manipulate: 'function', revert: 'function', reschedule: 'function', level: 'function' } as const),
  ...({ revertReschedule: 'function', criticalPath: 'function', saveBaseline: 'function' } as const),
  ...({ calendars: 'function', history: 'function' } as const),
});
