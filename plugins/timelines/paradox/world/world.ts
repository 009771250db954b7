import type { Anchor } from 'chronoscribe/kinds/anchors';
import type { Revision } from 'chronoscribe/kinds/journal';
import type { LedgerEvent } from '../../ledger/event.ts';
import { eventOf } from '../../ledger/stored-event.ts';

/** An event that a timeline shows, with what the ledger knows about it. */
export interface WorldEvent extends LedgerEvent {
  /** Shared by all versions of one event. */
  readonly subject: number;
  /** The order of recording, over all events. A manipulation that is only being tried comes after all others. */
  readonly recorded: number;
  readonly timelineId: string;
  /** Wall time, milliseconds since 1970. */
  readonly recordedAt: number;
  readonly requestId: string;
}

/** The event that a revision states. */
export function toWorldEvent(revision: Revision): WorldEvent {
  const { subject, recorded, timelineId, recordedAt, requestId } = revision;
  return { ...eventOf(revision), subject, recorded, timelineId, recordedAt, requestId };
}

/** When it is over, in milliseconds since 1970: `time` for a moment. */
export function endOf(event: LedgerEvent): number {
  return event.end_time ?? event.time;
}

/** What holds on a timeline beside its events. */
export interface WorldSettings {
  /** In order of creation. */
  readonly anchors: readonly Anchor[];
  /** How fast a participant can travel; more than 0. */
  readonly maxSpeedKmh: number;
}

/**
 * A timeline as the rules see it. Whatever they ask, they ask here, and all answers are about the events that the timeline shows;
 * so a rule is the same for a whole timeline, for what surrounds one manipulation, and for a change that is only being tried.
 *
 * A world may answer by throwing `NotLoaded`: what is missing is then loaded and the question asked again (see `asking.ts`). A
 * rule neither catches it nor keeps anything between questions.
 */
export interface World extends WorldSettings {
  /** Undefined where it was superseded, is gone, or was never recorded on this timeline. */
  event(eventId: string): WorldEvent | undefined;
  /** Those of several, as `event`, in their order and without those that are not there. */
  events(eventIds: readonly string[]): readonly WorldEvent[];
  /** The ids that earlier versions of this event had on this timeline, the latest first; its own is not among them. */
  earlierVersions(event: WorldEvent): readonly string[];
  /** The event that the timeline shows in place of the one with this id, which it superseded; undefined where there is none. */
  successor(eventId: string): WorldEvent | undefined;
  /**
   * A shortest chain of causes, of one step at least, from one of the ids `from` (which need not be there any more) down to the
   * event `to`: `[from, …, to]`. Undefined where there is none.
   */
  chain(from: readonly string[], to: string): readonly string[] | undefined;
  /** The circles of causes that the event takes part in; undefined where there are none. */
  knot(eventId: string): Knot | undefined;
  /** See `readContradiction`. */
  contradiction(broken: Limit): readonly Limit[] | undefined;
  /** The first recorded of the events with the same time, place and description; itself where there is none before it. */
  firstTwin(event: WorldEvent): WorldEvent;
  /**
   * The events in which somebody takes part and which are under way at some moment of the range, both ends included; by time,
   * then by order of recording.
   */
  attendances(participant: string, from: number, to: number): readonly WorldEvent[];
  /**
   * The events that set `key` at the latest instant up to and including `at` at which any event but `except` does; that one is
   * not among them.
   */
  setters(key: string, at: number, except: string): readonly WorldEvent[];
  /** The events that set `key` at that very instant, by order of recording. */
  settersAt(key: string, instant: number): readonly WorldEvent[];
}

/** A world that can tell, too, what a change in it reaches. */
export interface Surroundings extends World {
  /** The events that name this id as a cause, whether or not there is an event with that id; by order of recording. */
  effects(eventId: string): readonly WorldEvent[];
  /** The events with the same time, place and description, itself among them, by order of recording. */
  twins(event: WorldEvent): readonly WorldEvent[];
  /** The ids of all events that these brought about, directly or not, each once. */
  descendants(eventIds: readonly string[]): readonly string[];
  /** The first instant after `after` at which an event sets `key`; undefined where none does. */
  nextSetting(key: string, after: number): number | undefined;
  /** The events that require something of `key` between two instants, both included; by time, then by order of recording. */
  requirers(key: string, from: number, to: number): readonly WorldEvent[];
  /**
   * The first `limit` events at the place of this one that are under way while it is, without itself; by time, then by order of
   * recording.
   */
  coLocated(event: WorldEvent, limit: number): readonly WorldEvent[];
}

/**
 * Events each of which is a cause of each other, over however many steps: a strongly connected component of the graph of causes.
 */
export interface Knot {
  /** The ids along a shortest circle in it; the last causes the first. */
  readonly circle: readonly string[];
  /** Each step in it from a cause to its effect, by their subjects. */
  steps(): readonly (readonly [cause: number, effect: number])[];
}

/**
 * A limit between two events, by their ids: `to` is at most `most` milliseconds after `from`; where that is negative, before it.
 * What an event says about the delay from a cause makes a limit each way: `min` from the effect back to the cause, `max` from the
 * cause to the effect. Where no least delay is given, `order` says that a cause is not later than its effect.
 *
 * Events and limits are a simple temporal network (R. Dechter, I. Meiri and J. Pearl, “Temporal Constraint Networks”, 1991):
 * there are times that keep all limits, unless the limits along some circle add up to less than 0.
 */
export interface Limit {
  readonly from: string;
  readonly to: string;
  /** Milliseconds. */
  readonly most: number;
  readonly bound: 'min' | 'max' | 'order';
  /** By how many milliseconds the recorded times keep it; negative where they break it. */
  readonly slack: number;
}

/** What a timeline shows after a change and did not show before it, and the other way round. */
export interface Change {
  readonly removed: readonly WorldEvent[];
  readonly added: readonly WorldEvent[];
}
