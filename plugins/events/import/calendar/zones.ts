import type { Temporal } from 'temporal-polyfill';
import { excerpt } from '../text.ts';
import type { Component } from './components.ts';
import { namedZone, parseMoment, type TimeZone, utc, type ZoneOf } from './moment.ts';
import { CalendarError, findProperty } from './property.ts';
import { listOccurrences } from './recurrence.ts';
import { guessedZone, knownZone } from './zone-names.ts';

/**
 * Looks up time zones by TZID: those that everybody knows, then those that the calendar defines, then those that can be
 * told from what the name says. A time without a TZID is in the zone that `X-WR-TIMEZONE` names for the calendar, else
 * in UTC.
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
  const known = knownZone(tzid);
  const definition = definitions.find((component) => findProperty(component, 'TZID')?.text === tzid);
  if (known === undefined && definition !== undefined) return definedZone(definition);
  const id = known ?? guessedZone(tzid);
  if (id !== undefined) return namedZone(id);
  throw new CalendarError(`TZID=${excerpt(tzid, 60)}: there is no VTIMEZONE and no IANA time zone of that name`);
}

/** A change of the clocks. Offsets are milliseconds ahead of UTC. */
interface Onset {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/** Outlook's rules begin in 1601. */
const maxOnsets = 1000;
/** More than `+9959` is. */
const longestOffset = 100 * 3_600_000;

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
  /** Those that may matter to what the clocks show: of thousands, few are looked at. */
  const onsetsUpTo = (shown: number): readonly Onset[] => {
    const later = onsets.findIndex(({ at }) => at > shown + longestOffset);
    return later === -1 ? onsets : onsets.slice(0, later);
  };
  return {
    id: 'UTC',
    instantOf: ({ epochMilliseconds: shown }) => {
      if (shown > end) throw refused(`changes its clocks more than ${maxOnsets} times until then`);
      const last = onsetsUpTo(shown).findLast(({ at, before, after }) => shown >= at + Math.max(before, after));
      return shown - (last?.after ?? standard);
    },
    shows: ({ epochMilliseconds: shown }) =>
      !onsetsUpTo(shown).some(({ at, before, after }) => shown >= at + before && shown < at + after),
  };
}
