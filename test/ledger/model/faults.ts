import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '../../../plugins/timelines/ledger/event.ts';
import type { FindingKind, Severity } from '../../../plugins/timelines/ledger/safety-check.ts';
import { type DelayConstraint, optionalOrders, violatedConstraints } from './delays.ts';
import { type Edge, shortestWalks } from './shortest-walks.ts';
import { type Anchor, currentVersions, normalizeLocation, type Statement, type Version } from './state.ts';

/** A paradox or a lesser fault that the model finds. */
export interface Fault {
  readonly kind: FindingKind;
  readonly severity: Severity;
  /** The ids of the events concerned; of a loop, all that are on some cycle. */
  readonly events: readonly string[];
  /**
   * What makes it the same fault where an event was replaced by another version of itself. A loop is new where some
   * link of its circles is.
   */
  readonly marks: readonly string[];
  /** Whether a service may leave it out, because another fault implies it. */
  readonly isOptional: boolean;
}

/** The faults that a check found, and the events that it checked. */
export interface Checked {
  readonly faults: readonly Fault[];
  readonly among: readonly Version[];
  /** If a change was checked: the events that it makes or moves. */
  readonly changed: readonly Version[];
}

/** All faults among the current versions of these statements, by exhaustive search. */
export function check(statements: readonly Statement[], anchors: readonly Anchor[]): Checked {
  const among = currentVersions(statements);
  const faults = [
    ...among.flatMap((event) => ownFaults(event, among, anchors)),
    ...unmetRequirements(among),
    ...grandfathers(among, statements),
    ...violatedConstraints(among).map(faultOfBound),
    ...optionalOrders(among).map((order) => ({ ...faultOfBound(order), isOptional: true })),
    ...pairs(among).flatMap(([one, other]) => faultsOfPair(one, other)),
    ...loops(among),
  ];
  return { faults, among, changed: [] };
}

/** The faults that are new. */
export function newFaults(before: readonly Fault[], after: readonly Fault[]): readonly Fault[] {
  const known = new Set(before.flatMap(markings));
  return after.filter((fault) => markings(fault).some((mark) => !known.has(mark)));
}

function markings({ kind, marks }: Fault): readonly string[] {
  return marks.map((mark) => `${kind}: ${mark}`);
}

function fault(kind: FindingKind, events: readonly Version[], ...about: readonly string[]): Fault {
  const ids = [...new Set(events.map(({ event_id }) => event_id))];
  const subjects = [...new Set(events.map(({ subject }) => subject))].toSorted();
  return {
    kind,
    severity: severityOf(kind),
    events: ids,
    marks: [[...subjects, ...about].join(' / ')],
    isOptional: false,
  };
}

/** Equal texts for equal JSON. */
function plain(value: JsonValue): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted())
      : part,
  );
}

function severityOf(kind: FindingKind): Severity {
  if (kind === 'duplicate_event') return 'info';
  return kind === 'orphaned_effect' || kind === 'anchored_moment_changed' ? 'warning' : 'error';
}

function ownFaults(event: Version, among: readonly Version[], anchors: readonly Anchor[]): readonly Fault[] {
  return [
    ...faultsOfManipulation(event, anchors),
    ...event.causes.flatMap((cause) => faultsOfCause(event, cause, among)),
    ...(among.some((other) => isFirstOf(other, event)) ? [fault('duplicate_event', [event])] : []),
  ];
}

/** Faults of a manipulation belong to that version alone. */
function faultsOfManipulation(event: Version, anchors: readonly Anchor[]): readonly Fault[] {
  if (event.manipulation === null) return [];
  const { was } = event.manipulation;
  const changes = event.manipulation.changes.map(({ time }) => time);
  const second = (time: number) => Math.floor(time / 1000);
  const anchored = anchors.flatMap(({ timestamp, locked }, index) => {
    const spans = [{ from: event.time, to: event.end_time ?? event.time }, ...(was === undefined ? [] : [was])];
    const touches =
      [event.time, ...changes].some((time) => second(time) === second(timestamp)) ||
      (locked && spans.some(({ from, to }) => second(from) <= second(timestamp) && second(timestamp) <= second(to)));
    const found = fault('anchored_moment_changed', [event], event.event_id, `anchor ${index}`);
    return touches ? [{ ...found, severity: locked ? ('error' as const) : ('warning' as const) }] : [];
  });
  const isTooLate = changes.some((time) => time > event.time);
  return isTooLate ? [fault('retrocausal_change', [event], event.event_id), ...anchored] : anchored;
}

function faultsOfCause(event: Version, cause: Version['causes'][number], among: readonly Version[]): readonly Fault[] {
  const found = among.find(({ event_id }) => event_id === cause.event_id);
  if (found === undefined) return [fault('orphaned_effect', [event], cause.event_id)];
  const isMilestone = cause.from === 'end' && cause.min_delay === 0 && (found.end_time ?? found.time) === found.time;
  const isEarly = found.time < event.time || (isMilestone && found.time === event.time);
  return isEarly ? [] : [fault('effect_before_cause', [found, event], event.subject)];
}

function faultOfBound({ cause, effect, bound, given }: DelayConstraint): Fault {
  return fault('temporal_constraint', [cause, effect], effect.subject, bound, given);
}

/**
 * The providers of a requirement: of the other events up to then that set the key, the latest with that value; none if
 * the latest all set another.
 */
function suppliers(event: Version, key: string, value: JsonValue, among: readonly Version[]): readonly Version[] {
  const setters = among.filter(
    (other) => other !== event && other.time <= event.time && Object.hasOwn(other.effects, key),
  );
  const latest = Math.max(...setters.map(({ time }) => time));
  return setters.filter(({ time, effects }) => time === latest && isDeepStrictEqual(effects[key], value));
}

/**
 * What no event supplies that has all that it requires itself. Rounds over all events, until no further event is found
 * to lack something: at first, all have what they require.
 */
function unmetRequirements(among: readonly Version[]): readonly Fault[] {
  let lacking: readonly Version[] = [];
  const isUnmet = (event: Version, [key, value]: [string, JsonValue]) =>
    suppliers(event, key, value, among).every((supplier) => lacking.includes(supplier));
  for (let count = -1; lacking.length > count; ) {
    count = lacking.length;
    lacking = among.filter((event) => Object.entries(event.requires).some((each) => isUnmet(event, each)));
  }
  return among.flatMap((event) =>
    Object.entries(event.requires)
      .filter((each) => isUnmet(event, each))
      .map(([key, value]) => fault('unmet_requirement', [event], key, plain(value))),
  );
}

function isFirstOf(other: Version, event: Version): boolean {
  return (
    other.recorded < event.recorded &&
    other.time === event.time &&
    other.description === event.description &&
    normalizeLocation(other.location) === normalizeLocation(event.location)
  );
}

/**
 * For each cause and requirement that a manipulation named: whether it depends on one of the event's earlier versions on
 * this timeline.
 */
function grandfathers(among: readonly Version[], statements: readonly Statement[]): readonly Fault[] {
  return among.flatMap((event) => {
    const depends = dependentOn(earlierVersions(event, statements), event, among);
    const ids = event.manipulation?.namedCauses ? event.causes.map(({ event_id }) => event_id) : [];
    const causes = among.filter(({ event_id }) => ids.includes(event_id));
    const requires = event.manipulation?.namedRequires ? Object.entries(event.requires) : [];
    return [
      ...causes.filter(depends).map(({ subject }) => fault('grandfather', [event], 'caused by', subject)),
      ...requires
        .filter(([key, value]) => isSuppliedBy(depends, suppliers(event, key, value, among)))
        .map(([key, value]) => fault('grandfather', [event], 'requires', key, plain(value))),
    ];
  });
}

/**
 * Which events depend on versions that a manipulation undid: those that name one as a cause, or something that depends on
 * one; those that require what is supplied by such events alone; and those that require what nothing supplies, and one
 * of the versions would if the manipulation had not been made. Rounds over all events, until none is added.
 */
function dependentOn(undone: readonly Version[], by: Version, among: readonly Version[]): (event: Version) => boolean {
  const others = among.filter((other) => other !== by);
  const dependent = new Set<string>(undone.map(({ event_id }) => event_id));
  const depends = ({ event_id }: Version) => dependent.has(event_id);
  const isLost = (event: Version, [key, value]: [string, JsonValue]) => {
    const supplying = suppliers(event, key, value, among);
    if (supplying.length > 0) return supplying.every(depends);
    return undone.some((version) => suppliers(event, key, value, [...others, version]).includes(version));
  };
  for (let count = 0; count < dependent.size; ) {
    count = dependent.size;
    for (const event of among) {
      const isCaused = event.causes.some(({ event_id }) => dependent.has(event_id));
      if (isCaused || Object.entries(event.requires).some((each) => isLost(event, each))) dependent.add(event.event_id);
    }
  }
  return depends;
}

/** A requirement with an independent provider is met in any case. */
function isSuppliedBy(depends: (event: Version) => boolean, supplying: readonly Version[]): boolean {
  return supplying.length > 0 && supplying.every(depends);
}

/** The event as it was last written under each id that it had before this version was first written. */
function earlierVersions(event: Version, statements: readonly Statement[]): readonly Version[] {
  const first = statements.findIndex(({ version }) => version.event_id === event.event_id);
  const earlier = statements.slice(0, first).filter(({ version }) => version.subject === event.subject);
  return [...new Map(earlier.map(({ version }) => [version.event_id, version])).values()];
}

/** The edges from each cause, even a missing one, to its effect. */
export function links(among: readonly Version[]): readonly Edge[] {
  return among.flatMap(({ event_id, causes }) =>
    causes.map((cause) => ({ from: cause.event_id, to: event_id, length: 1 })),
  );
}

function faultsOfPair(one: Version, other: Version): readonly Fault[] {
  const keys =
    one.time === other.time ? Object.keys(one.effects).filter((key) => Object.hasOwn(other.effects, key)) : [];
  const both = one.participants.filter((who) => other.participants.includes(who));
  return [
    ...keys
      .filter((key) => !isDeepStrictEqual(one.effects[key], other.effects[key]))
      .map((key) => fault('conflicting_outcomes', [one, other], key)),
    ...(isOutOfReach(one, other) ? both.map((who) => fault('bilocation', [one, other], who)) : []),
  ];
}

const maxSpeedKmh = 1000;

/**
 * Whether nobody can have been at both. Between known positions, travel takes time, except within a kilometre;
 * otherwise, one may start at the instant at which the other ends.
 */
function isOutOfReach(one: Version, other: Version): boolean {
  if (normalizeLocation(one.location) === normalizeLocation(other.location)) return false;
  const gap = Math.max(other.time - (one.end_time ?? one.time), one.time - (other.end_time ?? other.time));
  if (one.geo === null || other.geo === null) return gap < 0 || one.time === other.time;
  const distance = kilometresBetween(one.geo, other.geo);
  return distance >= 1 && distance > (maxSpeedKmh * Math.max(gap, 0)) / 3_600_000;
}

/** The great-circle distance, by the haversine formula. */
function kilometresBetween(one: NonNullable<Version['geo']>, other: NonNullable<Version['geo']>): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const haversine = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const parallels = Math.cos(radians(one.lat)) * Math.cos(radians(other.lat));
  return (
    2 * 6371.0088 * Math.asin(Math.sqrt(haversine(one.lat - other.lat) + parallels * haversine(one.lon - other.lon)))
  );
}

/** One for each maximal set of events that are ancestors of each other. */
function loops(among: readonly Version[]): readonly Fault[] {
  const arcs = links(among);
  const distance = shortestWalks(arcs);
  const isLinked = (one: Version, other: Version) =>
    distance(one.event_id, other.event_id) + distance(other.event_id, one.event_id) < Number.POSITIVE_INFINITY;
  return among.flatMap((first) => {
    const members = among.filter((other) => isLinked(first, other));
    if (members[0] !== first) return [];
    const subjects = new Map(members.map(({ event_id, subject }) => [event_id, subject]));
    const within = arcs.filter(({ from, to }) => subjects.has(from) && subjects.has(to));
    const marks = within.map(({ from, to }) => `${subjects.get(from)} to ${subjects.get(to)}`);
    return [{ kind: 'causal_loop', severity: 'error', events: [...subjects.keys()], marks, isOptional: false }];
  });
}

function pairs<T>(list: readonly T[]): readonly (readonly [T, T])[] {
  return list.flatMap((one, index) => list.slice(index + 1).map((other) => [one, other] as const));
}
