import { hasForeignValue } from './bound-values.ts';
import { normalizeSynonyms } from './clinical-synonyms.ts';
import { impliedQuantities, parseQuantities, type Quantity } from './quantities.ts';
import { numbersToDigits } from './spoken-numbers.ts';
import { unitOf } from './units.ts';
import { contentWords, isContentWord, stem } from './words.ts';

/** Of these a dose without a unit is not in milligrams. */
const dosedInMicrograms =
  /\b(?:levothyroxine|liothyronine|digoxin|fentanyl|clonidine|insulin|albuterol|fluticasone|heparin|semaglutide)\b/i;

/** Tells whether a source supports every quantity and every count of a statement. */
export function supportsQuantities(source: string, statement: string): boolean {
  const said = [...parseQuantities(source), ...impliedQuantities(source)];
  const namesMicrograms = dosedInMicrograms.test(normalizeSynonyms(statement));
  // `An hour ago` is a quantity too.
  const ago = statement.match(/\ban? \p{L}+ ago\b/giu) ?? [];
  const stated = [...parseQuantities(statement), ...impliedQuantities(ago.join(' '))];
  const isSupported = stated.every((each) => quantitySupported(said, each, namesMicrograms));
  return isSupported && !hasWrongCount(source, statement) && !hasWrongDay(source, statement);
}

/**
 * Tells whether the quantities of a source support one of a statement. Amounts and units are compared as they are,
 * never converted.
 */
function quantitySupported(source: readonly Quantity[], stated: Quantity, namesMicrograms: boolean): boolean {
  switch (stated.type) {
    case 'amount':
      // `one` is often a pronoun. What it counts is compared as a count.
      if (stated.unit === null && stated.values[0] === 1) return true;
      return source.some(
        (said, at) =>
          said.type === 'amount' &&
          said.values[0] === stated.values[0] &&
          (isUnitOf(said.unit, stated.unit) ||
            (said.unit === null && stated.unit === 'mg' && !namesMicrograms) ||
            (said.unit === null && isUnitNear(source, at, stated.unit))),
      );
    case 'ratio':
      return source.some(
        (said) =>
          (said.type === 'ratio' && equal(said.values, stated.values)) ||
          sameMonth(said, stated) ||
          isScore(stated, said, source) ||
          sameDate(said, stated, source),
      );
    case 'month':
      return source.some((said) => sameMonth(said, stated));
    case 'date':
      return source.some((said) => sameDate(said, stated, source));
    case 'time': {
      const [hour = 0, minute = 0] = stated.values;
      return source.some(({ type, values }) =>
        type === 'time'
          ? (values[0] ?? 0) % 12 === hour % 12 && values[1] === minute
          : type === 'amount' && (values[0] === hour * 100 + minute || (minute === 0 && values[0] === hour)),
      );
    }
    default:
      return stated.type satisfies never;
  }
}

/** In `5 or 6 weeks` the first number gets its unit from the second, in `5 weeks, no, 6` the second from the first. */
function isUnitNear(source: readonly Quantity[], at: number, unit: Quantity['unit']): boolean {
  const [before, { values: [own = 0] = [] } = {}, after] = [source[at - 1], source[at], source[at + 1]];
  if (after?.unit === unit) return true;
  const isRange = after !== undefined && after.unit !== null && (after.values[0] ?? 0) > own;
  return !isRange && before?.unit === unit;
}

/** `9/10`, of a scale to ten on which somebody said nine. */
function isScore({ values }: Quantity, said: Quantity, source: readonly Quantity[]): boolean {
  const [score, top] = values;
  return (
    values.length === 2 &&
    top === 10 &&
    said.type === 'amount' &&
    said.unit === null &&
    said.values[0] === score &&
    source.some((each) => each.type === 'amount' && each.values[0] === top)
  );
}

function equal(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

/** `How old are you? Twenty six.` */
function isUnitOf(said: string | null, stated: string | null): boolean {
  return stated === null || said === stated || (stated === 'age' && (said === null || said === 'year'));
}

/**
 * Compares day and month in either order, since `1/10` is ambiguous. If one date has no year, the source must contain
 * it elsewhere.
 */
function sameDate(said: Quantity, stated: Quantity, source: readonly Quantity[]): boolean {
  if (said.type !== 'date' && stated.type !== 'date' && !(said.values.length === 3 && stated.values.length === 3))
    return false;
  if (said.type === 'amount' || said.type === 'time') return false;
  const [a, b, year] = said.values;
  const [c, d, statedYear] = stated.values;
  const sameDay = (a === c && b === d) || (a === d && b === c);
  if (!sameDay || statedYear === undefined) return sameDay;
  return year === undefined
    ? source.some(
        ({ type, values: [value] }) =>
          type === 'amount' && value !== undefined && value > 1900 && sameYear(value, statedYear),
      )
    : sameYear(year, statedYear);
}

/** `03/2008` and `3/08` are March 2008. */
function sameMonth(said: Quantity, stated: Quantity): boolean {
  const [one, other] = [said, stated].map(({ type, values }) =>
    type === 'month' || (type === 'ratio' && values.length === 2) ? values : [],
  );
  const isNamed = said.type === 'month' || stated.type === 'month';
  return (
    isNamed &&
    one?.[0] === other?.[0] &&
    one?.[1] !== undefined &&
    other?.[1] !== undefined &&
    sameYear(one[1], other[1])
  );
}

function sameYear(one: number, other: number): boolean {
  return one % 100 === other % 100;
}

/** Maximum distance, in words, between a number and what it counts: `2 packs`, `3 older brothers`. */
const reach = 2;

/** The numbers by what they count: `pack` → 2. A range gives both its ends. */
function parseCounts(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const tokens =
    numbersToDigits(text.toLowerCase())
      .replace(/(\d+) out of (\d+)/g, '$1/$2')
      .match(/\d+(?:[.,:/]\d+)*|[\p{L}]+|[.;,?!]/gu) ?? [];
  const counts = new Map<string, Set<string>>();
  tokens.forEach((token, at) => {
    if (!/^\d/.test(token)) return;
    const [thing] = following(tokens, at);
    if (thing !== undefined) counts.set(thing, (counts.get(thing) ?? new Set()).add(token));
  });
  return counts;
}

function following(tokens: readonly string[], at: number): readonly string[] {
  const rest = tokens.slice(at + 1, at + 3 + reach);
  // In `2 to 3 packs` the first number counts the same thing as the second.
  const range = /^(?:to|or|and)$/.test(rest[0] ?? '') && /^\d/.test(rest[1] ?? '') ? 2 : 0;
  const near = rest.slice(range, range + reach);
  const end = near.findIndex((token) => /[.;,?!\d]/.test(token));
  // Measurements are compared as quantities.
  if (near.some((word) => unitOf(word) !== null)) return [];
  return contentWords((end === -1 ? near : near.slice(0, end)).filter(isContentWord).join(' '));
}

/** Tells whether a statement gives another count of a thing that the source counts too: three packs for two. */
function hasWrongCount(source: string, statement: string): boolean {
  const said = parseCounts(source);
  return [...parseCounts(statement)].some(([thing, numbers]) => {
    const sources = said.get(stem(thing));
    return sources !== undefined && [...numbers].some((number) => !sources.has(number));
  });
}

const weekday = /\b(mon|tues|wednes|thurs|fri|satur|sun)day/gi;

/** Another day of the week than the source names. */
function hasWrongDay(source: string, statement: string): boolean {
  const days = (text: string) => new Set([...text.matchAll(weekday)].map(([day]) => day.toLowerCase()));
  const said = days(source);
  return [...days(statement)].some((day) => !said.has(day)) || hasWrongMonth(source, statement);
}

const month =
  /\b(?:in|since|by|until|of|last|next|early|late) (January|February|March|April|May|June|July|August|September|October|November|December)\b/g;

/** A month that nobody named; one may be said as a number (`01/10/09`). */
function hasWrongMonth(source: string, statement: string): boolean {
  const said = source.toLowerCase();
  const named = statement.matchAll(month).map(([, name = '']) => name.toLowerCase());
  return !/\d[/.-]\d/.test(source) && named.some((name) => !said.includes(name.slice(0, 3)));
}

const datesIn = (part: string): ReadonlySet<string> =>
  new Set(
    parseQuantities(part).flatMap(({ type, values }) => (isDate(type, values) ? values.slice(0, 2).join('/') : [])),
  );

function isDate(type: Quantity['type'], values: readonly number[]): boolean {
  return type === 'date' || type === 'month' || (type === 'ratio' && values.length === 3);
}

/** Tells whether a statement gives a thing a date that the source gives to another. */
export function hasForeignDate(source: string, statement: string): boolean {
  return hasForeignValue(source.split(/\n|(?<=[.?!])\s+/), statement, datesIn);
}
