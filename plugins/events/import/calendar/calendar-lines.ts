import type { Cancellation, FileVersion } from 'chronoscribe/kinds/ledger';
import { Temporal } from 'temporal-polyfill';
import type { FileLine } from '../event-line.ts';
import { withExact } from '../exact-fields.ts';
import { excerpt } from '../text.ts';
import { type Component, readCalendars } from './components.ts';
import { addDuration, instantOf, type Moment, parseDuration, parseMoment, type TimeZone } from './moment.ts';
import { exactProperty, noTitle, plainFields } from './plain-fields.ts';
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
export function* calendarLines(file: Uint8Array, period: Period = {}): Generator<FileLine> {
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
  const read = (component: Component) => readCalendarEvent(component, zoneOf, isCancelled(calendar, component));
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

/** A program cancels an event by its status, or sends a calendar that cancels what is in it (RFC 5546). */
function isCancelled(calendar: Component, event: Component): boolean {
  const is = (component: Component, name: string, value: string) =>
    findProperty(component, name)?.value.trim().toUpperCase() === value;
  return is(calendar, 'METHOD', 'CANCEL') || is(event, 'STATUS', 'CANCELLED');
}

/**
 * Of the versions of an event or of an occurrence, those that another one supersedes by a higher SEQUENCE, or by
 * cancelling the same.
 */
function findOutdated(calendars: readonly Component[]): (component: Component) => boolean {
  const versions = calendars.flatMap((calendar) =>
    calendar.parts.map((component) => {
      const read = (name: string) => findProperty(component, name)?.value.trim() ?? '';
      const version = readSequence(component) + (isCancelled(calendar, component) ? 0.5 : 0);
      return { component, version, key: `${read('UID')}\n${read('RECURRENCE-ID')}` };
    }),
  );
  const latest = new Map<string, number>();
  for (const { key, version } of versions) latest.set(key, Math.max(version, latest.get(key) ?? 0));
  const outdated = new Set<Component>();
  for (const { component, key, version } of versions) {
    if (!key.startsWith('\n') && version < (latest.get(key) ?? 0)) outdated.add(component);
  }
  return (component) => outdated.has(component);
}

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
  const whole = { from: period.from ?? -always, to: period.to ?? always };
  const seriesTo = (to: number) => (uid === undefined ? [] : [{ line, series: { id: uid, ...whole, to, version } }]);
  if (event.isCancelled) {
    const omitted = 'The event is cancelled and was left out';
    return [{ line, omitted, ...cancelling(event, uid) }, ...seriesTo(always)];
  }
  // Only an event that was changed may have recurred before.
  if (event.occurrences === null) return [lineOf(event, uid), ...(version.sequence > 0 ? seriesTo(always) : [])];

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
  if (isWhole) return [...lines, ...seriesTo(whole.to)];
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
    event.isCancelled
      ? { line: event.line, omitted: 'This occurrence is cancelled and was left out', ...cancelling(event, id) }
      : lineOf(event, id),
  );
}

function cancelling(event: CalendarEvent, id: string | undefined): { readonly cancels?: Cancellation } {
  return id === undefined ? {} : { cancels: { eventId: id, version: versionOf(event, event.start.at) } };
}

/** The version of an occurrence; of an event that does not recur, and replaces none, that of the event. */
function versionOf({ uid, version, replaces, occurrences }: CalendarEvent, at: number): FileVersion {
  const isOccurrence = uid !== undefined && (replaces !== null || occurrences !== null);
  return isOccurrence ? { ...version, series: { id: uid, at: replaces ?? at } } : version;
}

function lineOf(event: CalendarEvent, id: string | undefined, occurrence = event.start): FileLine {
  const end = occurrence.end ?? event.endTimeOf(occurrence);
  return {
    line: event.line,
    fields: event.exactly({
      ...event.fields,
      ...(id !== undefined && { event_id: id }),
      time: formatInstant(occurrence.at),
      ...(end !== undefined && { end_time: formatInstant(end) }),
    }),
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
  readonly fields: Fields;
  /** The fields of an occurrence with what an export has kept of them. */
  readonly exactly: (fields: Fields) => Fields;
}

type Fields = Readonly<Record<string, unknown>>;

const aDay = Temporal.Duration.from('P1D');

type ZoneOf = (tzid: string | undefined) => TimeZone;

/** Reads a VEVENT (RFC 5545, section 3.6.1). @throws CalendarError */
export function readCalendarEvent(component: Component, zoneOf: ZoneOf, isCancelled: boolean): CalendarEvent {
  if (component.error !== null) throw new CalendarError(component.error);
  const begin = findProperty(component, 'DTSTART');
  if (begin === undefined) throw new CalendarError('The event has no DTSTART');
  const start = parseMoment(begin.value, begin, zoneOf);
  return {
    line: component.line,
    uid: readText(component, 'UID')?.trim(),
    isCancelled,
    version: readVersion(component, zoneOf),
    replaces: readReplaced(component, zoneOf),
    start: { moment: start, at: instantOf(start), end: null },
    occurrences: isRecurring(component) ? (window) => listOccurrences(component, start, zoneOf, window) : null,
    endTimeOf: readEnd(component, start, zoneOf),
    // A cancelled event often has no other properties.
    fields: isCancelled ? {} : readFields(component),
    exactly: readExact(component),
  };
}

/** Without LAST-MODIFIED if that cannot be read: an event is not refused for it. */
function readVersion(component: Component, zoneOf: ZoneOf): FileVersion {
  const sequence = readSequence(component);
  const modified = findProperty(component, 'LAST-MODIFIED');
  return modified !== undefined && /^\d{8}T\d{6}Z$/.test(modified.value)
    ? { sequence, modified: instantOf(parseMoment(modified.value, modified, zoneOf)) }
    : { sequence };
}

const readSequence = (component: Component): number => Number(findProperty(component, 'SEQUENCE')?.value) || 0;

function readReplaced(component: Component, zoneOf: ZoneOf): number | null {
  const property = findProperty(component, 'RECURRENCE-ID');
  if (property === undefined) return null;
  if (property.parameter('range') !== undefined) {
    throw new CalendarError('RECURRENCE-ID: RANGE is not read; give each changed occurrence a VEVENT of its own');
  }
  return instantOf(parseMoment(property.value, property, zoneOf));
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

function readExact(component: Component): CalendarEvent['exactly'] {
  const exact = findProperty(component, exactProperty);
  return (fields) => (exact === undefined ? fields : withExact(fields, exact.value, plainFields));
}

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
