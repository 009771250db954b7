import { type CalendarEvent, readCalendarEvent } from './calendar-event.ts';
import { type Component, readCalendars } from './components.ts';
import { createZoneLookup } from './moment.ts';
import { CalendarError, hasProperty } from './property.ts';

/** A line of a calendar: the unchecked fields of an event, why it is omitted on purpose, or an error. */
export type CalendarLine =
  | { readonly line: number; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly line: number; readonly omitted: string }
  | { readonly line: number; readonly detail: string };

const maxOccurrences = 1000;
/** As many as 16 MiB hold without rules. A few kilobytes of endless rules would give millions. */
const maxLines = 200_000;

/** Events that replace an occurrence of another, by the id of that occurrence. */
type Replacements = Map<string, CalendarEvent[]>;

/** Reads an iCalendar file (RFC 5545). The line of an event is that of its `BEGIN:VEVENT`. */
export function* calendarLines(file: Uint8Array): Generator<CalendarLine> {
  const { calendars, error } = readCalendars(file);
  let count = 0;
  for (const calendar of calendars) {
    for (const each of linesOf(calendar)) {
      if (count === maxLines) {
        yield { line: each.line, detail: `The file gives more than ${maxLines} events: from here on nothing was read` };
        return;
      }
      count += 1;
      yield each;
    }
  }
  if (error !== null) yield error;
}

function* linesOf(calendar: Component): Generator<CalendarLine> {
  const zoneOf = createZoneLookup(calendar);
  const events = calendar.parts.filter(({ name }) => name === 'VEVENT');
  const replacements: Replacements = new Map();
  // Replacements first: a file may have them after the recurring event.
  for (const component of events.filter(isReplacement)) {
    yield* catchError(component, () => addReplacement(readCalendarEvent(component, zoneOf), replacements));
  }
  for (const component of events.filter((each) => !isReplacement(each))) {
    yield* catchError(component, () => linesOfEvent(readCalendarEvent(component, zoneOf), replacements));
  }
  // A replacement of an occurrence that does not exist is still an event.
  for (const id of replacements.keys()) yield* linesOfReplacements(id, replacements);
}

function isReplacement(component: Component): boolean {
  return hasProperty(component, 'RECURRENCE-ID');
}

function catchError({ line }: Component, lines: () => readonly CalendarLine[]): readonly CalendarLine[] {
  try {
    return lines();
  } catch (thrown) {
    if (!(thrown instanceof CalendarError)) throw thrown;
    return [{ line, detail: thrown.message }];
  }
}

function addReplacement(event: CalendarEvent, replacements: Replacements): readonly [] {
  if (event.uid === undefined || event.replaces === null)
    throw new CalendarError('RECURRENCE-ID: The event has no UID');
  const id = occurrenceId(event.uid, event.replaces);
  replacements.set(id, [...(replacements.get(id) ?? []), event]);
  return [];
}

function linesOfEvent(event: CalendarEvent, replacements: Replacements): readonly CalendarLine[] {
  const { line, uid, isCancelled } = event;
  if (isCancelled) return [{ line, omitted: 'The event is cancelled and was left out' }];
  if (event.occurrences === null) return [lineOf(event, uid)];

  const { occurrences, isWhole } = event.occurrences(maxOccurrences);
  const lines = occurrences.flatMap((occurrence) => {
    const id = uid === undefined ? undefined : occurrenceId(uid, occurrence.at);
    return id !== undefined && replacements.has(id)
      ? linesOfReplacements(id, replacements)
      : [lineOf(event, id, occurrence)];
  });
  const last = occurrences.at(-1);
  if (isWhole || last === undefined) return lines;
  const omitted = `The event recurs more often: only the first ${occurrences.length} are read, to ${formatInstant(last.at)}`;
  return [...lines, { line, omitted }];
}

function linesOfReplacements(id: string, replacements: Replacements): readonly CalendarLine[] {
  const events = replacements.get(id) ?? [];
  replacements.delete(id);
  return events.map((event) =>
    event.isCancelled
      ? { line: event.line, omitted: 'This occurrence is cancelled and was left out' }
      : lineOf(event, id),
  );
}

function lineOf(event: CalendarEvent, id: string | undefined, occurrence = event.start): CalendarLine {
  const end = occurrence.end ?? event.endTimeOf(occurrence);
  return {
    line: event.line,
    fields: {
      ...event.fields,
      ...(id !== undefined && { event_id: id }),
      time: formatInstant(occurrence.at),
      ...(end !== undefined && { end_time: formatInstant(end) }),
    },
  };
}

function occurrenceId(uid: string, at: number): string {
  return `${uid}/${formatInstant(at)}`;
}

/** A calendar has whole seconds. */
function formatInstant(instant: number): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}
