import { formatInstant } from 'chronoscribe/kinds/clock';
import type { LedgerEvent } from 'chronoscribe/kinds/ledger';
import { exactField, exactText, printable } from '../import/exact-fields.ts';
import { fieldsOf } from './event-fields.ts';

/**
 * Writes the XML of MS Project (MSPDI) that an import reads as the same events. Times are UTC, in a calendar whose days
 * have 24 hours, so that no task is moved by working hours. A cause is a link: from its end finish-to-start, else
 * start-to-start, with the least delay as its lag.
 */
export async function* writeProject(pages: AsyncIterable<readonly LedgerEvent[]>): AsyncGenerator<string> {
  yield head;
  const tasks = new Map<string, number>();
  const resources = new Map<string, number>();
  const assignments: string[] = [];
  for await (const events of pages) {
    let text = '';
    for (const event of events) {
      text += taskOf(event, tasks);
      for (const name of new Set(event.participants.map(printable))) {
        const uids = tag('TaskUID', numberIn(tasks, event.event_id)) + tag('ResourceUID', numberIn(resources, name));
        assignments.push(element('Assignment', tag('UID', assignments.length + 1) + uids));
      }
    }
    yield text;
  }
  yield '</Tasks><Resources>';
  for (const [name, uid] of resources) {
    yield element('Resource', tag('UID', uid) + tag('ID', uid) + tag('Name', name) + tag('Type', 1));
  }
  yield '</Resources><Assignments>';
  yield* assignments;
  yield '</Assignments></Project>\n';
}

/** The number of a name among others, from 1. */
function numberIn(known: Map<string, number>, name: string): number {
  const number = known.get(name) ?? known.size + 1;
  known.set(name, number);
  return number;
}

function taskOf(event: LedgerEvent, tasks: Map<string, number>): string {
  const { time, end_time, fixed, causes, description } = event;
  const uid = numberIn(tasks, event.event_id);
  const minutes = Math.round(((end_time ?? time) - time) / 60_000);
  const links = causes.map(({ event_id, min_delay, from }) =>
    element(
      'PredecessorLink',
      tag('PredecessorUID', numberIn(tasks, event_id)) +
        tag('Type', from === 'end' ? linkType.finishToStart : linkType.startToStart) +
        tag('LinkLag', Math.round((min_delay ?? 0) / 6_000)) +
        tag('LagFormat', elapsedMinutes),
    ),
  );
  return element(
    'Task',
    tag('UID', uid) +
      tag('ID', uid) +
      tag('Name', description) +
      tag('Type', 1) +
      tag('Start', local(time)) +
      tag('Finish', local(end_time ?? time)) +
      tag('Duration', `PT${Math.floor(minutes / 60)}H${minutes % 60}M0S`) +
      tag('Milestone', end_time === null ? 1 : 0) +
      tag('ConstraintType', fixed ? constraint.mustStartOn : constraint.startNoEarlierThan) +
      tag('ConstraintDate', local(time)) +
      links.join('') +
      element('ExtendedAttribute', tag('FieldID', exactField) + tag('Value', exactText(fieldsOf(event)))),
  );
}

/** The numbers of MSPDI. */
const linkType = { finishToStart: 1, startToStart: 3 };
const constraint = { mustStartOn: 2, startNoEarlierThan: 4 };
const elapsedMinutes = 4;

/** Times of MSPDI have no zone. */
const local = (instant: number): string => formatInstant(instant).slice(0, -1);

const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const tag = (name: string, value: string | number): string =>
  element(
    name,
    printable(value).replaceAll(/[&<>]/g, (character) => entities[character] ?? ''),
  );

const wholeDay =
  '<WorkingTimes><WorkingTime><FromTime>00:00:00</FromTime><ToTime>00:00:00</ToTime></WorkingTime></WorkingTimes>';
const weekDays = [1, 2, 3, 4, 5, 6, 7].map((day) =>
  element('WeekDay', `${tag('DayType', day) + tag('DayWorking', 1)}${wholeDay}`),
);
const head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Project xmlns="http://schemas.microsoft.com/project"><Name>Chronoscribe</Name><ScheduleFromStart>1</ScheduleFromStart>\
<CalendarUID>1</CalendarUID><MinutesPerDay>1440</MinutesPerDay><MinutesPerWeek>10080</MinutesPerWeek>\
${element('ExtendedAttributes', element('ExtendedAttribute', tag('FieldID', exactField) + tag('FieldName', 'Text30')))}\
${element('Calendars', element('Calendar', `${tag('UID', 1) + tag('Name', '24 Hours') + tag('IsBaseCalendar', 1)}${element('WeekDays', weekDays.join(''))}`))}\
<Tasks>`;
