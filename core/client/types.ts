import type { AnswerOf, RequestOf } from './operations.ts';

/**
 * ISO 8601 with `Z` or an offset, in the years 0000 to 9999: `2025-03-01T08:30:00Z`. The service writes UTC in whole
 * seconds.
 */
export type Instant = string;

/**
 * A whole number and its unit, minutes, hours or days of 86,400 s: `90m`, `12h`, `7d`. Or in ISO 8601, `P1M`, `PT36H`;
 * its days, weeks, months and years are those of the calendar in the clock's time zone.
 */
export type Duration = string;

/** Two instants joined by `/`, both included: `2025-03-01T00:00:00Z/2025-03-31T23:59:59Z`. */
export type TimeRange = string;

/** Any JSON. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** A file of events, for an import. */
export type EventFile = Pick<RequestOf<'importEvents'>, 'type' | 'content'>;

/** A fixed point in time to which the clock can come back. */
export type Anchor = AnswerOf<'listAnchors'>['anchors'][number];

/** An event to be recorded. */
export type NewEvent = RequestOf<'recordEvent'>;

/** What an event is to become. What it does not name is inherited. */
export type NewOutcome = RequestOf<'manipulateEvent'>['new_outcome'];

/** What is known of an event beyond what, when and where. */
export type EventDetails = Pick<NewEvent, 'end_time' | 'participants' | 'requires' | 'effects' | 'geo' | 'fixed'>;

/** An event as a timeline shows it. */
export type TimelineEvent = AnswerOf<'searchEvents'>['events'][number];

/** An event that caused another one, with limits on the delay from cause to effect where there are any. */
export type Cause = NonNullable<TimelineEvent['causes']>[number];

/** What is done to bring an outcome about, and when. */
export type Change = NewOutcome['changes'][number];

/** One version of an event, and how it came to be. */
export type EventVersion = AnswerOf<'eventHistory'>['versions'][number];

/** Which events, and in what state of the timeline. */
export type EventQuery = Omit<RequestOf<'searchEvents'>, 'limit' | 'cursor'>;

/** Which events to watch, and by which clock; default: the account's own. */
export type WatchQuery = EventQuery & Pick<RequestOf<'monitorEvents'>, 'clock_id'>;

/** An event as `monitor-events` reports it. */
export type Sighting = AnswerOf<'monitorEvents'>['events'][number];

/** A timeline, as `listTimelines` has it. */
export type Timeline = AnswerOf<'listTimelines'>['timelines'][number];

/** A paradox or a lesser fault of a timeline. */
export type Finding = AnswerOf<'checkParadox'>['findings'][number];

/** What a manipulation does to another event. */
export type Consequence = NonNullable<AnswerOf<'manipulateEvent'>['consequences']>[number];

/** Nothing worse than a note, warnings, errors, a loop or a grandfather paradox, or not checked to the end. */
export type Stability = AnswerOf<'checkParadox'>['timeline_stability'];
