import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { excerpt } from '../excerpt.ts';
import { type Component, textOf } from './components.ts';
import { CalendarFault } from './fault.ts';
import { propertyOf } from './property.ts';

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
