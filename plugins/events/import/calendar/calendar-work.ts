import type { FileLine, FileVersion } from 'chronoscribe/kinds/ledger';
import { parseExact, withExact } from '../exact-fields.ts';
import { excerpt } from '../text.ts';
import { type CalendarEvent, held, readCalendarEvent, uidOf } from './calendar-event.ts';
import { type Component, readCalendars } from './components.ts';
import { instantOf, type Moment } from './moment.ts';
import { CalendarError } from './property.ts';
import type { Occurrence, Window } from './recurrence.ts';
import { findVersions, isCancelled, isReplacement, type ReadCalendar } from './versions.ts';

/** The range of `Date`, in milliseconds. */
const always = 8.64e15;

const maxOccurrences = 1000;
/** As many as 16 MiB hold without rules. A few kilobytes of endless rules would give millions. */
const maxLines = 200_000;

/** Events that replace occurrences of others. */
interface Replacements {
  /** By the id of the occurrence. */
  readonly one: Map<string, CalendarEvent[]>;
  /** Those that change all later occurrences too, by UID. */
  readonly later: Map<string, CalendarEvent[]>;
}

/** Which occurrences of recurring events are read, in milliseconds since 1970. */
export type Period = Pick<Window, 'from' | 'to'>;

/**
 * Reads an iCalendar file (RFC 5545). The line of an event is that of its `BEGIN:VEVENT`. Other components have a line
 * that names them.
 */
export default function* calendarLines(file: Uint8Array, period: Period = {}): Generator<FileLine> {
  const { calendars, omitted, error } = readCalendars(file);
  const versions = findVersions(calendars);
  let count = 0;
  for (const calendar of versions.calendars) {
    for (const each of linesOf(calendar, period, versions.isOutdated)) {
      if (count === maxLines) {
        yield { line: each.line, detail: `The file gives more than ${maxLines} events: from here on nothing was read` };
        return;
      }
      if (!('series' in each)) count += 1;
      yield each;
    }
  }
  yield* omitted;
  if (error !== null) yield error;
}

function* linesOf(
  { calendar, zoneOf, starts }: ReadCalendar,
  period: Period,
  isOutdated: (component: Component) => boolean,
): Generator<FileLine> {
  const events: Component[] = [];
  for (const component of calendar.parts) {
    const { name, line, wrong } = component;
    if (name === 'VTIMEZONE') continue;
    if (name !== 'VEVENT') yield { line, omitted: `A ${excerpt(name, 40)} is no event and was left out` };
    else if (isOutdated(component)) yield { line, omitted: 'The file has a later version of this event' };
    else {
      events.push(component);
      const more = wrong !== null && wrong.count > 1 ? `, and ${wrong.count - 1} more like it` : '';
      if (wrong !== null) yield { line, omitted: `${wrong.first}${more}` };
    }
  }
  const read = (component: Component) =>
    readCalendarEvent(component, zoneOf, isCancelled(calendar, component), starts.get(uidOf(component) ?? ''));
  const replacements: Replacements = { one: new Map(), later: new Map() };
  // Replacements first: a file may have them after the recurring event.
  for (const component of events.filter(isReplacement)) {
    yield* catchError(component, () => addReplacement(read(component), replacements));
  }
  for (const component of events.filter((each) => !isReplacement(each))) {
    yield* catchError(component, () => linesOfEvent(read(component), period, replacements));
  }
  // A replacement of an occurrence that does not exist is still an event.
  for (const id of replacements.one.keys()) yield* linesOfReplacements(id, replacements);
  for (const { line } of [...replacements.later.values()].flat()) {
    yield { line, omitted: 'RANGE=THISANDFUTURE: the file does not have the event that recurs, only this occurrence' };
  }
}

function catchError({ line }: Component, lines: () => readonly FileLine[]): readonly FileLine[] {
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
  const add = (to: Map<string, CalendarEvent[]>, key: string) => to.set(key, [...(to.get(key) ?? []), event]);
  add(replacements.one, occurrenceId(event.uid, event.replaces));
  if (event.changesLater) add(replacements.later, event.uid);
  return [];
}

function linesOfEvent(event: CalendarEvent, period: Period, replacements: Replacements): readonly FileLine[] {
  const { line, uid, version } = event;
  const { from = -always, to = always } = period;
  const seriesTo = (last: number) =>
    uid === undefined ? [] : [{ line, series: { id: uid, version, from, to: last } }];
  if (event.isCancelled) return [cancelled(event, uid, 'The event is cancelled and was left out'), ...seriesTo(to)];
  if (event.occurrences === null) return [lineOf(event, uid), ...seriesTo(to)];

  const { occurrences, isWhole } = event.occurrences({
    ...period,
    most: period.to === undefined ? maxOccurrences : maxLines,
  });
  const { changes, wrong } = laterChanges(event, replacements);
  const lines = occurrences.flatMap((occurrence) => {
    const id = uid === undefined ? undefined : occurrenceId(uid, occurrence.at);
    if (id !== undefined && replacements.one.has(id)) return linesOfReplacements(id, replacements);
    const change = changes.findLast(({ from }) => from <= occurrence.at);
    return [change === undefined ? lineOf(event, id, occurrence) : change.lineOf(id, occurrence)];
  });
  const last = occurrences.at(-1);
  lines.push(...wrong);
  if (lines.length === 0 && isWhole)
    lines.push({ line, omitted: 'No occurrence of the event begins in the period, or all are excluded' });
  if (isWhole) return [...lines, ...seriesTo(to)];
  const omitted =
    last === undefined
      ? 'The event recurs too often before `from` for its occurrences to be found'
      : `The event recurs more often: only the first ${occurrences.length} are read, to ${formatInstant(last.at)}`;
  return [...lines, { line, omitted }, ...(last === undefined ? [] : seriesTo(last.at))];
}

function linesOfReplacements(id: string, replacements: Replacements): readonly FileLine[] {
  const events = replacements.one.get(id) ?? [];
  replacements.one.delete(id);
  return events.map((event) => replacementLine(event, id));
}

/**
 * The changes of an occurrence of an event and of all later ones, in order. A later one is as far from the changed
 * occurrence as it was from the one that was replaced, by the clocks of each.
 */
function laterChanges(series: CalendarEvent, { later }: Replacements) {
  const changes = later.get(series.uid ?? '') ?? [];
  later.delete(series.uid ?? '');
  const shown = ({ wallTime }: Moment) => wallTime.toPlainDateTime();
  const wrong: FileLine[] = [];
  const read = changes.flatMap((event) => {
    const from = event.replaces ?? event.start.at;
    const [replaced] = series.occurrences?.({ from, to: from, most: 1 }).occurrences ?? [];
    const detail = 'RECURRENCE-ID: RANGE=THISANDFUTURE must begin with an occurrence of the event that recurs';
    if (replaced === undefined) {
      wrong.push({ line: event.line, detail });
      return [];
    }
    const start = event.start.moment;
    const lineOf = (id: string | undefined, { at, moment }: Occurrence) => {
      const wall = shown(start).add(shown(replaced.moment).until(shown(moment)));
      const changed = { ...start, wallTime: wall.toZonedDateTime(start.zone.id) };
      return replacementLine(event, id, { moment: changed, at: instantOf(changed), end: null }, at);
    };
    return [{ from, lineOf }];
  });
  return { changes: read.sort((one, other) => one.from - other.from), wrong };
}

function replacementLine(event: CalendarEvent, id: string | undefined, occurrence = event.start, of?: number) {
  return event.isCancelled
    ? cancelled(event, id, 'This occurrence is cancelled and was left out', of)
    : lineOf(event, id, occurrence, of);
}

function cancelled(event: CalendarEvent, id: string | undefined, omitted: string, of?: number): FileLine {
  const cancels = id === undefined ? undefined : { id, version: versionOf(event, event.start.at, of) };
  return { line: event.line, omitted, cancels };
}

/** @param of the occurrence that it replaces */
function versionOf({ uid, version, replaces, occurrences }: CalendarEvent, at: number, of = replaces): FileVersion {
  if (uid === undefined) return version;
  const isOccurrence = of !== null || occurrences !== null;
  return { ...version, series: { id: uid, ...(isOccurrence && { at: of ?? at }) } };
}

function lineOf(event: CalendarEvent, id: string | undefined, occurrence = event.start, of?: number): FileLine {
  const end = occurrence.end ?? event.endTimeOf(occurrence);
  const fields = {
    ...event.fields,
    ...(id !== undefined && { event_id: id }),
    time: formatInstant(occurrence.at),
    ...(end !== undefined && { end_time: formatInstant(end) }),
  };
  return {
    line: event.line,
    fields: event.exact === '' ? fields : withExact(fields, parseExact(event.exact), held),
    ...(id !== undefined && { version: versionOf(event, occurrence.at, of) }),
  };
}

const occurrenceId = (uid: string, at: number): string => `${uid}/${formatInstant(at)}`;

/** A calendar has whole seconds. */
const formatInstant = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z');
