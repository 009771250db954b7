import type { FileVersion } from 'chronoscribe/kinds/ledger';
import { Temporal } from 'temporal-polyfill';
import { exactProperty, noTitle } from '../exact-fields.ts';
import { excerpt } from '../text.ts';
import type { Component } from './components.ts';
import { addDuration, instantOf, type Moment, parseDuration, parseMoment, type ZoneOf, zonesBeside } from './moment.ts';
import { CalendarError, findProperties, findProperty, type Property } from './property.ts';
import { isRecurring, listOccurrences, type Occurrence, type Occurrences, type Window } from './recurrence.ts';

/** A VEVENT. */
export interface CalendarEvent {
  readonly line: number;
  readonly uid: string | undefined;
  readonly isCancelled: boolean;
  readonly version: FileVersion;
  /** The occurrence of a recurring event that it replaces, in milliseconds since 1970; null if it replaces none. */
  readonly replaces: number | null;
  /** Whether it changes all later ones too (RFC 5545, section 3.2.13). */
  readonly changesLater: boolean;
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
  const begin = findProperty(component, 'DTSTART');
  if (begin === undefined) throw new CalendarError('The event has no DTSTART');
  const start = parseMoment(begin.value, begin, zoneOf);
  return {
    line: component.line,
    uid: uidOf(component),
    isCancelled,
    version: readVersion(component),
    replaces: readReplaced(component, zoneOf, series),
    changesLater: findProperty(component, 'RECURRENCE-ID')?.parameter('range') !== undefined,
    start: { moment: start, at: instantOf(start), end: null },
    occurrences: isRecurring(component) ? (window) => listOccurrences(component, start, zoneOf, window) : null,
    endTimeOf: readEnd(component, start, zoneOf),
    // A cancelled event often has no other properties.
    fields: isCancelled ? {} : readFields(component),
    exact: findProperty(component, exactProperty)?.value ?? '',
  };
}

/** Without LAST-MODIFIED if that cannot be read: an event is not refused for it. */
export function readVersion(component: Component): FileVersion {
  const read = (name: string) => findProperty(component, name)?.value ?? '';
  const sequence = Number(read('SEQUENCE')) || 0;
  const iso = read('LAST-MODIFIED').replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5');
  const modified = Date.parse(iso);
  return Number.isNaN(modified) ? { sequence } : { sequence, modified };
}

/** Some programs leave the zone of the series out, or the time of day. */
export function readReplaced(component: Component, zoneOf: ZoneOf, series: Moment | undefined): number | null {
  const property = findProperty(component, 'RECURRENCE-ID');
  if (property === undefined) return null;
  const range = property.parameter('range');
  if (range !== undefined && range.toUpperCase() !== 'THISANDFUTURE') {
    throw new CalendarError(`RECURRENCE-ID: RANGE=${excerpt(range, 40)} is not read, only THISANDFUTURE`);
  }
  const moment = parseMoment(property.value, property, series === undefined ? zoneOf : zonesBeside(series, zoneOf));
  if (series === undefined || !isDayOf(moment, series)) return instantOf(moment);
  const { year, month, day } = moment.wallTime;
  return instantOf({ ...series, wallTime: series.wallTime.with({ year, month, day }) });
}

/**
 * Whether a value names an occurrence of a series by its day: as a date, or as Outlook and Exchange do, by the midnight
 * before, in whatever zone if the series is of days.
 */
function isDayOf({ isDate, wallTime, zone }: Moment, series: Moment): boolean {
  const isMidnight = (each: Moment['wallTime']) => each.equals(each.startOfDay());
  if (isDate || !isMidnight(wallTime)) return isDate;
  return series.isDate || (zone.id === series.zone.id && !isMidnight(series.wallTime));
}

/**
 * With DTEND every occurrence has the same exact duration, with DURATION the same nominal duration (RFC 5545, section
 * 3.8.5.3). A date without either lasts one day.
 */
function readEnd(component: Component, start: Moment, zoneOf: ZoneOf): CalendarEvent['endTimeOf'] {
  const end = findProperty(component, 'DTEND');
  if (end !== undefined) {
    const length = instantOf(parseMoment(end.value, end, zonesBeside(start, zoneOf))) - instantOf(start);
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
export const held = ['event_id', 'description', 'time', 'end_time', 'location', 'participants', 'causes', 'geo'];

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

/** Undefined for an empty text too. */
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
  const [, lat, lon] = /^([+-]?\d+(?:\.\d+)?)\\?;([+-]?\d+(?:\.\d+)?)$/.exec(value) ?? [];
  if (lat === undefined || lon === undefined)
    throw new CalendarError('GEO: Write latitude;longitude, such as 52.52;13.405');
  return { lat: Number(lat), lon: Number(lon) };
}

export const uidOf = (component: Component): string | undefined => readText(component, 'UID')?.trim();
