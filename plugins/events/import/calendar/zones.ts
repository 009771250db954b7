import { Temporal } from 'temporal-polyfill';
import { findIana } from 'windows-iana';
import { excerpt } from '../text.ts';
import type { Component } from './components.ts';
import { namedZone, parseMoment, type TimeZone, utc, type ZoneOf } from './moment.ts';
import { CalendarError, findProperty } from './property.ts';
import { listOccurrences } from './recurrence.ts';

/**
 * Looks up time zones by TZID: in the IANA database (`Europe/Berlin`), also behind a prefix
 * (`/freeassociation.sourceforge.net/Europe/Berlin`) and by the name that Windows has for it, else in the definitions of
 * the calendar. A time without a TZID is in the zone that `X-WR-TIMEZONE` names for the calendar, else in UTC.
 *
 * @returns a function that throws `CalendarError` for an unknown zone, and for a definition that cannot be read
 */
export function createZoneLookup(calendar: Component): ZoneOf {
  const definitions = calendar.parts.filter(({ name }) => name === 'VTIMEZONE');
  const known = new Map<string, TimeZone>();
  return (named) => {
    const tzid = named ?? findProperty(calendar, 'X-WR-TIMEZONE')?.value.trim() ?? '';
    if (named === undefined && tzid === '') return utc;
    const zone = known.get(tzid) ?? findZone(tzid, definitions);
    known.set(tzid, zone);
    return zone;
  };
}

function findZone(tzid: string, definitions: readonly Component[]): TimeZone {
  const id = [...withoutPrefix(tzid), ...(findIana(tzid) ?? [])].find(isInDatabase);
  if (id !== undefined) return namedZone(id);
  const definition = definitions.find((component) => findProperty(component, 'TZID')?.text === tzid);
  if (definition !== undefined) return definedZone(definition);
  throw new CalendarError(`TZID=${excerpt(tzid, 60)}: there is no VTIMEZONE and no IANA time zone of that name`);
}

/**
 * The name itself, and of one that a slash makes globally unique (RFC 5545, section 3.2.19), or that Exchange writes as
 * `tzone://Microsoft/Utc`, all that a prefix leaves.
 */
function withoutPrefix(tzid: string): readonly string[] {
  const parts = tzid.split('/');
  return parts[0] === '' || parts[0] === 'tzone:' ? parts.map((_, index) => parts.slice(index).join('/')) : [tzid];
}

function isInDatabase(tzid: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(tzid);
    return true;
  } catch {
    return false;
  }
}

/** A change of the clocks. Offsets are milliseconds ahead of UTC. */
interface Onset {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/** Outlook's rules begin in 1601. */
const maxOnsets = 1000;

/** The zone of a VTIMEZONE (RFC 5545, section 3.6.5). Before its first onset the standard offset applies. */
function definedZone(definition: Component): TimeZone {
  const refused = (why: string) => new CalendarError(`The VTIMEZONE in line ${definition.line} ${why}`);
  const observances = definition.parts.filter(({ name }) => name === 'STANDARD' || name === 'DAYLIGHT');
  const [first] = [...observances.filter(({ name }) => name === 'STANDARD'), ...observances];
  if (first === undefined) throw refused('has no STANDARD or DAYLIGHT');
  const read = (observance: Component, name: string) => {
    const property = findProperty(observance, name);
    if (property === undefined) throw refused(`has a ${observance.name} without ${name}`);
    return property;
  };
  const offset = (observance: Component, name: string): number => {
    const [, sign, hours, minutes, seconds = 0] =
      /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(read(observance, name).value) ?? [];
    if (sign === undefined) throw refused('cannot be read');
    return (sign === '-' ? -1000 : 1000) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
  };
  const onsetsOf = (observance: Component): readonly Onset[] => {
    const start = read(observance, 'DTSTART');
    const before = offset(observance, 'TZOFFSETFROM');
    const after = offset(observance, 'TZOFFSETTO');
    // An onset is told by the clocks as they are before it.
    const zone = { ...utc, instantOf: (shown: Temporal.ZonedDateTime) => shown.epochMilliseconds - before };
    try {
      const moment = parseMoment(start.value, start, () => zone);
      const { occurrences, isWhole } = listOccurrences(observance, moment, () => zone, { most: maxOnsets });
      if (!isWhole) end = Math.min(end, occurrences.at(-1)?.at ?? end);
      return occurrences.map(({ at }) => ({ at, before, after }));
    } catch (thrown) {
      if (thrown instanceof CalendarError) throw refused('cannot be read');
      throw thrown;
    }
  };
  let end = Number.POSITIVE_INFINITY;
  const standard = offset(first, 'TZOFFSETTO');
  const onsets = observances.flatMap(onsetsOf).sort((one, other) => one.at - other.at);
  return {
    id: 'UTC',
    instantOf: ({ epochMilliseconds: shown }) => {
      if (shown > end) throw refused(`changes its clocks more than ${maxOnsets} times until then`);
      const last = onsets.findLast(({ at, before, after }) => shown >= at + Math.max(before, after));
      return shown - (last?.after ?? standard);
    },
    shows: ({ epochMilliseconds: shown }) =>
      !onsets.some(({ at, before, after }) => shown >= at + before && shown < at + after),
  };
}
