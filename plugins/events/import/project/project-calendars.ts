import { isDeepStrictEqual } from 'node:util';
import type { XmlElement } from '@rgrove/parse-xml';
import { CalendarFields } from 'chronoscribe/kinds/ledger';
import { type WrittenHours, weekDays, writtenHours } from './format.ts';
import { childrenOf, members, textOf } from './xml.ts';

/** The longest exception of a calendar that is read, in days. */
const longestDays = 3_660;

/**
 * The calendars of a project, as fields of calendars: that of the project, those of tasks, and those of resources that
 * are not as the project's. One that works at any time is none.
 *
 * @param time_zone in which their hours are told
 * @param exact those that an export has kept, which are as they were except for hours that another program has changed
 */
export function readCalendars(
  project: XmlElement,
  prefix: string,
  people: ReadonlyMap<string, XmlElement>,
  time_zone: string,
  exact: unknown,
) {
  const byUid = new Map(members(project, 'Calendars', 'Calendar').map((each) => [textOf(each, 'UID'), each]));
  const projectUid = textOf(project, 'CalendarUID');
  const workingOf = (uid: string | undefined, depth = 0): WrittenHours | undefined => {
    const element = byUid.get(uid);
    if (element === undefined || depth > byUid.size) return undefined;
    const base = workingOf(textOf(element, 'BaseCalendarUID'), depth + 1);
    const own = ownWorking(element);
    return { week: { ...base?.week, ...own.week }, days: { ...base?.days, ...own.days } };
  };
  const isOwn = (uid: string | undefined): boolean => {
    const element = byUid.get(uid);
    if (element === undefined || uid === projectUid) return false;
    const { week, days } = ownWorking(element);
    return Object.keys(week).length + Object.keys(days).length > 0 || isOwn(textOf(element, 'BaseCalendarUID'));
  };
  const found = new Map<string, object>();
  const kept = new Set<string | undefined>();
  for (const each of Array.isArray(exact) ? exact : []) {
    const { success, data: calendar } = CalendarFields.safeParse(each);
    if (!success) continue;
    const uid = [...byUid].find(([, element]) => textOf(element, 'Name') === calendar.name)?.[0];
    const hours = uid === undefined ? undefined : workingOf(uid);
    const isSame = hours === undefined || isDeepStrictEqual(hours, writtenHours(calendar));
    found.set(calendar.name, isSame ? calendar : { ...calendar, ...hours });
    kept.add(uid);
  }
  const add = (uid: string | undefined, person?: string): string | undefined => {
    const element = byUid.get(uid);
    const working = workingOf(uid);
    if (element === undefined || working === undefined || isAlways(working)) return undefined;
    if (kept.has(uid)) return textOf(element, 'Name');
    const name = `${prefix}${person ?? textOf(element, 'Name') ?? uid}`.slice(0, 200);
    found.set(name, { name, time_zone, ...working, ...(person !== undefined && { people: [person] }) });
    return name;
  };
  const ruled = new Set<string>();
  for (const [name, resource] of people) {
    const uid = textOf(resource, 'CalendarUID');
    if (isOwn(uid) && add(uid, name) !== undefined) ruled.add(name);
  }
  return {
    /** The name of the calendar of a task, whose participants may have others. */
    of(task: XmlElement, participants: readonly string[]): string | undefined {
      const own = textOf(task, 'CalendarUID');
      if (own !== undefined && own !== '-1') return add(own);
      return participants.some((name) => ruled.has(name)) ? undefined : add(projectUid);
    },
    found: () => [...found.values()],
  };
}

const isAlways = ({ week, days }: WrittenHours): boolean =>
  Object.keys(days).length === 0 &&
  weekDays.every((day) => week[day]?.length === 1 && /^00:00-(00:00|24:00)$/.test(week[day][0] ?? ''));

function ownWorking(calendar: XmlElement): WrittenHours {
  const week: Record<string, readonly string[]> = {};
  const days: Record<string, readonly string[]> = {};
  for (const day of members(calendar, 'WeekDays', 'WeekDay')) {
    const name = weekDays[Number(textOf(day, 'DayType') ?? 0) - 1];
    if (name !== undefined) week[name] = spansOf(day);
    else for (const date of datesOf(day)) days[date] = spansOf(day);
  }
  for (const exception of members(calendar, 'Exceptions', 'Exception')) {
    // Of every year: the month counts from 0.
    const [month, date] = [textOf(exception, 'Month'), textOf(exception, 'MonthDay')];
    if (textOf(exception, 'Type') === '2' && month !== undefined && date !== undefined)
      days[`${String(Number(month) + 1).padStart(2, '0')}-${date.padStart(2, '0')}`] = spansOf(exception);
    else for (const each of datesOf(exception)) days[each] = spansOf(exception);
  }
  return { week, days };
}

function spansOf(day: XmlElement): readonly string[] {
  if (textOf(day, 'DayWorking') !== '1') return [];
  return members(day, 'WorkingTimes', 'WorkingTime').map(
    (time) => `${textOf(time, 'FromTime')?.slice(0, 5) ?? '00:00'}-${textOf(time, 'ToTime')?.slice(0, 5) ?? '00:00'}`,
  );
}

function datesOf(exception: XmlElement): readonly string[] {
  const [period] = childrenOf(exception, 'TimePeriod');
  const [from, to] = ['FromDate', 'ToDate'].map((side) =>
    period === undefined ? Number.NaN : Date.parse(`${textOf(period, side)?.slice(0, 10)}T00:00:00Z`),
  );
  const dates: string[] = [];
  for (let at = from ?? Number.NaN; at <= (to ?? Number.NaN) && dates.length < longestDays; at += 86_400_000)
    dates.push(new Date(at).toISOString().slice(0, 10));
  return dates;
}
