import type { XmlElement } from '@rgrove/parse-xml';
import { formatInstant, localInstant } from 'chronoscribe/kinds/clock';
import { CalendarFields, type FileLine, hoursOfCalendar } from 'chronoscribe/kinds/ledger';
import { noTitle } from '../exact-fields.ts';
import { childrenOf, members, type ProjectFile } from './xml.ts';

const wholeDay = ['00:00-24:00'];
const dayMs = 86_400_000;

/** Of each kind of dependency: what it counts from, and to. */
const sides: Readonly<Record<string, { readonly from: 'start' | 'end'; readonly to: 'start' | 'end' }>> = {
  1: { from: 'start', to: 'start' },
  2: { from: 'end', to: 'start' },
  3: { from: 'end', to: 'end' },
  4: { from: 'start', to: 'end' },
};

/**
 * Reads a project of GanttProject. Its dates are days without a zone, its durations working days by its calendar, and
 * dependencies are named at the predecessor. Nested tasks are parts of a summary. The line is that of the task.
 */
export function* ganttLines({ project, lineOf }: ProjectFile, time_zone = 'UTC'): Generator<FileLine> {
  const title = project.attributes.name || 'project';
  const calendar = { ...calendarOf(project, `${title}: default`), time_zone };
  const hours = hoursOfCalendar(CalendarFields.parse(calendar));
  yield { line: 1, calendar };

  const tasks = childrenOf(project, 'tasks').flatMap((list) => nested(list, undefined));
  const idOf = (id = '') => `${title}/${id}`;
  const people = new Map(members(project, 'resources', 'resource').map(({ attributes: { id, name } }) => [id, name]));
  const assigned = Map.groupBy(
    members(project, 'allocations', 'allocation'),
    ({ attributes }) => attributes['task-id'],
  );
  const before = Map.groupBy(
    tasks.flatMap(({ task }) => childrenOf(task, 'depend').map(({ attributes }) => ({ task, attributes }))),
    ({ attributes }) => attributes.id,
  );
  for (const { task, summary } of tasks) {
    const { id, name, start, duration, meeting, complete } = task.attributes;
    const day = Date.parse(`${start}T00:00:00Z`);
    const from = hours.next(Number.isNaN(day) ? day : localInstant(day, time_zone));
    const end = meeting === 'true' ? undefined : hours.finish(from, Number(duration ?? 0) * dayMs);
    const participants = (assigned.get(id) ?? []).flatMap(
      ({ attributes }) => people.get(attributes['resource-id']) ?? [],
    );
    const ties = (before.get(id) ?? []).map((each) => {
      const { from: side, to } = sides[each.attributes.type ?? '2'] ?? { from: 'end', to: 'start' };
      const lag = Number(each.attributes.difference ?? 0);
      return { event_id: idOf(each.task.attributes.id), from: side, to, lag };
    });
    const isCause = ({ to, lag }: (typeof ties)[number]) => to === 'start' && lag === 0;
    const causes = ties.filter(isCause).map(({ event_id, from: side }) => ({ event_id, min_delay: '0m', from: side }));
    const links = ties.filter((tie) => !isCause(tie)).map((tie) => ({ ...tie, lag: `${tie.lag}d`, working: true }));
    const plan = {
      calendar: calendar.name,
      ...(links.length > 0 && { links }),
      ...(Number(complete ?? 0) > 0 && { percent_complete: Number(complete) }),
      ...(summary !== undefined && { part_of: idOf(summary.attributes.id) }),
    };
    const fields = {
      event_id: idOf(id),
      description: name || noTitle,
      ...(Number.isFinite(from) && { time: formatInstant(from) }),
      ...(end !== undefined && Number.isFinite(end) && { end_time: formatInstant(end) }),
      ...(participants.length > 0 && { participants }),
      ...(causes.length > 0 && { causes }),
      plan,
    };
    yield { line: lineOf(task), fields, version: { sequence: 0 } };
  }
}

interface Nested {
  readonly task: XmlElement;
  readonly summary: XmlElement | undefined;
}

const nested = (list: XmlElement, summary: XmlElement | undefined): readonly Nested[] =>
  childrenOf(list, 'task').flatMap((task) => [{ task, summary }, ...nested(task, task)]);

/** The days of a week and the dates on which nothing is done; a date without a year is one of every year. */
function calendarOf(project: XmlElement, name: string) {
  const [calendars] = childrenOf(project, 'calendars');
  const [types] = calendars === undefined ? [] : childrenOf(calendars, 'day-types');
  const [week] = types === undefined ? [] : childrenOf(types, 'default-week');
  const names = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].filter((day, at) =>
    week === undefined ? at < 5 : week.attributes[day] !== '1',
  );
  const dates = calendars === undefined ? [] : childrenOf(calendars, 'date');
  const days = dates.map(({ attributes: { year, month = '', date = '', type } }) => {
    const day = [...(year ? [year] : []), month.padStart(2, '0'), date.padStart(2, '0')].join('-');
    return [day, type === 'WORKING_DAY' ? wholeDay : []] as const;
  });
  // A calendar without any day would let nothing be done.
  const working = names.length === 0 ? ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] : names;
  return {
    name: name.slice(0, 200),
    week: Object.fromEntries(working.map((day) => [day, wholeDay])),
    days: Object.fromEntries(days),
  };
}
