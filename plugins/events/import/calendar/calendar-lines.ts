import { type CalendarEvent, readCalendarEvent } from './calendar-event.ts';
import { type Component, readCalendars } from './components.ts';
import { zonesOf } from './moment.ts';
import { CalendarFault, hasProperty } from './property.ts';

/** What a calendar has in a line: the fields of an event, not yet checked, why there is none, or what was left out by intent. */
export type CalendarLine =
  | { readonly line: number; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly line: number; readonly leftOut: string }
  | { readonly line: number; readonly detail: string };

const mostOccurrences = 1000;
/** As many as 16 MiB hold without a rule. A few kilobytes of endless rules would give millions. */
const mostLines = 200_000;

/** Events that stand for an occurrence of another, by the id of that occurrence. */
type Replacements = Map<string, CalendarEvent[]>;

/** Reads a file of calendars (RFC 5545). The line of an event is that of its `BEGIN:VEVENT`. */
export function* calendarLines(file: Uint8Array): Generator<CalendarLine> {
  const { calendars, fault } = readCalendars(file);
  let count = 0;
  for (const calendar of calendars) {
    for (const each of linesOf(calendar)) {
      if (count === mostLines) {
        yield { line: each.line, detail: `The file gives more than ${mostLines} events: from here on nothing was read` };
        return;
      }
      count += 1;
      yield each;
    }
  }
  if (fault !== null) yield fault;
}

function* linesOf(calendar: Component): Generator<CalendarLine> {
  const zoneOf = zonesOf(calendar);
  const events = calendar.parts.filter(({ name }) => name === 'VEVENT');
  const replacements: Replacements = new Map();
  // First, wherever they stand: a file may have them before the event that recurs.
  for (const component of events.filter(isReplacement)) {
    yield* orFault(component, () => keep(readCalendarEvent(component, zoneOf), replacements));
  }
  for (const component of events.filter((each) => !isReplacement(each))) {
    yield* orFault(component, () => linesOfEvent(readCalendarEvent(component, zoneOf), replacements));
  }
  // What stands for an occurrence that there is not is an event nevertheless.
  for (const id of replacements.keys()) yield* linesOfReplacements(id, replacements);
}

function isReplacement(component: Component): boolean {
  return hasProperty(component, 'RECURRENCE-ID');
}

function orFault({ line }: Component, lines: () => readonly CalendarLine[]): readonly CalendarLine[] {
  try {
    return lines();
  } catch (thrown) {
    if (!(thrown instanceof CalendarFault)) throw thrown;
    return [{ line, detail: thrown.message }];
  }
}

function keep(event: CalendarEvent, replacements: Replacements): readonly [] {
  if (event.uid === undefined || event.replaces === null) throw new CalendarFault('RECURRENCE-ID: The event has no UID');
  const id = idOf(event.uid, event.replaces);
  replacements.set(id, [...(replacements.get(id) ?? []), event]);
  return [];
}

function linesOfEvent(event: CalendarEvent, replacements: Replacements): readonly CalendarLine[] {
  const { line, uid, isCancelled } = event;
  if (isCancelled) return [{ line, leftOut: 'The event is cancelled and was left out' }];
  if (event.occurrences === null) return [lineOf(event, uid)];

  const { occurrences, isWhole } = event.occurrences(mostOccurrences);
  const lines = occurrences.flatMap((occurrence) => {
    const id = uid === undefined ? undefined : idOf(uid, occurrence.at);
    return id !== undefined && replacements.has(id) ? linesOfReplacements(id, replacements) : [lineOf(event, id, occurrence)];
  });
  const last = occurrences.at(-1);
  if (isWhole || last === undefined) return lines;
  const leftOut = `The event recurs more often: only the first ${occurrences.length} are read, to ${written(last.at)}`;
  return [...lines, { line, leftOut }];
}

function linesOfReplacements(id: string, replacements: Replacements): readonly CalendarLine[] {
  const events = replacements.get(id) ?? [];
  replacements.delete(id);
  return events.map((event) =>
    event.isCancelled ? { line: event.line, leftOut: 'This occurrence is cancelled and was left out' } : lineOf(event, id),
  );
}

function lineOf(event: CalendarEvent, id: string | undefined, occurrence = event.start): CalendarLine {
  const end = occurrence.end ?? event.endOf(occurrence);
  return {
    line: event.line,
    fields: {
      ...event.fields,
      ...(id !== undefined && { event_id: id }),
      time: written(occurrence.at),
      ...(end !== undefined && { end_time: written(end) }),
    },
  };
}

function idOf(uid: string, at: number): string {
  return `${uid}/${written(at)}`;
}

/** A calendar knows whole seconds. */
function written(instant: number): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}
