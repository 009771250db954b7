import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { excerpt } from '../excerpt.ts';
import { CalendarFault } from './fault.ts';
import { endAfter, instantOf, type Moment, readMoment } from './moment.ts';
import type { Property } from './property.ts';

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
