import { Temporal } from 'temporal-polyfill';
import { excerpt } from '../excerpt.ts';
import { CalendarFault } from './fault.ts';
import type { Property } from './property.ts';
import { utc, type Zone } from './zones.ts';

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
