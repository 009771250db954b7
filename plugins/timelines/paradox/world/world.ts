import type { Anchor } from 'chronoscribe/kinds/anchors';
import type { Revision } from 'chronoscribe/kinds/journal';
import type { LedgerEvent } from '../../ledger/event.ts';
import { toLedgerEvent } from '../../ledger/stored-event.ts';

/** An event that a timeline shows, with its metadata in the ledger. */
export interface WorldEvent extends LedgerEvent {
  /** Shared by all versions of one event. */
  readonly subject: number;
  /** The order of recording, over all events. A hypothetical event comes after all others. */
  readonly recorded: number;
  readonly timelineId: string;
  /** Wall time, milliseconds since 1970. */
  readonly recordedAt: number;
  readonly requestId: string;
}

/** The event of a revision. */
export function toWorldEvent(revision: Revision): WorldEvent {
  const { subject, recorded, timelineId, recordedAt, requestId } = revision;
  return { ...toLedgerEvent(revision), subject, recorded, timelineId, recordedAt, requestId };
}

/** When an event ends, in milliseconds since 1970. An event without `end_time` ends at its `time`. */
export const endTimeOf = (event: LedgerEvent): number => event.end_time ?? event.time;

/** What the rules take into account beside the events. */
export interface WorldSettings {
  /** In order of creation. */
  readonly anchors: readonly Anchor[];
  /** How fast a participant can travel; more than 0. */
  readonly maxSpeedKmh: number;
}

/**
 * A timeline as the rules see it: all events that it shows, and queries over them. The same rule serves a full check,
 * the neighbourhood of one manipulation, and a hypothetical change.
 *
 * Every method may throw a `PendingLoad`, see `batch-loader.ts`. A rule does not catch it and keeps no state between
 * calls.
 */
export interface World extends WorldSettings {
  /** Undefined if the event was superseded, is gone, or was never recorded on this timeline. */
  event(eventId: string): WorldEvent | undefined;
  /** The events with these ids, in this order, without those that are missing. */
  events(eventIds: readonly string[]): readonly WorldEvent[];
  /** The earlier versions of this event on this timeline, one for each id but its own, the latest first. */
  earlierVersions(event: WorldEvent): readonly WorldEvent[];
  /** The event that superseded the one with this id; undefined if there is none. */
  successor(eventId: string): WorldEvent | undefined;
  /**
   * A shortest chain, of at least two events, from one of the undone versions to the event `to`, which depends on it: each
   * event of the chain names the one before it as a cause, or requires a value of it. Undefined if there is none. A value
   * that several events provide depends on what is undone only if all of them do; one that none provides any more, if an
   * undone version would.
   */
  dependence(undone: UndoneVersions, to: string): readonly DependenceLink[] | undefined;
  /**
   * The keys of which an event does not find the value that it requires: no event provides it, or each that does has such
   * keys itself. Empty if there is no such event.
   */
  unmetKeys(eventId: string): readonly string[];
  /** The component with a causal cycle that the event belongs to; undefined if there is none. */
  stronglyConnectedComponent(eventId: string): StronglyConnectedComponent | undefined;
  /** See `findNegativeCycle`. */
  negativeCycle(broken: DelayConstraint): readonly DelayConstraint[] | undefined;
  /** The first recorded event with the same time, location and description; may be the event itself. */
  firstDuplicate(event: WorldEvent): WorldEvent;
  /**
   * The events of a participant that overlap a range, both ends included; by time, then by order of recording.
   */
  attendances(participant: string, from: number, to: number): readonly WorldEvent[];
  /**
   * The events that set `key` at the latest instant, up to and including `at`, at which any event but those of the ids
   * `except` sets it. These are not among them.
   */
  setters(key: string, at: number, except: readonly string[]): readonly WorldEvent[];
  /** The events that set `key` at this instant, by order of recording. */
  settersAt(key: string, instant: number): readonly WorldEvent[];
}

/** A world that loads what is asked for, and that can also follow what a change affects. */
export interface LazyWorld extends World {
  /** The events that name this id as a cause, even if no event has that id; by order of recording. */
  effects(eventId: string): readonly WorldEvent[];
  /** The events with the same time, location and description, itself included, by order of recording. */
  duplicates(event: WorldEvent): readonly WorldEvent[];
  /**
   * The events that may require what these set; and of those that may require what these set in turn, where
   * they lack something themselves. Each once.
   */
  allRequirers(events: readonly WorldEvent[]): readonly WorldEvent[];
  /** All events that may depend on these, directly or not, by causes or by values; each once. */
  allDependents(events: readonly WorldEvent[]): readonly WorldEvent[];
  /** The events that were manipulated; undefined if too many were changed to look for them. */
  manipulations(): readonly WorldEvent[] | undefined;
  /** The first instant after `after` at which an event sets `key`; undefined if there is none. */
  nextAssignment(key: string, after: number): number | undefined;
  /**
   * The events that start in a range, both ends included, and require a value of `key`; by time, then by order of
   * recording.
   */
  dependents(key: string, from: number, to: number): readonly WorldEvent[];
  /**
   * The first `limit` other events at the location of this one that overlap it; by time, then by order of recording.
   */
  coLocated(event: WorldEvent, limit: number): readonly WorldEvent[];
}

/** What a manipulation undoes. */
export interface UndoneVersions {
  /** The id of the manipulated event. */
  readonly by: string;
  readonly versions: readonly WorldEvent[];
}

/** An event of a chain of events that depend on each other. */
export interface DependenceLink {
  readonly event_id: string;
  /** The key whose value it requires of the event before it; null if that is its cause, or if there is none before it. */
  readonly key: string | null;
}

/** A strongly connected component of the graph of causes: each of its events is an ancestor of each other. */
export interface StronglyConnectedComponent {
  /** The ids along a shortest cycle in it; the last causes the first. */
  readonly shortestCycle: readonly string[];
  /** Each edge in it, from a cause to its effect, by their subjects. */
  edges(): readonly (readonly [cause: number, effect: number])[];
}

/**
 * A constraint between two events, by their ids: `to` is at most `maxMs` after `from`; if that is negative, before it.
 * The delay that an event gives for a cause makes one constraint in each direction: `min` from the effect back to the
 * cause, `max` from the cause to the effect. Without a minimum delay, `order` requires that the cause is not later than
 * its effect.
 *
 * Events and constraints form a simple temporal network (R. Dechter, I. Meiri and J. Pearl, “Temporal Constraint
 * Networks”, 1991). It is consistent unless the constraints along some cycle add up to less than 0.
 */
export interface DelayConstraint {
  readonly from: string;
  readonly to: string;
  /** Milliseconds. */
  readonly maxMs: number;
  readonly bound: 'min' | 'max' | 'order';
  /** The delay that was given, in milliseconds, from the start or the end of the cause. */
  readonly delay: { readonly ms: number; readonly from: 'start' | 'end' };
  /** By how many milliseconds the recorded times satisfy it; negative if they violate it. */
  readonly slack: number;
}

/** The events that a change removes from a timeline, and those that it adds. */
export interface Change {
  readonly removed: readonly WorldEvent[];
  readonly added: readonly WorldEvent[];
}
