import { Temporal } from 'temporal-polyfill';
import type { Component } from './components.ts';
import { endAfter, instantOf, type Moment, readLength, readMoment, type Zone } from './moment.ts';
import { CalendarFault, type Property, propertiesOf, propertyOf } from './property.ts';
import { type Occurrence, type Occurrences, occurrencesOf, recurs } from './recurrence.ts';

/** A VEVENT. */
export interface CalendarEvent {
  readonly line: number;
  readonly uid: string | undefined;
  readonly isCancelled: boolean;
  /** Which occurrence of a recurring event it stands for, in milliseconds since 1970; null for an event of its own. */
  readonly replaces: number | null;
  readonly start: Occurrence;
  /** Its first occurrences; null where it does not recur. Throws CalendarFault. */
  readonly occurrences: ((most: number) => Occurrences) | null;
  /** When an occurrence ends, in milliseconds since 1970; undefined where the event does not say. */
  readonly endOf: (occurrence: Occurrence) => number | undefined;
  /** The fields of an event that are the same for all occurrences, not yet checked. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const aDay = Temporal.Duration.from('P1D');

type ZoneOf = (tzid: string | undefined) => Zone;

/** Reads a VEVENT (RFC 5545, section 3.6.1). @throws CalendarFault */
export function readCalendarEvent(component: Component, zoneOf: ZoneOf): CalendarEvent {
  if (component.fault !== null) throw new CalendarFault(component.fault);
  const begin = propertyOf(component, 'DTSTART');
  if (begin === undefined) throw new CalendarFault('The event has no DTSTART');
  const start = readMoment(begin.value, begin, zoneOf);
  const isCancelled = textIn(component, 'STATUS')?.toUpperCase() === 'CANCELLED';
  return {
    line: component.line,
    uid: textIn(component, 'UID'),
    isCancelled,
    replaces: replacedIn(component, zoneOf),
    start: { moment: start, at: instantOf(start), end: null },
    occurrences: recurs(component) ? (most) => occurrencesOf(component, start, zoneOf, most) : null,
    endOf: endIn(component, start, zoneOf),
    // What says that something is off often says nothing else.
    fields: isCancelled ? {} : fieldsIn(component),
  };
}

function replacedIn(component: Component, zoneOf: ZoneOf): number | null {
  const property = propertyOf(component, 'RECURRENCE-ID');
  if (property === undefined) return null;
  if (property.parameter('range') !== undefined) {
    throw new CalendarFault('RECURRENCE-ID: RANGE is not read; give each changed occurrence a VEVENT of its own');
  }
  return instantOf(readMoment(property.value, property, zoneOf));
}

/** DTEND gives every occurrence the same length, DURATION the same days and time (RFC 5545, section 3.8.5.3). A date alone is that day. */
function endIn(component: Component, start: Moment, zoneOf: ZoneOf): CalendarEvent['endOf'] {
  const end = propertyOf(component, 'DTEND');
  if (end !== undefined) {
    const length = instantOf(readMoment(end.value, end, zoneOf)) - instantOf(start);
    return ({ at }) => at + length;
  }
  const duration = propertyOf(component, 'DURATION');
  if (duration !== undefined) {
    const length = readLength(duration.value, duration);
    return ({ moment }) => endAfter(moment, length);
  }
  return ({ moment }) => (moment.isDate ? endAfter(moment, aDay) : undefined);
}

function fieldsIn(component: Component): CalendarEvent['fields'] {
  const description = [textIn(component, 'SUMMARY'), textIn(component, 'DESCRIPTION')].filter((text) => text !== undefined);
  const location = textIn(component, 'LOCATION');
  const participants = [...propertiesOf(component, 'ORGANIZER'), ...propertiesOf(component, 'ATTENDEE')].map(nameOf);
  const causes = propertiesOf(component, 'RELATED-TO')
    .filter(isParent)
    .map(({ text }) => text);
  const geo = propertyOf(component, 'GEO');
  if (location === undefined) throw new CalendarFault('The event has no LOCATION, and an event happens somewhere');
  if (description.length === 0) throw new CalendarFault('The event has no SUMMARY');
  return {
    description: description.join('\n'),
    location,
    ...(participants.length > 0 && { participants: [...new Set(participants)] }),
    ...(causes.length > 0 && { causes: [...new Set(causes)] }),
    ...(geo !== undefined && { geo: placeIn(geo) }),
  };
}

/** Undefined for a property without text too: many programs write those that they have nothing for. */
function textIn(component: Component, name: string): string | undefined {
  const text = propertyOf(component, name)?.text ?? '';
  return text.trim() === '' ? undefined : text;
}

function nameOf(property: Property): string {
  const name = property.parameter('cn')?.trim() ?? '';
  return name === '' ? property.value.replace(/^mailto:/i, '') : name;
}

/** What an event is a part of, or comes from; its own parts and its siblings are no causes of it. */
function isParent(related: Property): boolean {
  return !/^(CHILD|SIBLING)$/i.test(related.parameter('reltype') ?? 'PARENT');
}

function placeIn({ value }: Property): { readonly lat: number; readonly lon: number } {
  const [, lat, lon] = /^([+-]?\d+(?:\.\d+)?);([+-]?\d+(?:\.\d+)?)$/.exec(value) ?? [];
  if (lat === undefined || lon === undefined) throw new CalendarFault('GEO: Write latitude;longitude, such as 52.52;13.405');
  return { lat: Number(lat), lon: Number(lon) };
}
