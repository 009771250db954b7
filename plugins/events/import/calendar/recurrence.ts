import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { excerpt } from '../text.ts';
import type { Component } from './components.ts';
import { hasPossibleDay, splitDayLimits } from './day-limits.ts';
import { addDuration, instantOf, type Moment, parseDuration, parseMoment, type ZoneOf, zonesBeside } from './moment.ts';
import { CalendarError, findProperties, hasProperty, type Property } from './property.ts';

export interface Occurrence {
  readonly moment: Moment;
  /** The moment in milliseconds since 1970. */
  readonly at: number;
  /** Milliseconds since 1970; null if it has the duration of the event. */
  readonly end: number | null;
}

/** Which occurrences are asked for: the first `most` that begin between two instants, in milliseconds since 1970. */
export interface Window {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly most: number;
}

/** Occurrences in order, each instant once. */
export interface Occurrences {
  readonly occurrences: readonly Occurrence[];
  /** False if there are or may be more. */
  readonly isWhole: boolean;
}

export function isRecurring(component: Component): boolean {
  return ['RRULE', 'RDATE', 'EXRULE'].some((name) => hasProperty(component, name));
}

/**
 * The occurrences of a component that starts at `start` (RFC 5545, section 3.8.5) in a window.
 *
 * @throws CalendarError
 */
export function listOccurrences(component: Component, start: Moment, zones: ZoneOf, window: Window): Occurrences {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, most } = window;
  if (hasProperty(component, 'EXRULE')) {
    throw new CalendarError('EXRULE has gone from the standard and is not read; use EXDATE');
  }
  const rules = findProperties(component, 'RRULE');

  // Without a zone they are in that of the start.
  const zoneOf = zonesBeside(start, zones);
  const excluded = listValues(component, 'EXDATE').map(({ value, property }) => parseMoment(value, property, zoneOf));
  const instants = new Set(excluded.filter(({ isDate }) => !isDate).map(instantOf));
  // A date excludes all occurrences that start on it.
  const days = new Set(excluded.filter(({ isDate }) => isDate).map(dateOf));
  const kept = new Map<number, Occurrence>();
  const isKept = ({ at, moment }: Occurrence) =>
    at >= from && at <= to && !instants.has(at) && !(days.size > 0 && days.has(dateOf(moment)));
  const keep = (each: Occurrence) => {
    if (isKept(each)) kept.set(each.at, each);
  };
  /** What takes the occurrences of one rule: the first of several are among the first of each. */
  const taker = () => {
    let left = most;
    return (moment: Moment, at: number) => {
      const each = { moment, at, end: null };
      if (!isKept(each)) return true;
      kept.set(each.at, each);
      left -= 1;
      return left >= 0;
    };
  };

  if (rules.length === 0) taker()(start, instantOf(start));
  const isWhole = rules.map((rule) => followRule(rule, start, to, taker())).every((whole) => whole);
  for (const { value, property } of listValues(component, 'RDATE')) keep(parseExtraDate(value, property, zoneOf));
  const sorted = [...kept.values()].sort((one, other) => one.at - other.at);
  return { occurrences: sorted.slice(0, most), isWhole: isWhole && sorted.length <= most };
}

const dateOf = ({ wallTime }: Moment): string => wallTime.toPlainDate().toString();

interface Value {
  readonly value: string;
  readonly property: Property;
}

function listValues(component: Component, name: string): readonly Value[] {
  return findProperties(component, name).flatMap((property) =>
    property.value.split(',').map((value) => ({ value, property })),
  );
}

/** Parses a DATE, a DATE-TIME or a PERIOD: `20250301T083000Z/PT1H`. */
function parseExtraDate(value: string, property: Property, zoneOf: ZoneOf): Occurrence {
  const [begin = '', end] = value.split('/', 2);
  const moment = parseMoment(begin, property, zoneOf);
  const at = instantOf(moment);
  if (end === undefined) return { moment, at, end: null };
  const isLength = /^[+-]?P/.test(end);
  return {
    moment,
    at,
    end: isLength ? addDuration(moment, parseDuration(end, property)) : instantOf(parseMoment(end, property, zoneOf)),
  };
}

const part =
  /^(FREQ|INTERVAL|COUNT(?!=0)|UNTIL|WKST|BY(SECOND|MINUTE|HOUR|DAY|MONTHDAY|YEARDAY|WEEKNO|MONTH|SETPOS))=./;
/** The parts of a rule that do not apply to a date. */
const partOfTime = /^BY(SECOND|MINUTE|HOUR)=/;
/** How far a rule is followed: 10,000 weeks, months or years, and 100,000 days or shorter times. */
const maxIterations = { long: 10_000, short: 100_000 };
const lastYear = 9999;
const endOfTime = Date.UTC(lastYear, 11, 31, 23, 59, 59);

/**
 * Passes the moments of a recurrence rule (RFC 5545, section 3.3.10) to `take`, in order. The first is `start`, even if
 * it does not match the rule. A local time in a gap is none, and does not count. Stops after `to`, after the year 9999,
 * and when `take` returns false.
 *
 * @returns whether the rule was followed to its end
 * @throws CalendarError for a rule that cannot be read, and for one that seems never to match
 */
function followRule(property: Property, start: Moment, to: number, take: Take): boolean {
  const text = plainRule(property.value);
  const begin = instantOf(start);
  const last = Math.max(begin, Math.min(to, lastInstant(text, property, start)));
  const { rule, means } = readRule(text, start, last);
  const most = Number(/(?:^|;)COUNT=(\d+)/.exec(text)?.[1] ?? Number.POSITIVE_INFINITY);
  let count = 1;
  let isLeft = !take(start, begin);
  try {
    if (hasPossibleDay(text))
      rule.all((wallTime) => {
        const moment = { ...start, wallTime };
        if (isLeft || count >= most || wallTime.year > lastYear) return false;
        const at = instantOf(moment);
        if (at > last) return false;
        if (wallTime.equals(start.wallTime) || !start.zone.shows(wallTime) || !means(wallTime)) return true;
        count += 1;
        isLeft = !take(moment, at);
        return !isLeft;
      });
  } catch (thrown) {
    if (!isLimitError(thrown)) throw thrown;
    isLeft = true;
  }
  if (count < Math.min(2, most) && (isLeft || last > endOfTime))
    throw new CalendarError(`RRULE: ${excerpt(text)} seems never to come true; check what it asks for`);
  return !isLeft;
}

type Take = (moment: Moment, at: number) => boolean;

/** A rule without what some programs write in vain: spaces, escapes, the calendar that every other rule is of too. */
const plainRule = (text: string): string =>
  text
    .replaceAll(/(?<=[,;])\s+|\\(?=[;,])/g, '')
    .toUpperCase()
    .replace(/(^|;)RSCALE=GREGORIAN(;SKIP=OMIT)?(;|$)/, '$1')
    .replace(/;$/, '');

/** Whether an error means that the rule reached `maxIterations` or the range of Temporal. */
function isLimitError(thrown: unknown): boolean {
  return thrown instanceof RangeError || (thrown instanceof Error && thrown.message.startsWith('Maximum '));
}

/**
 * rrule-temporal ignores invalid numbers such as BYMONTH=13; ical.js refuses them, but computes BYWEEKNO and others
 * wrongly.
 */
function readRule(text: string, { wallTime, isDate }: Moment, last: number) {
  const parts = text.split(';');
  // A day more: the local times of a zone that the calendar defines are read as UTC. What is beyond the end is dropped.
  const end = new Date(Math.min(last + 86_400_000, endOfTime)).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const used = parts.filter((each) => !/^(COUNT|UNTIL)=/.test(each) && !(isDate && partOfTime.test(each)));
  const unknown = parts.find((each) => !part.test(each));
  if (unknown !== undefined) throw new CalendarError(`RRULE: ${excerpt(unknown, 40)} is not understood`);
  const { parts: limited, means } = splitDayLimits(used);
  try {
    ICAL.Recur.fromString(text);
    const rule = new RRuleTemporal({
      // UNTIL is read here: it is often written in a form that the RFC forbids and everyone accepts. Without an end a
      // rule that never comes true is followed further than anybody looks. COUNT counts no time in a gap.
      rruleString: [...limited, `UNTIL=${end}`].join(';'),
      dtstart: wallTime,
      strict: true,
      maxIterations: /(?:^|;)FREQ=(YEAR|MONTH|WEEK)LY/.test(text) ? maxIterations.long : maxIterations.short,
      temporal: Temporal,
    });
    return { rule, means };
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new CalendarError(`RRULE: ${excerpt(text)} is not understood: ${excerpt(why)}`);
  }
}

/** The last instant that UNTIL allows: the end of a date, or a local time in the zone of the start. */
function lastInstant(text: string, property: Property, start: Moment): number {
  const until = /(?:^|;)UNTIL=([^;]*)/.exec(text)?.[1];
  if (until === undefined) return Number.POSITIVE_INFINITY;
  const last = parseMoment(until, property, () => start.zone);
  if (!last.isDate) return instantOf(last);
  const midnight = last.wallTime.toPlainDateTime().toZonedDateTime(start.zone.id);
  return addDuration({ ...start, wallTime: midnight }, Temporal.Duration.from('P1D')) - 1;
}
