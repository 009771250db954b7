import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { excerpt } from '../text.ts';
import { type Component, textOf } from './components.ts';
import { CalendarFault, type Property, propertyOf } from './property.ts';

/** A date or a date-time as a calendar writes it. */
export interface Moment {
  /** What calendar and clock show there, in the zone `zone.id`. A date is its midnight. */
  readonly shown: Temporal.ZonedDateTime;
  /** UTC for a date, and for a local time without a zone. */
  readonly zone: Zone;
  readonly isDate: boolean;
}

const form = /^(\d{8})(?:(T\d{6})(Z?))?$/;

/**
 * Reads a DATE or a DATE-TIME (RFC 5545, sections 3.3.4 and 3.3.5). A local time that there is twice is the first of the two, and one
 * that there is not is told by the offset before the gap.
 *
 * @param value one of the values of `property`, which names its time zone.
 * @throws CalendarFault
 */
export function readMoment(value: string, property: Property, zoneOf: (tzid: string | undefined) => Zone): Moment {
  const [, day = '', time = '', zulu] = form.exec(value) ?? [];
  const wall = wallOf(day + time);
  if (wall === undefined) {
    throw new CalendarFault(`${property.name}: ${excerpt(value, 40)} is no date or date-time such as 20250301T083000Z`);
  }
  const zone = zulu === '' ? zoneOf(property.parameter('tzid')) : utc;
  return { shown: wall.toZonedDateTime(zone.id), zone, isDate: time === '' };
}

function wallOf(text: string): Temporal.PlainDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(text);
  } catch {
    return undefined;
  }
}

/** Milliseconds since 1970. @throws CalendarFault where its zone cannot be read. */
export function instantOf({ shown, zone }: Moment): number {
  return zone.instantOf(shown);
}

/** Reads a DURATION (RFC 5545, section 3.3.6). @throws CalendarFault */
export function readLength(value: string, property: Property): Temporal.Duration {
  try {
    return Temporal.Duration.from(value);
  } catch {
    throw new CalendarFault(`${property.name}: ${excerpt(value, 40)} is no duration such as P1D or PT1H30M`);
  }
}

/**
 * The instant at which something ends that begins at a moment. Days are those of the calendar, which have 23 hours where the clocks go
 * forward. The rest is time that passes.
 *
 * @returns milliseconds since 1970
 * @throws CalendarFault
 */
export function endAfter({ shown, zone }: Moment, length: Temporal.Duration): number {
  try {
    const days = length.with({ hours: 0, minutes: 0, seconds: 0 });
    const time = length.with({ years: 0, months: 0, weeks: 0, days: 0 });
    return zone.instantOf(shown.add(days)) + time.total('milliseconds');
  } catch (thrown) {
    if (thrown instanceof CalendarFault) throw thrown;
    throw new CalendarFault(`DURATION: ${excerpt(length.toString(), 40)} is longer than any calendar`);
  }
}

/** The clocks of a place. */
export interface Zone {
  /** The zone that Temporal is told for what they show: UTC for a zone that is in no database. */
  readonly id: string;
  /** When they show that. Milliseconds since 1970. @throws CalendarFault */
  instantOf(shown: Temporal.ZonedDateTime): number;
}

export const utc = namedZone('UTC');

/**
 * The time zones of a calendar by their TZID: those of the time zone database (`Europe/Berlin`), else those that it defines. A local
 * time that names none is read as UTC.
 *
 * @returns a function that throws CalendarFault for a name of neither, and for a definition that cannot be read
 */
export function zonesOf(calendar: Component): (tzid: string | undefined) => Zone {
  const definitions = calendar.parts.filter(({ name }) => name === 'VTIMEZONE');
  const known = new Map<string | undefined, Zone>([[undefined, utc]]);
  return (tzid) => {
    const zone = known.get(tzid) ?? zoneCalled(tzid ?? '', definitions);
    known.set(tzid, zone);
    return zone;
  };
}

function zoneCalled(tzid: string, definitions: readonly Component[]): Zone {
  if (isInDatabase(tzid)) return namedZone(tzid);
  const definition = definitions.find((component) => propertyOf(component, 'TZID')?.text === tzid);
  if (definition !== undefined) return definedZone(definition);
  throw new CalendarFault(`TZID=${excerpt(tzid, 60)}: there is no VTIMEZONE and no IANA time zone of that name`);
}

function isInDatabase(tzid: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(tzid);
    return true;
  } catch {
    return false;
  }
}

function namedZone(id: string): Zone {
  return { id, instantOf: ({ epochMilliseconds }) => epochMilliseconds };
}

/** The zone of a VTIMEZONE (RFC 5545, section 3.6.5). */
function definedZone(definition: Component): Zone {
  const refused = (why: string) => new CalendarFault(`The VTIMEZONE in line ${definition.line} ${why}`);
  const observances = definition.parts.filter(({ name }) => name === 'STANDARD' || name === 'DAYLIGHT');
  const needed = ['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO'];
  if (observances.length === 0) throw refused('has no STANDARD or DAYLIGHT');
  for (const observance of observances) {
    const missing = needed.find((name) => propertyOf(observance, name) === undefined);
    if (missing !== undefined) throw refused(`has a ${observance.name} without ${missing}`);
  }
  const zone = new ICAL.Timezone({ component: textOf(definition) });
  return {
    id: 'UTC',
    instantOf: ({ epochMilliseconds }) => {
      const seconds = orUndefined(() => zone.utcOffset(ICAL.Time.fromJSDate(new Date(epochMilliseconds), true)));
      if (seconds === undefined || Number.isNaN(seconds)) throw refused('cannot be read');
      return epochMilliseconds - seconds * 1000;
    },
  };
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
