import { type Calendar, hoursOfCalendar } from '../calendars/calendar.ts';
import { common, type WorkingTime } from '../calendars/working-time.ts';
import { normalizeLocation } from '../ledger/event.ts';

/** What an event is ruled by: its own calendar, and those of its place and of who takes part. */
interface Ruled {
  readonly calendar?: string | undefined;
  /** In its normalised form. */
  readonly place: string | undefined;
  readonly participants: readonly string[];
}

/**
 * Finds the hours of events: those in which all of the calendars work that rule one, or else those of the account.
 *
 * @returns a function that returns undefined where no calendar rules
 */
export function calendarRules(calendars: readonly Calendar[]): (event: Ruled) => WorkingTime | undefined {
  if (calendars.length === 0) return () => undefined;
  const byName = new Map(calendars.map((each) => [each.name, each]));
  const byPlace = indexed(calendars, ({ places }) => places.map(normalizeLocation));
  const byPerson = indexed(calendars, ({ people }) => people);
  const ofAccount = calendars.filter(({ account }) => account);
  const hours = new Map<string, WorkingTime | undefined>();
  const hoursOf = (all: readonly Calendar[]): WorkingTime | undefined => {
    const [first, ...others] = all;
    if (first === undefined) return undefined;
    const key = JSON.stringify(all.map(({ name }) => name).sort());
    const found =
      hours.get(key) ??
      (others.length === 0 ? hoursOfCalendar(first) : common(all.flatMap((each) => hoursOf([each]) ?? [])));
    hours.set(key, found);
    return found;
  };
  return ({ calendar, place, participants }) => {
    const own = calendar === undefined ? undefined : byName.get(calendar);
    const ruling = new Set([
      ...(own === undefined ? [] : [own]),
      ...(place === undefined ? [] : (byPlace.get(place) ?? [])),
      ...participants.flatMap((name) => byPerson.get(name) ?? []),
    ]);
    return hoursOf(ruling.size === 0 ? ofAccount : [...ruling]);
  };
}

function indexed(calendars: readonly Calendar[], namesOf: (calendar: Calendar) => readonly string[]) {
  const pairs = calendars.flatMap((calendar) => namesOf(calendar).map((name) => ({ name, calendar })));
  const grouped = Map.groupBy(pairs, ({ name }) => name);
  return new Map([...grouped].map(([name, all]) => [name, all.map(({ calendar }) => calendar)]));
}
