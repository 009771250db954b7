import type { Temporal } from 'temporal-polyfill';
import { CalendarError } from './property.ts';

/** A rule that a library can follow, and which of the days that it gives are meant. */
export interface LimitedRule {
  readonly parts: readonly string[];
  readonly means: (day: Temporal.ZonedDateTime) => boolean;
}

const everyDay = 'BYDAY=MO,TU,WE,TH,FR,SA,SU';
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/**
 * Splits a yearly rule that limits its days in several ways, of which rrule-temporal heeds one only: the rule keeps that
 * one, and the others are for `means`. Other rules stay as they are.
 *
 * @throws CalendarError for BYSETPOS, which counts what all limits leave
 */
export function splitDayLimits(parts: readonly string[]): LimitedRule {
  const valuesOf = (name: string) =>
    parts
      .find((each) => each.startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .split(',');
  const days = valuesOf('BYDAY');
  const monthDays = valuesOf('BYMONTHDAY')?.map(Number);
  const yearDays = valuesOf('BYYEARDAY')?.map(Number);
  const hasWeeks = valuesOf('BYWEEKNO') !== undefined;
  const isSplit =
    [hasWeeks || undefined, monthDays, yearDays].filter((each) => each !== undefined).length > 1 ||
    (days !== undefined && (yearDays !== undefined || (monthDays !== undefined && days.some((day) => /\d/.test(day)))));
  const isMonthly = valuesOf('BYMONTH') !== undefined;
  const isMeant = (date: Temporal.ZonedDateTime) =>
    days === undefined || days.some((day) => isWeekday(day, date, isMonthly));
  if (!parts.includes('FREQ=YEARLY')) return { parts, means: () => true };
  // Of a year with 52 Sundays it takes the first of the next year for the 53rd.
  if (!isSplit) return { parts: parts.map(spellOut), means: isMeant };
  if (valuesOf('BYSETPOS') !== undefined)
    throw new CalendarError('RRULE: BYSETPOS is not read in a yearly rule that limits its days in several ways');

  const dropped = hasWeeks ? /^BY(MONTHDAY|YEARDAY|DAY)=/ : yearDays === undefined ? /^BYDAY=/ : /^BY(MONTHDAY|DAY)=/;
  const kept = parts.filter((each) => !dropped.test(each));
  return {
    parts: hasWeeks ? [...kept, everyDay] : kept,
    means: (date) =>
      (monthDays === undefined || isListed(monthDays, date.day, date.daysInMonth)) &&
      (yearDays === undefined || isListed(yearDays, date.dayOfYear, date.daysInYear)) &&
      isMeant(date),
  };
}

/** `TU,-2FR` as `1TU,…,52TU,-1TU,-2FR`: of a year, rrule-temporal forgets weekdays without a number beside some with one. */
function spellOut(part: string): string {
  if (!/^BYDAY=.*\d/.test(part)) return part;
  const all = (day: string) => [...Array.from({ length: 52 }, (_, at) => `${at + 1}${day}`), `-1${day}`];
  const days = part.slice('BYDAY='.length).split(',');
  return `BYDAY=${days.flatMap((day) => (/\d/.test(day) ? [day] : all(day))).join(',')}`;
}

const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** False for 30 February and 31 April: nothing but the start of such a rule ever comes. */
export function hasPossibleDay(rule: string): boolean {
  const [months, days] = ['BYMONTH', 'BYMONTHDAY'].map((name) =>
    new RegExp(`(?:^|;)${name}=([^;]*)`).exec(rule)?.[1]?.split(',').map(Number),
  );
  if (months === undefined || days === undefined) return true;
  return months.some((month) => days.some((day) => Math.abs(day) <= (longestMonths[month - 1] ?? 31)));
}

/** Whether a list names a place of so many, counted from the start or with a negative number from the end. */
const isListed = (list: readonly number[], place: number, length: number): boolean =>
  list.includes(place) || list.includes(place - length - 1);

/** `TH` is every Thursday, `2TH` the second of a month or of the year. */
function isWeekday(day: string, date: Temporal.ZonedDateTime, isMonthly: boolean): boolean {
  if (weekdays[date.dayOfWeek - 1] !== day.slice(-2)) return false;
  if (day.length === 2) return true;
  const [place, length] = isMonthly ? [date.day, date.daysInMonth] : [date.dayOfYear, date.daysInYear];
  const nth = Number(day.slice(0, -2));
  return nth === Math.ceil(place / 7) || nth === -Math.ceil((length - place + 1) / 7);
}
