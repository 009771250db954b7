import { formatInstant } from 'chronoscribe/kinds/clock';
import type { Calendar, LedgerEvent } from 'chronoscribe/kinds/ledger';
import { exactField, exactText, printable } from '../import/exact-fields.ts';
import {
  type Clocks,
  clocksOf,
  constraintOf,
  linkType,
  type WrittenHours,
  weekDays,
  writtenHours,
  zoneMark,
} from '../import/project/format.ts';
import { fieldsOf } from './event-fields.ts';

/**
 * Writes the XML of MS Project (MSPDI) that an import reads as the same events and calendars. Tasks are in a calendar
 * whose days have 24 hours, so that none is moved by working hours that it does not have. A cause is a link: from its
 * end finish-to-start, else start-to-start, with the least delay as its lag.
 *
 * @param zone in which times are told: that of the account's calendar, if not said. A file has no other, so that
 * calendars of other zones are only kept for the way back
 */
export async function* writeProject(
  pages: AsyncIterable<readonly LedgerEvent[]>,
  all: readonly Calendar[] = [],
  zone = (all.find(({ account }) => account) ?? all[0])?.time_zone ?? 'UTC',
): AsyncGenerator<string> {
  const clocks = clocksOf(zone);
  const calendars = new Map(
    all
      .filter((each) => each.time_zone === zone)
      .map((each, at) => [each.name, { ...writtenHours(each), name: each.name, people: each.people, uid: at + 2 }]),
  );
  yield headWith(zone, [...calendars.values()].map(calendarOf).join(''));
  if (all.length > 0)
    yield element('Task', tag('UID', 0) + tag('ID', 0) + tag('Name', title) + exactTag({ calendars: all }));
  const tasks = new Map<string, number>();
  const resources = new Map<string, number>();
  const assignments: string[] = [];
  for await (const events of pages) {
    let text = '';
    for (const event of events) {
      text += taskOf(event, clocks, tasks, calendars.get(event.plan?.calendar ?? '')?.uid);
      for (const name of new Set(event.participants.map(printable))) {
        const uids = tag('TaskUID', numberIn(tasks, event.event_id)) + tag('ResourceUID', numberIn(resources, name));
        assignments.push(element('Assignment', tag('UID', assignments.length + 1) + uids + unitsOf(event, name)));
      }
    }
    yield text;
  }
  const personal = new Map([...calendars.values()].flatMap(({ people, uid }) => people.map((name) => [name, uid])));
  yield '</Tasks><Resources>';
  for (const [name, uid] of resources) {
    yield element(
      'Resource',
      tag('UID', uid) + tag('ID', uid) + tag('Name', name) + tag('Type', 1) + calendarTag(personal.get(name)),
    );
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

const unitsOf = ({ plan }: LedgerEvent, name: string): string =>
  plan?.units?.[name] === undefined ? '' : tag('Units', plan.units[name]);

const calendarTag = (uid: number | undefined): string => (uid === undefined ? '' : tag('CalendarUID', uid));

const exactTag = (fields: Readonly<Record<string, unknown>>): string =>
  element('ExtendedAttribute', tag('FieldID', exactField) + tag('Value', exactText(fields)));

function taskOf(event: LedgerEvent, clocks: Clocks, tasks: Map<string, number>, calendar: number | undefined): string {
  const { shown } = clocks;
  const { time, end_time, causes, description, plan } = event;
  const fields = fieldsOf(event);
  const uid = numberIn(tasks, event.event_id);
  const minutes = Math.round(((end_time ?? time) - time) / 60_000);
  const linkTo = (event_id: string, type: string, lag: number, format = elapsedMinutes) =>
    element(
      'PredecessorLink',
      tag('PredecessorUID', numberIn(tasks, event_id)) +
        tag('Type', type) +
        tag('LinkLag', Math.round(lag / 6_000)) +
        tag('LagFormat', format),
    );
  const links = [
    ...causes.map(({ event_id, min_delay, from }) =>
      linkTo(event_id, from === 'end' ? linkType.finishToStart : linkType.startToStart, min_delay ?? 0),
    ),
    ...(plan?.links ?? []).map(({ event_id, from, to, lag, working }) => {
      const ofFinish = to === 'end' ? linkType.finishToFinish : linkType.finishToStart;
      const ofStart = to === 'end' ? linkType.startToFinish : linkType.startToStart;
      const ms = Number.parseInt(lag, 10) * 60_000;
      return linkTo(event_id, from === 'end' ? ofFinish : ofStart, ms, working ? workingMinutes : elapsedMinutes);
    }),
  ];
  const { type, date } = constraintOf(fields, clocks);
  const { deadline, baseline } = fields.plan ?? {};
  return element(
    'Task',
    tag('UID', uid) +
      tag('ID', uid) +
      tag('Name', description) +
      tag('Type', 1) +
      tag('Start', shown(formatInstant(time))) +
      tag('Finish', shown(formatInstant(end_time ?? time))) +
      tag('Duration', `PT${Math.floor(minutes / 60)}H${minutes % 60}M0S`) +
      tag('Milestone', end_time === null ? 1 : 0) +
      tag('PercentComplete', plan?.percent_complete ?? 0) +
      tag('ConstraintType', type) +
      calendarTag(calendar) +
      (date === undefined ? '' : tag('ConstraintDate', date)) +
      (deadline === undefined ? '' : tag('Deadline', shown(deadline))) +
      links.join('') +
      exactTag(fields) +
      (baseline === undefined
        ? ''
        : element(
            'Baseline',
            tag('Number', 0) +
              tag('Start', shown(baseline.time)) +
              tag('Finish', shown(baseline.end_time ?? baseline.time)),
          )),
  );
}

/** The numbers of MSPDI. */
const [workingMinutes, elapsedMinutes] = [3, 4];

const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const tag = (name: string, value: string | number): string =>
  element(
    name,
    printable(value).replaceAll(/[&<>]/g, (character) => entities[character] ?? ''),
  );

function workingOf(spans: readonly string[] = []): string {
  const times = spans.map((span) => {
    const [from = '', to = ''] = span.split('-');
    return element('WorkingTime', tag('FromTime', `${from}:00`) + tag('ToTime', `${to}:00`));
  });
  return tag('DayWorking', times.length > 0 ? 1 : 0) + element('WorkingTimes', times.join(''));
}

function calendarOf({ uid, name, week, days }: WrittenHours & { readonly uid: number; readonly name: string }): string {
  const each = weekDays.map((day, at) => element('WeekDay', tag('DayType', at + 1) + workingOf(week[day])));
  const exceptions = Object.entries(days).map(([day, spans]) => {
    const [month, date] = day.split('-').slice(-2).map(Number);
    const isDate = day.length > 5;
    const [from, to] = isDate ? [day, day] : ['2000-01-01', '2099-12-31'];
    const period = element('TimePeriod', tag('FromDate', `${from}T00:00:00`) + tag('ToDate', `${to}T23:59:00`));
    const yearly = tag('Type', 2) + tag('Month', (month ?? 1) - 1) + tag('MonthDay', date ?? 1);
    return element('Exception', period + (isDate ? tag('Type', 1) : yearly) + workingOf(spans));
  });
  const lists = element('WeekDays', each.join('')) + element('Exceptions', exceptions.join(''));
  return element('Calendar', tag('UID', uid) + tag('Name', name) + tag('IsBaseCalendar', 1) + lists);
}

const title = 'Chronoscribe';
const always = {
  uid: 1,
  name: '24 Hours',
  ...writtenHours({ week: Object.fromEntries(weekDays.map((day) => [day, ['00:00-24:00']])), days: {} }),
};
const headWith = (zone: string, calendars: string): string => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Project xmlns="http://schemas.microsoft.com/project"><Name>${title}</Name><Subject>${zoneMark}${zone}</Subject>\
<ScheduleFromStart>1</ScheduleFromStart><CalendarUID>1</CalendarUID>\
<MinutesPerDay>1440</MinutesPerDay><MinutesPerWeek>10080</MinutesPerWeek>\
${element('ExtendedAttributes', element('ExtendedAttribute', tag('FieldID', exactField) + tag('FieldName', 'Text30')))}\
${element('Calendars', calendarOf(always) + calendars)}<Tasks>`;
