import { isDeepStrictEqual } from 'node:util';
import type { FileLine, FileVersion } from 'chronoscribe/kinds/ledger';
import { Temporal } from 'temporal-polyfill';
import { exactProperty, noTitle, withExact } from '../exact-fields.ts';
import { excerpt } from '../text.ts';
import { type Component, readCalendars } from './components.ts';
import {
  addDuration,
  instantOf,
  type Moment,
  parseDuration,
  parseMoment,
  type TimeZone,
  zonesBeside,
} from './moment.ts';
import { CalendarError, findProperties, findProperty, hasProperty, type Property } from './property.ts';
import { isRecurring, listOccurrences, type Occurrence, type Occurrences, type Window } from './recurrence.ts';
import { createZoneLookup } from './zones.ts';

/** The range of `Date`, in milliseconds. */
const always = 8.64e15;

const maxOccurrences = 1000;
/** As many as 16 MiB hold without rules. A few kilobytes of endless rules would give millions. */
const maxLines = 200_000;

/** Events that replace an occurrence of another, by the id of that occurrence. */
type Replacements = Map<string, CalendarEvent[]>;

/** Which occurrences of recurring events are read, in milliseconds since 1970. */
export type Period = Pick<Window, 'from' | 'to'>;

/**
 * Reads an iCalendar file (RFC 5545). The line of an event is that of its `BEGIN:VEVENT`. Other components have a line
 * that names them.
 */
export default function* calendarLines(file: Uint8Array, period: Period = {}): Generator<FileLine> {
  const { calendars, error } = readCalendars(file);
  const isOutdated = findOutdated(calendars);
  let count = 0;
  for (const calendar of calendars) {
    for (const each of linesOf(calendar, period, isOutdated)) {
      if (count === maxLines) {
        yield { line: each.line, detail: `The file gives more than ${maxLines} events: from here on nothing was read` };
        return;
      }
      if (!('series' in each)) count += 1;
      yield each;
    }
  }
  if (error !== null) yield error;
}

function* linesOf(
  calendar: Component,
  period: Period,
  isOutdated: (component: Component) => boolean,
): Generator<FileLine> {
  const zoneOf = createZoneLookup(calendar);
  const events: Component[] = [];
  for (const component of calendar.parts) {
    const { name, line } = component;
    if (name === 'VTIMEZONE') continue;
    if (name !== 'VEVENT') yield { line, omitted: `A ${excerpt(name, 40)} is no event and was left out` };
    else if (isOutdated(component)) yield { line, omitted: 'The file has a later version of this event' };
    else events.push(component);
  }
  const starts = seriesStarts(events, zoneOf);
  const read = (component: Component) =>
    readCalendarEvent(component, zoneOf, isCancelled(calendar, component), starts.get(uidOf(component) ?? ''));
  const replacements: Replacements = new Map();
  // Replacements first: a file may have them after the recurring event.
  for (const component of events.filter(isReplacement)) {
    yield* catchError(component, () => addReplacement(read(component), replacements));
  }
  for (const component of events.filter((each) => !isReplacement(each))) {
    yield* catchError(component, () => linesOfEvent(read(component), period, replacements));
  }
  // A replacement of an occurrence that does not exist is still an event.
  for (const id of replacements.keys()) yield* linesOfReplacements(id, replacements);
}

/** When each event begins that recurs, by its UID. */
function seriesStarts(events: readonly Component[], zoneOf: ZoneOf): ReadonlyMap<string, Moment> {
  return new Map(
    events.flatMap((component) => {
      const [uid, begin] = [uidOf(component), findProperty(component, 'DTSTART')];
      if (uid === undefined || begin === undefined || !isRecurring(component)) return [];
      try {
        return [[uid, parseMoment(begin.value, begin, zoneOf)] as const];
      } catch (thrown) {
        // It is told where the event itself is read.
        if (thrown instanceof CalendarError) return [];
        throw thrown;
      }
    }),
  );
}

const uidOf = (component: Component): string | undefined => readText(component, 'UID')?.trim();

/** A program cancels an event by its status, or sends a calendar that cancels what is in it (RFC 5546). */
function isCancelled(calendar: Component, event: Component): boolean {
  const is = (component: Component, name: string, value: string) =>
    findProperty(component, name)?.value.trim().toUpperCase() === value;
  return is(calendar, 'METHOD', 'CANCEL') || is(event, 'STATUS', 'CANCELLED');
}

/**
 * Of the versions of an event or of an occurrence, those that another one supersedes: by a higher SEQUENCE, by
 * cancelling the same, or by a later LAST-MODIFIED. Of two that say the same, the second.
 */
function findOutdated(calendars: readonly Component[]): (component: Component) => boolean {
  const outdated = new Set<Component>();
  const latest = new Map<string, { component: Component; rank: number; modified: number; calendar: Component }>();
  for (const calendar of calendars) {
    for (const component of calendar.parts) {
      const read = (name: string) => findProperty(component, name)?.value.trim() ?? '';
      const { sequence, modified = 0 } = readVersion(component);
      const rank = sequence + (isCancelled(calendar, component) ? 0.5 : 0);
      const each = { component, rank, modified, calendar };
      const key = `${read('UID')}\n${read('RECURRENCE-ID')}`;
      const other = key.startsWith('\n') ? undefined : latest.get(key);
      const order = other === undefined ? 1 : rank - other.rank || modified - other.modified;
      if (order > 0) latest.set(key, each);
      if (order > 0 && other !== undefined) outdated.add(other.component);
      if (order < 0 || (order === 0 && other?.calendar === calendar && isSame(other.component, component))) {
        outdated.add(component);
      }
    }
  }
  return (component) => outdated.has(component);
}

const isSame = (one: Component, other: Component): boolean => isDeepStrictEqual(one.properties, other.properties);

const isReplacement = (component: Component): boolean => hasProperty(component, 'RECURRENCE-ID');

function catchError({ line }: Component, lines: () => readonly FileLine[]): readonly FileLine[] {
  try {
    return lines();
  } catch (thrown) {
    if (!(thrown instanceof CalendarError)) throw thrown;
    return [{ line, detail: thrown.message }];
  }
}

function addReplacement(event: CalendarEvent, replacements: Replacements): readonly [] {
  if (event.uid === undefined || event.replaces === null)
    throw new CalendarError('RECURRENCE-ID: The event has no UID');
  const id = occurrenceId(event.uid, event.replaces);
  replacements.set(id, [...(replacements.get(id) ?? []), event]);
  return [];
}

function linesOfEvent(event: CalendarEvent, period: Period, replacements: Replacements): readonly FileLine[] {
  const { line, uid, version } = event;
  const { from = -always, to = always } = period;
  const seriesTo = (last: number) =>
    uid === undefined ? [] : [{ line, series: { id: uid, version, from, to: last } }];
  if (event.isCancelled) return [cancelled(event, uid, 'The event is cancelled and was left out'), ...seriesTo(to)];
  if (event.occurrences === null) return [lineOf(event, uid), ...seriesTo(to)];

  const { occurrences, isWhole } = event.occurrences({
    ...period,
    most: period.to === undefined ? maxOccurrences : maxLines,
  });
  const lines = occurrences.flatMap((occurrence) => {
    const id = uid === undefined ? undefined : occurrenceId(uid, occurrence.at);
    return id !== undefined && replacements.has(id)
      ? linesOfReplacements(id, replacements)
      : [lineOf(event, id, occurrence)];
  });
  const last = occurrences.at(-1);
  if (isWhole) return [...lines, ...seriesTo(to)];
  const omitted =
    last === undefined
      ? 'The event recurs too often before `from` for its occurrences to be found'
      : `The event recurs more often: only the first ${occurrences.length} are read, to ${formatInstant(last.at)}`;
  return [...lines, { line, omitted }, ...(last === undefined ? [] : seriesTo(last.at))];
}

function linesOfReplacements(id: string, replacements: Replacements): readonly FileLine[] {
  const events = replacements.get(id) ?? [];
  replacements.delete(id);
  return events.map((event) =>
    event.isCancelled ? cancelled(event, id, 'This occurrence is cancelled and was left out') : lineOf(event, id),
  );
}

function cancelled(event: CalendarEvent, id: string | undefined, omitted: string): FileLine {
  const cancels = id === undefined ? undefined : { id, version: versionOf(event, event.start.at) };
  return { line: event.line, omitted, cancels };
}

function versionOf({ uid, version, replaces, occurrences }: CalendarEvent, at: number): FileVersion {
  if (uid === undefined) return version;
  const isOccurrence = replaces !== null || occurrences !== null;
  return { ...version, series: { id: uid, ...(isOccurrence && { at: replaces ?? at }) } };
}

function lineOf(event: CalendarEvent, id: string | undefined, occurrence = event.start): FileLine {
  const end = occurrence.end ?? event.endTimeOf(occurrence);
  const fields = {
    ...event.fields,
    ...(id !== undefined && { event_id: id }),
    time: formatInstant(occurrence.at),
    ...(end !== undefined && { end_time: formatInstant(end) }),
  };
  return {
    line: event.line,
    fields: event.exact === '' ? fields : withExact(fields, event.exact, held),
    ...(id !== undefined && { version: versionOf(event, occurrence.at) }),
  };
}

const occurrenceId = (uid: string, at: number): string => `${uid}/${formatInstant(at)}`;

/** A calendar has whole seconds. */
const formatInstant = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z');

/** A VEVENT. */
export interface CalendarEvent {
  readonly line: number;
  readonly uid: string | undefined;
  readonly isCancelled: boolean;
  readonly version: FileVersion;
  /** The occurrence of a recurring event that it replaces, in milliseconds since 1970; null if it replaces none. */
  readonly replaces: number | null;
  readonly start: Occurrence;
  /** Its occurrences; null if it does not recur. Throws `CalendarError`. */
  readonly occurrences: ((window: Window) => Occurrences) | null;
  /** When an occurrence ends, in milliseconds since 1970; undefined if the event does not say. */
  readonly endTimeOf: (occurrence: Occurrence) => number | undefined;
  /** The unchecked fields of an event that all occurrences share. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** What an export has kept of it. */
  readonly exact: string;
}

const aDay = Temporal.Duration.from('P1D');

type ZoneOf = (tzid: string | undefined) => TimeZone;

/**
 * Reads a VEVENT (RFC 5545, section 3.6.1).
 *
 * @param series when the event begins of which it replaces an occurrence
 * @throws CalendarError
 */
export function readCalendarEvent(
  component: Component,
  zoneOf: ZoneOf,
  isCancelled: boolean,
  series?: Moment,
): CalendarEvent {
  if (component.error !== null) throw new CalendarError(component.error);
  const begin = findProperty(component, 'DTSTART');
  if (begin === undefined) throw new CalendarError('The event has no DTSTART');
  const start = parseMoment(begin.value, begin, zoneOf);
  return {
    line: component.line,
    uid: uidOf(component),
    isCancelled,
    version: readVersion(component),
    replaces: readReplaced(component, zoneOf, series),
    start: { moment: start, at: instantOf(start), end: null },
    occurrences: isRecurring(component) ? (window) => listOccurrences(component, start, zoneOf, window) : null,
    endTimeOf: readEnd(component, start, zoneOf),
    // A cancelled event often has no other properties.
    fields: isCancelled ? {} : readFields(component),
    exact: findProperty(component, exactProperty)?.value ?? '',
  };
}

/** Without LAST-MODIFIED if that cannot be read: an event is not refused for it. */
function readVersion(component: Component): FileVersion {
  const read = (name: string) => findProperty(component, name)?.value ?? '';
  const sequence = Number(read('SEQUENCE')) || 0;
  const iso = read('LAST-MODIFIED').replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5');
  const modified = Date.parse(iso);
  return Number.isNaN(modified) ? { sequence } : { sequence, modified };
}

/** Some programs leave the zone of the series out, or the time of day. */
function readReplaced(component: Component, zoneOf: ZoneOf, series: Moment | undefined): number | null {
  const property = findProperty(component, 'RECURRENCE-ID');
  if (property === undefined) return null;
  if (property.parameter('range') !== undefined) {
    throw new CalendarError('RECURRENCE-ID: RANGE is not read; give each changed occurrence a VEVENT of its own');
  }
  const moment = parseMoment(property.value, property, series === undefined ? zoneOf : zonesBeside(series, zoneOf));
  if (series === undefined || series.isDate || !moment.isDate) return instantOf(moment);
  const { year, month, day } = moment.wallTime;
  return instantOf({ ...series, wallTime: series.wallTime.with({ year, month, day }) });
}

/**
 * With DTEND every occurrence has the same exact duration, with DURATION the same nominal duration (RFC 5545, section
 * 3.8.5.3). A date without either lasts one day.
 */
function readEnd(component: Component, start: Moment, zoneOf: ZoneOf): CalendarEvent['endTimeOf'] {
  const end = findProperty(component, 'DTEND');
  if (end !== undefined) {
    const length = instantOf(parseMoment(end.value, end, zoneOf)) - instantOf(start);
    return ({ at }) => at + length;
  }
  const duration = findProperty(component, 'DURATION');
  if (duration !== undefined) {
    const length = parseDuration(duration.value, duration);
    return ({ moment }) => addDuration(moment, length);
  }
  return ({ moment }) => (moment.isDate ? addDuration(moment, aDay) : undefined);
}

/** The fields that calendars have in their own way. */
const held = ['event_id', 'description', 'time', 'end_time', 'location', 'participants', 'causes', 'geo'];

function readFields(component: Component): CalendarEvent['fields'] {
  const description = [readText(component, 'SUMMARY'), readText(component, 'DESCRIPTION')].filter(
    (text) => text !== undefined,
  );
  const location = readText(component, 'LOCATION');
  const participants = [...findProperties(component, 'ORGANIZER'), ...findProperties(component, 'ATTENDEE')].map(
    participantName,
  );
  const causes = findProperties(component, 'RELATED-TO')
    .filter(isParent)
    .map(({ text }) => text);
  const geo = findProperty(component, 'GEO');
  return {
    // Both are optional in the RFC. The place of an event without one is for the import to say.
    description: description.length === 0 ? noTitle : description.join('\n'),
    ...(location !== undefined && { location }),
    ...(participants.length > 0 && { participants: [...new Set(participants)] }),
    ...(causes.length > 0 && { causes: [...new Set(causes)] }),
    ...(geo !== undefined && { geo: readGeo(geo) }),
  };
}

/** Undefined for an empty property too: many programs write properties without a value. */
function readText(component: Component, name: string): string | undefined {
  const text = findProperty(component, name)?.text ?? '';
  return text.trim() === '' ? undefined : text;
}

function participantName(property: Property): string {
  const name = property.parameter('cn')?.trim() ?? '';
  return name === '' ? property.value.replace(/^mailto:/i, '') : name;
}

/** Whether a related event is a parent, which is read as a cause; children and siblings are not. */
const isParent = (related: Property): boolean => !/^(CHILD|SIBLING)$/i.test(related.parameter('reltype') ?? 'PARENT');

function readGeo({ value }: Property): { readonly lat: number; readonly lon: number } {
  const [, lat, lon] = /^([+-]?\d+(?:\.\d+)?);([+-]?\d+(?:\.\d+)?)$/.exec(value) ?? [];
  if (lat === undefined || lon === undefined)
    throw new CalendarError('GEO: Write latitude;longitude, such as 52.52;13.405');
  return { lat: Number(lat), lon: Number(lon) };
}
