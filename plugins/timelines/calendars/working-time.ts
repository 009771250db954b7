import { countWhile } from '../sorted/count-while.ts';

/** The hours of one year (UTC), by columns: from when to when, and how much work comes before each. In milliseconds. */
export interface Hours {
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** One more than `starts`: the last is the work of the whole year. */
  readonly before: Float64Array;
}

/** The hours in which something is worked on. Instants and work in milliseconds; without an answer, infinite. */
export interface WorkingTime {
  /** The hours of a year, within it, in order, none that touch. */
  hours(year: number): Hours;
  /** The first instant from `at` on at which work goes on. */
  next(at: number): number;
  /** When work is done that begins at `from`, or as soon as there are hours. None is done at once within hours or at their end. */
  finish(from: number, work: number): number;
  /** The latest instant to begin for work to be done by `until`. */
  begin(until: number, work: number): number;
  /** The work from one instant to a later one. */
  between(from: number, to: number): number;
}

/** How many years without an hour are looked through: a calendar may have days of its own only, and these may be over. */
const yearsAhead = 20;

/** Hours in any order, some perhaps overlapping, as those of a year. */
export function hoursOf(spans: readonly (readonly [number, number])[], year: number): Hours {
  const [first, last] = [startOfYear(year), startOfYear(year + 1)];
  const merged: [number, number][] = [];
  for (const [from, to] of spans.toSorted(([one], [other]) => one - other)) {
    const [start, end] = [Math.max(from, first), Math.min(to, last)];
    const before = merged.at(-1);
    if (start >= end) continue;
    if (before !== undefined && start <= before[1]) before[1] = Math.max(before[1], end);
    else merged.push([start, end]);
  }
  const before = new Float64Array(merged.length + 1);
  for (const [at, [start, end]] of merged.entries()) before[at + 1] = (before[at] ?? 0) + end - start;
  return {
    starts: Float64Array.from(merged, ([start]) => start),
    ends: Float64Array.from(merged, ([, end]) => end),
    before,
  };
}

/** Not `Date.UTC`, which takes the years up to 99 for those of the last century. */
export const startOfYear = (year: number): number => new Date(0).setUTCFullYear(year, 0, 1);

/** Working time by years, each computed once. */
export function workingTime(compute: (year: number) => Hours): WorkingTime {
  const known = new Map<number, Hours>();
  // Most questions are about the same year as the one before.
  const last = { year: Number.NaN, from: Number.NaN, to: Number.NaN };
  const yearOf = (at: number): number => {
    if (at >= last.from && at < last.to) return last.year;
    last.year = new Date(at).getUTCFullYear();
    last.from = startOfYear(last.year);
    last.to = startOfYear(last.year + 1);
    return last.year;
  };
  const hours = (year: number): Hours => {
    const found = known.get(year) ?? compute(year);
    known.set(year, found);
    return found;
  };
  /** The work of a year up to an instant in it. */
  const until = ({ starts, ends, before }: Hours, at: number): number => {
    const position = firstAbove(ends, at);
    return (before[position] ?? 0) + Math.max(0, at - (starts[position] ?? at));
  };
  const next = (at: number): number => {
    for (let year = yearOf(at); year <= yearOf(at) + yearsAhead; year += 1) {
      const { starts, ends } = hours(year);
      const start = starts[firstAbove(ends, at)];
      if (start !== undefined) return Math.max(at, start);
    }
    return Number.POSITIVE_INFINITY;
  };
  /** The last instant up to `at` at which work has just gone on. */
  const lastUpTo = (at: number): number => {
    for (let year = yearOf(at); year >= yearOf(at) - yearsAhead; year -= 1) {
      const { starts, ends } = hours(year);
      // The first hours that begin at `at` or later: those before them are meant.
      const end = ends[firstFrom(starts, at) - 1];
      if (end !== undefined) return Math.min(at, end);
    }
    return Number.NEGATIVE_INFINITY;
  };
  return {
    hours,
    next,
    finish(from, work) {
      if (!Number.isFinite(from)) return from;
      if (work <= 0) return lastUpTo(from) === from ? from : next(from);
      let left = work;
      let at = from;
      for (let year = yearOf(from), empty = 0; empty <= yearsAhead; year += 1) {
        const all = hours(year);
        const done = until(all, at);
        const total = all.before.at(-1) ?? 0;
        if (done + left <= total) {
          const position = firstFrom(all.before, done + left) - 1;
          return (all.starts[position] ?? 0) + done + left - (all.before[position] ?? 0);
        }
        empty = total > done ? 0 : empty + 1;
        left -= total - done;
        at = startOfYear(year + 1);
      }
      return Number.POSITIVE_INFINITY;
    },
    begin(to, work) {
      if (!Number.isFinite(to)) return to;
      if (work <= 0) return next(to) === to ? to : lastUpTo(to);
      let left = work;
      let at = to;
      for (let year = yearOf(to), empty = 0; empty <= yearsAhead; year -= 1) {
        const all = hours(year);
        const done = until(all, at);
        if (done >= left) {
          const position = firstAbove(all.before, done - left) - 1;
          return (all.starts[position] ?? 0) + done - left - (all.before[position] ?? 0);
        }
        empty = done > 0 ? 0 : empty + 1;
        left -= done;
        at = startOfYear(year);
      }
      return Number.NEGATIVE_INFINITY;
    },
    between(from, to) {
      const [first, final] = [yearOf(from), yearOf(to)];
      let work = until(hours(final), to) - until(hours(first), from);
      for (let year = first; year < final; year += 1) work += hours(year).before.at(-1) ?? 0;
      return work;
    },
  };
}

/** The hours in which all of some calendars work. */
export function common(all: readonly WorkingTime[]): WorkingTime | undefined {
  const [only, ...others] = all;
  if (only === undefined || others.length === 0) return only;
  return workingTime((year) => all.map((each) => each.hours(year)).reduce((one, other) => shared(one, other, year)));
}

function shared(one: Hours, other: Hours, year: number): Hours {
  const spans: [number, number][] = [];
  for (let at = 0, beside = 0; at < one.starts.length && beside < other.starts.length; ) {
    const [end, otherEnd] = [one.ends[at] ?? 0, other.ends[beside] ?? 0];
    spans.push([Math.max(one.starts[at] ?? 0, other.starts[beside] ?? 0), Math.min(end, otherEnd)]);
    if (end < otherEnd) at += 1;
    else beside += 1;
  }
  return hoursOf(spans, year);
}

/** The position of the first number that is greater; the length if none is. */
export const firstAbove = (sorted: Float64Array, than: number): number =>
  countWhile(sorted.length, (at) => (sorted[at] ?? 0) <= than);
/** The position of the first number that is as great or greater. */
const firstFrom = (sorted: Float64Array, than: number): number =>
  countWhile(sorted.length, (at) => (sorted[at] ?? 0) < than);
