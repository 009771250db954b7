import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { excerpt } from '../text.ts';
import type { Component } from './components.ts';
import { endAfter, instantOf, type Moment, readLength, readMoment, type Zone } from './moment.ts';
import { CalendarFault, hasProperty, type Property, propertiesOf } from './property.ts';

type ZoneOf = (tzid: string | undefined) => Zone;

export interface Occurrence {
  readonly moment: Moment;
  /** That moment in milliseconds since 1970. */
  readonly at: number;
  /** Milliseconds since 1970; null where it lasts as long as the others. */
  readonly end: number | null;
}

/** In order, each instant once. */
export interface Occurrences {
  readonly occurrences: readonly Occurrence[];
  /** False where there are or may be more. */
  readonly isWhole: boolean;
}

export function recurs(component: Component): boolean {
  return ['RRULE', 'RDATE', 'EXRULE'].some((name) => hasProperty(component, name));
}

/** The first `most` occurrences of a component that begins at `start` (RFC 5545, section 3.8.5). @throws CalendarFault */
export function occurrencesOf(component: Component, start: Moment, zoneOf: ZoneOf, most: number): Occurrences {
  if (hasProperty(component, 'EXRULE')) {
    throw new CalendarFault('EXRULE has gone from the standard and is not read; use EXDATE');
  }
  const [rule, another] = propertiesOf(component, 'RRULE');
  if (another !== undefined) throw new CalendarFault('There is more than one RRULE; give each a VEVENT of its own');

  const excluded = valuesOf(component, 'EXDATE').map(({ value, property }) => readMoment(value, property, zoneOf));
  const instants = new Set(excluded.filter(({ isDate }) => !isDate).map(instantOf));
  // A day excludes all that begins on it.
  const days = new Set(excluded.filter(({ isDate }) => isDate).map(dayOf));
  const kept = new Map<number, Occurrence>();
  const keep = (each: Occurrence) => {
    if (!instants.has(each.at) && !days.has(dayOf(each.moment))) kept.set(each.at, each);
  };
  const take = (moment: Moment) => {
    keep({ moment, at: instantOf(moment), end: null });
    return kept.size <= most;
  };

  const isWhole = rule === undefined ? take(start) : followRule(rule, start, take);
  for (const { value, property } of valuesOf(component, 'RDATE')) keep(readExtra(value, property, zoneOf));
  const inOrder = [...kept.values()].sort((one, other) => one.at - other.at);
  return { occurrences: inOrder.slice(0, most), isWhole: isWhole && inOrder.length <= most };
}

function dayOf({ shown }: Moment): string {
  return shown.toPlainDate().toString();
}

interface Value {
  readonly value: string;
  readonly property: Property;
}

function valuesOf(component: Component, name: string): readonly Value[] {
  return propertiesOf(component, name).flatMap((property) => property.value.split(',').map((value) => ({ value, property })));
}

/** A date, a date-time, or a period: `20250301T083000Z/PT1H`. */
function readExtra(value: string, property: Property, zoneOf: ZoneOf): Occurrence {
  const [begin = '', end] = value.split('/', 2);
  const moment = readMoment(begin, property, zoneOf);
  const at = instantOf(moment);
  if (end === undefined) return { moment, at, end: null };
  const isLength = /^[+-]?P/.test(end);
  return {
    moment,
    at,
    end: isLength ? endAfter(moment, readLength(end, property)) : instantOf(readMoment(end, property, zoneOf)),
  };
}

const part = /^(FREQ|INTERVAL|COUNT(?!=0)|UNTIL|WKST|BY(SECOND|MINUTE|HOUR|DAY|MONTHDAY|YEARDAY|WEEKNO|MONTH|SETPOS))=./;
/** A date has no time that a rule could change. */
const partOfTime = /^BY(SECOND|MINUTE|HOUR)=/;
/** The days of 270 years. A rule that asks for a 30 February would be followed for ever. */
const maxIterations = 100_000;
const lastYear = 9999;

/**
 * Gives `take` the moments of a recurrence rule (RFC 5545, section 3.3.10) in order, first `start`, whether or not the rule fits it.
 * Ends with the year 9999, and where `take` returns false.
 *
 * @returns whether the rule was followed to its end
 * @throws CalendarFault for a rule that cannot be read, and for one that seems never to come true
 */
export function followRule(property: Property, start: Moment, take: (moment: Moment) => boolean): boolean {
  const text = property.value.trim().toUpperCase();
  const rule = readRule(text, start);
  const last = Math.max(instantOf(start), lastInstant(text, property, start));
  let count = 0;
  let isLeft = false;
  try {
    rule.all((shown) => {
      const moment = { ...start, shown };
      if (shown.year > lastYear || instantOf(moment) > last) return false;
      count += 1;
      isLeft = !take(moment);
      return !isLeft;
    });
  } catch (thrown) {
    if (!isGivenUp(thrown)) throw thrown;
    if (count < 2) throw new CalendarFault(`RRULE: ${excerpt(text)} seems never to come true; check what it asks for`);
    isLeft = true;
  }
  return !isLeft;
}

/** Whether it says that the rule was followed as far as `maxIterations`, or to where Temporal ends. */
function isGivenUp(thrown: unknown): boolean {
  return thrown instanceof RangeError || (thrown instanceof Error && thrown.message.startsWith('Maximum '));
}

/** rrule-temporal passes over numbers that there are not, such as BYMONTH=13; ical.js refuses them, but gets BYWEEKNO and more wrong. */
function readRule(text: string, { shown, isDate }: Moment) {
  const parts = text.split(';');
  const unknown = parts.find((each) => !part.test(each));
  if (unknown !== undefined) throw new CalendarFault(`RRULE: ${excerpt(unknown, 40)} is not understood`);
  try {
    ICAL.Recur.fromString(text);
    return new RRuleTemporal({
      // UNTIL is often written in a form that the standard forbids and everybody understands.
      rruleString: parts.filter((each) => !each.startsWith('UNTIL=') && !(isDate && partOfTime.test(each))).join(';'),
      dtstart: shown,
      includeDtstart: true,
      strict: true,
      maxIterations,
      temporal: Temporal,
    });
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new CalendarFault(`RRULE: ${excerpt(text)} is not understood: ${excerpt(why)}`);
  }
}

/** The last instant that UNTIL allows: a day to its end, and a local time in the zone of the start. */
function lastInstant(text: string, property: Property, start: Moment): number {
  const until = /(?:^|;)UNTIL=([^;]*)/.exec(text)?.[1];
  if (until === undefined) return Number.POSITIVE_INFINITY;
  const last = readMoment(until, property, () => start.zone);
  if (!last.isDate) return instantOf(last);
  const midnight = last.shown.toPlainDateTime().toZonedDateTime(start.zone.id);
  return endAfter({ ...start, shown: midnight }, Temporal.Duration.from('P1D')) - 1;
}
