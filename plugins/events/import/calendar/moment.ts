import { Temporal } from 'temporal-polyfill';
import { excerpt } from '../text.ts';
import { CalendarError, type Property } from './property.ts';

/** A DATE or DATE-TIME of a calendar. */
export interface Moment {
  /** The local date and time in the zone `zone.id`. A date is its midnight. */
  readonly wallTime: Temporal.ZonedDateTime;
  /** UTC for a date. */
  readonly zone: TimeZone;
  readonly isDate: boolean;
}

/** Google writes birthdays as `20131210Z`. */
const form = /^(\d{8})(T\d{6})?(Z?)$/;

/**
 * Parses a DATE or a DATE-TIME (RFC 5545, sections 3.3.4 and 3.3.5). An ambiguous local time is the first of the two; a
 * local time in a gap is read with the offset before the gap.
 *
 * @param value one of the values of `property`, which names its time zone
 * @throws CalendarError
 */
export function parseMoment(value: string, property: Property, zoneOf: ZoneOf): Moment {
  const [, day = '', time = '', zulu] = form.exec(value) ?? [];
  const wall = parseWallTime(day + time);
  if (wall === undefined) {
    throw new CalendarError(`${property.name}: ${excerpt(value, 40)} is no date or date-time such as 20250301T083000Z`);
  }
  const zone = time === '' || zulu !== '' ? utc : zoneOf(property.parameter('tzid'));
  return { wallTime: wall.toZonedDateTime(zone.id), zone, isDate: time === '' };
}

function parseWallTime(text: string): Temporal.PlainDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(text);
  } catch {
    return undefined;
  }
}

/** A moment in milliseconds since 1970. @throws CalendarError if its zone cannot be read. */
export function instantOf({ wallTime, zone }: Moment): number {
  return zone.instantOf(wallTime);
}

/** Parses a DURATION (RFC 5545, section 3.3.6). @throws CalendarError */
export function parseDuration(value: string, property: Property): Temporal.Duration {
  try {
    return Temporal.Duration.from(value);
  } catch {
    throw new CalendarError(`${property.name}: ${excerpt(value, 40)} is no duration such as P1D or PT1H30M`);
  }
}

/**
 * The instant a duration after a moment. Days are calendar days, which may have 23 or 25 hours; hours, minutes and
 * seconds are exact time.
 *
 * @returns milliseconds since 1970
 * @throws CalendarError
 */
export function addDuration({ wallTime, zone }: Moment, length: Temporal.Duration): number {
  try {
    const days = length.with({ hours: 0, minutes: 0, seconds: 0 });
    const time = length.with({ years: 0, months: 0, weeks: 0, days: 0 });
    return zone.instantOf(wallTime.add(days)) + time.total('milliseconds');
  } catch (thrown) {
    if (thrown instanceof CalendarError) throw thrown;
    throw new CalendarError(`DURATION: ${excerpt(length.toString(), 40)} is longer than any calendar`);
  }
}

/** Looks zones up for values beside a moment: those that name none are in its zone, as programs write them. */
export function zonesBeside({ zone, isDate }: Moment, zoneOf: ZoneOf): ZoneOf {
  return (tzid) => (tzid === undefined && !isDate ? zone : zoneOf(tzid));
}

/** Looks a zone up by its TZID. */
export type ZoneOf = (tzid: string | undefined) => TimeZone;

/** A time zone. */
export interface TimeZone {
  /** The zone that Temporal uses for local times: UTC for a zone that the calendar defines. */
  readonly id: string;
  /** The instant of a local time, in milliseconds since 1970. @throws CalendarError */
  instantOf(shown: Temporal.ZonedDateTime): number;
  /** Whether its clocks ever show a local time: not in a gap. */
  shows(shown: Temporal.ZonedDateTime): boolean;
}

export const utc = namedZone('UTC');

export function namedZone(id: string): TimeZone {
  return { id, instantOf: ({ epochMilliseconds }) => epochMilliseconds, shows: () => true };
}
