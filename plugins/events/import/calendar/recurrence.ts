import type { Component } from './components.ts';
import { CalendarFault } from './fault.ts';
import { endAfter, instantOf, type Moment, readLength, readMoment } from './moment.ts';
import { hasProperty, type Property, propertiesOf } from './property.ts';
import { followRule } from './rule.ts';
import type { Zone } from './zones.ts';

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
