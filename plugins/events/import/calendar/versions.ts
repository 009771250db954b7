import { isDeepStrictEqual } from 'node:util';
import { readReplaced, readVersion, uidOf } from './calendar-event.ts';
import type { Component } from './components.ts';
import { type Moment, parseMoment, type ZoneOf } from './moment.ts';
import { CalendarError, findProperty, hasProperty } from './property.ts';
import { isRecurring } from './recurrence.ts';
import { createZoneLookup } from './zones.ts';

/** A program cancels an event by its status, or sends a calendar that cancels what is in it (RFC 5546). */
export function isCancelled(calendar: Component, event: Component): boolean {
  const is = (component: Component, name: string, value: string) =>
    findProperty(component, name)?.value.trim().toUpperCase() === value;
  return is(calendar, 'METHOD', 'CANCEL') || is(event, 'STATUS', 'CANCELLED');
}

export const isReplacement = (component: Component): boolean => hasProperty(component, 'RECURRENCE-ID');

/** A calendar, and how its times are read. */
export interface ReadCalendar {
  readonly calendar: Component;
  readonly zoneOf: ZoneOf;
  /** When each event begins that recurs, by its UID. */
  readonly starts: ReadonlyMap<string, Moment>;
}

/**
 * Finds, of the versions of an event or of an occurrence, those that another one supersedes: by a higher SEQUENCE, by
 * cancelling the same, or by a later LAST-MODIFIED. Of two that say the same, the second.
 */
export function findVersions(calendars: readonly Component[]) {
  const outdated = new Set<Component>();
  const latest = new Map<string, { component: Component; rank: number; modified: number; calendar: Component }>();
  const compare = (calendar: Component, component: Component, occurrence: string | number) => {
    const { sequence, modified = 0 } = readVersion(component);
    const rank = sequence + (isCancelled(calendar, component) ? 0.5 : 0);
    const uid = uidOf(component);
    const key = `${uid}\n${occurrence}`;
    const other = uid === undefined ? undefined : latest.get(key);
    const order = other === undefined ? 1 : rank - other.rank || modified - other.modified;
    if (order > 0) latest.set(key, { component, rank, modified, calendar });
    if (order > 0 && other !== undefined) outdated.add(other.component);
    if (order < 0 || (order === 0 && other?.calendar === calendar && isSame(other.component, component))) {
      outdated.add(component);
    }
  };
  const eventsOf = ({ parts }: Component, isWanted: (event: Component) => boolean) =>
    parts.filter((part) => part.name === 'VEVENT' && isWanted(part));

  for (const calendar of calendars) {
    for (const event of eventsOf(calendar, (each) => !isReplacement(each))) compare(calendar, event, '');
  }
  const read = calendars.map((calendar): ReadCalendar => {
    const zoneOf = createZoneLookup(calendar);
    return {
      calendar,
      zoneOf,
      starts: seriesStarts(
        eventsOf(calendar, (each) => !outdated.has(each)),
        zoneOf,
      ),
    };
  });
  for (const { calendar, zoneOf, starts } of read) {
    for (const event of eventsOf(calendar, isReplacement)) {
      compare(calendar, event, replacedBy(event, zoneOf, starts.get(uidOf(event) ?? '')));
    }
  }
  return { calendars: read, isOutdated: (component: Component) => outdated.has(component) };
}

const isSame = (one: Component, other: Component): boolean => isDeepStrictEqual(one.properties, other.properties);

/** The occurrence that an event replaces, in whatever zone it is written. */
const replacedBy = (event: Component, zoneOf: ZoneOf, series: Moment | undefined): string | number =>
  unlessWrong(() => readReplaced(event, zoneOf, series) ?? '') ?? findProperty(event, 'RECURRENCE-ID')?.value ?? '';

/** What is wrong is told where the event itself is read. */
function unlessWrong<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof CalendarError) return undefined;
    throw thrown;
  }
}

/** When each event begins that recurs, by its UID. */
function seriesStarts(events: readonly Component[], zoneOf: ZoneOf): ReadonlyMap<string, Moment> {
  return new Map(
    events.filter(isRecurring).flatMap((component) => {
      const [uid, begin] = [uidOf(component), findProperty(component, 'DTSTART')];
      const start = begin && unlessWrong(() => parseMoment(begin.value, begin, zoneOf));
      return uid === undefined || start === undefined ? [] : [[uid, start] as const];
    }),
  );
}
