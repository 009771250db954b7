import { numbersToDigits } from './spoken-numbers.ts';
import { contentWords, isContentWord, stem } from './words.ts';

/** A number with its meaning: `10 mg`, `120/80`, `8:30`, `3 May 2021`, `May 2021`. */
export interface Quantity {
  /** Its numbers in order: one for an amount, several for ratios, times and dates. */
  readonly values: readonly number[];
  readonly type: 'amount' | 'ratio' | 'time' | 'date' | 'month';
  /** Canonical name of the unit; null if there is none. */
  readonly unit: string | null;
}

const units: readonly (readonly [unit: string, spellings: string])[] = [
  ['mcg', 'mcgs?|micrograms?|µg|μg|ug'],
  ['mg/dl', 'mg ?/ ?dl|milligrams? per deciliter'],
  ['mg/kg', 'mg ?/ ?kg|milligrams? per kilo(?:gram)?'],
  ['ng/ml', 'ng ?/ ?ml'],
  ['mg', 'mgs?|milligrams?|milligrammes?'],
  ['kg', 'kgs?|kilos?|kilograms?'],
  ['g', 'g|grams?|grammes?'],
  ['ml', 'mls?|millilit(?:er|re)s?|ccs?'],
  ['l', 'l|lit(?:er|re)s?'],
  ['unit', 'units?|iu'],
  ['meq', 'meq|milliequivalents?'],
  ['%', '%|percent|per cent'],
  ['mmhg', 'mm ?hg|millimeters of mercury'],
  ['bpm', 'bpm|beats (?:per|a) minute'],
  ['mm', 'mm|millimet(?:er|re)s?'],
  ['cm', 'cm|centimet(?:er|re)s?'],
  ['m', 'meters?|metres?'],
  ['inch', 'inch(?:es)?'],
  ['foot', 'foot|feet|ft'],
  ['mile', 'miles?'],
  ['lb', 'lbs?|pounds?'],
  ['oz', 'oz|ounces?'],
  ['degree', '° ?[cf]?|degrees?(?: (?:celsius|fahrenheit))?'],
  ['second', 'seconds?|secs?'],
  ['minute', 'minutes?|mins?'],
  ['hour', 'hours?|hrs?|h'],
  ['day', 'days?|nights?'],
  ['week', 'weeks?|wks?'],
  ['month', 'months?|mos?'],
  ['age', 'years? old|years? of age|year-?olds?|y/?o'],
  ['year', 'years?|yrs?'],
  ['time', 'times|x'],
  ['tablet', 'tablets?|tabs?|pills?|capsules?'],
  ['puff', 'puffs?|inhalations?'],
  ['drop', 'drops?|gtts?'],
];
const anyUnit = units.map(([, spellings]) => spellings).join('|');
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const monthName = `(${months.join('|')})[a-z]*\\.?`;
const number = String.raw`\d+(?:,\d{3})*(?:\.\d+)?|\.\d+`;
/** Excludes names such as `L5` and `a1c`. */
const numberStart = String.raw`(?<![\p{L}\p{N}.])`;

const patterns = {
  isoDate: /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/gu,
  dayOfMonth: new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${monthName}(?:,? (\\d{4}))?(?![\\p{L}\\p{N}])`, 'giu'),
  monthAndDay: new RegExp(`\\b${monthName} (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?(?![\\p{L}\\p{N}:/])`, 'giu'),
  monthOfYear: new RegExp(`\\b${monthName},? (?:of )?(\\d{4})(?![\\p{L}\\p{N}])`, 'giu'),
  clock: /\b(\d{1,2}):(\d{2})\b/gu,
  ratio: new RegExp(`${numberStart}((?:${number})(?: ?(?:/|over|out of) ?(?:${number}))+)`, 'giu'),
  amount: new RegExp(`${numberStart}(${number})(?:(?:st|nd|rd|th)\\b|\\+)?(?:[ -]?(${anyUnit})(?![\\p{L}\\p{N}]))?`, 'giu'),
} as const;

/** Parses every distinct quantity of a text, in digits or in words. */
export function parseQuantities(text: string): Quantity[] {
  const found = new Map<string, Quantity>();
  let rest = normalize(text);
  /** Removes what matches from the text, so that no later pattern matches it again. */
  const take = (pattern: RegExp, read: (groups: readonly (string | undefined)[]) => Quantity) => {
    rest = rest.replace(pattern, (...match: readonly unknown[]) => {
      const quantity = read(match.slice(1).map((group) => (typeof group === 'string' ? group : undefined)));
      found.set(JSON.stringify(quantity), quantity);
      return ' ; ';
    });
  };
  const date = (month: number, day: number, year: string | undefined): Quantity => ({
    type: 'date',
    values: year === undefined ? [month, day] : [month, day, Number(year)],
    unit: null,
  });
  take(patterns.isoDate, ([year, month, day]) => date(Number(month), Number(day), year));
  take(patterns.dayOfMonth, ([day, month, year]) => date(monthNumber(month), Number(day), year));
  take(patterns.monthAndDay, ([month, day, year]) => date(monthNumber(month), Number(day), year));
  take(patterns.monthOfYear, ([month, year]) => ({ type: 'month', values: [monthNumber(month), Number(year)], unit: null }));
  take(patterns.clock, ([hour, minute]) => ({ type: 'time', values: [Number(hour), Number(minute)], unit: null }));
  take(patterns.ratio, ([parts]) => ({
    type: 'ratio',
    values: (parts ?? '').split(/\/|over|out of/i).map(amountOf),
    unit: null,
  }));
  take(patterns.amount, ([value, unit]) => ({ type: 'amount', values: [amountOf(value ?? '')], unit: unitOf(unit) }));
  return [...found.values()];
}

/** Tells whether a word in lower case is a unit. */
export function isUnit(word: string): boolean {
  return unitOf(word) !== null;
}

/** Quantities that a source expresses without a number: `daily` supports `once a day`, `a week` supports `1 week`. */
export function impliedQuantities(text: string): Quantity[] {
  const implied: Quantity[] = [];
  for (const [, unit] of text.matchAll(
    new RegExp(`\\b(?:an?|one|each|every|per|last|past) (${anyUnit})(?![\\p{L}\\p{N}])`, 'giu'),
  )) {
    implied.push({ type: 'amount', values: [1], unit: unitOf(unit) });
  }
  if (/\b(?:once|daily|nightly|every (?:day|morning|evening|night))\b/i.test(text))
    implied.push({ type: 'amount', values: [1], unit: null });
  return implied;
}

/**
 * Tells whether the quantities of a source support one of a statement. Amounts and units are compared as they are,
 * never converted.
 */
export function quantitySupported(source: readonly Quantity[], stated: Quantity): boolean {
  switch (stated.type) {
    case 'amount':
      // `one` is often a pronoun. What it counts is compared as a count.
      if (stated.unit === null && stated.values[0] === 1) return true;
      return source.some(
        (said) =>
          said.type === 'amount' &&
          said.values[0] === stated.values[0] &&
          // In `5 or 6 weeks` the first number gets its unit from the second.
          (isUnitOf(said.unit, stated.unit) || (said.unit === null && source.some(({ unit }) => unit === stated.unit))),
      );
    case 'ratio':
      return source.some(
        (said) =>
          (said.type === 'ratio' && equal(said.values, stated.values)) ||
          sameMonth(said, stated) ||
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

function normalize(text: string): string {
  return numbersToDigits(text.replace(/\btwice\b/gi, '2 times').replace(/\bthrice\b/gi, '3 times'))
    .replace(/\bb\.?i\.?d\b\.?/gi, '2 times a day')
    .replace(/\bt\.?i\.?d\b\.?/gi, '3 times a day')
    .replace(/\bq\.?i\.?d\b\.?/gi, '4 times a day')
    .replace(/\bq(\d+)h\b/gi, 'every $1 hours')
    .replace(/\bhalf past (\d{1,2})\b/gi, '$1:30')
    .replace(/\b(?:a )?quarter past (\d{1,2})\b/gi, '$1:15')
    .replace(/(\d) ?[-–] ?(?=\d+(?!\d*-))/g, (range, digit: string, at: number, whole: string) =>
      isIsoDateAt(whole, at) ? range : `${digit} to `,
    );
}

/** Tells whether a hyphen belongs to a date such as 2021-04-24. */
function isIsoDateAt(text: string, at: number): boolean {
  return /\d{4}-\d{1,2}-\d{1,2}/.test(text.slice(Math.max(0, at - 6), at + 8));
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
  if (said.type !== 'date' && stated.type !== 'date' && !(said.values.length === 3 && stated.values.length === 3)) return false;
  if (said.type === 'amount' || said.type === 'time') return false;
  const [a, b, year] = said.values;
  const [c, d, statedYear] = stated.values;
  const sameDay = (a === c && b === d) || (a === d && b === c);
  if (!sameDay || statedYear === undefined) return sameDay;
  return year === undefined
    ? source.some(
        ({ type, values: [value] }) => type === 'amount' && value !== undefined && value > 1900 && sameYear(value, statedYear),
      )
    : sameYear(year, statedYear);
}

/** `03/2008` and `3/08` are March 2008. */
function sameMonth(said: Quantity, stated: Quantity): boolean {
  const [one, other] = [said, stated].map(({ type, values }) =>
    type === 'month' || (type === 'ratio' && values.length === 2) ? values : [],
  );
  const isNamed = said.type === 'month' || stated.type === 'month';
  return isNamed && one?.[0] === other?.[0] && one?.[1] !== undefined && other?.[1] !== undefined && sameYear(one[1], other[1]);
}

function sameYear(one: number, other: number): boolean {
  return one % 100 === other % 100;
}

function monthNumber(name: string | undefined): number {
  return months.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1;
}

function amountOf(text: string): number {
  return Number(text.replaceAll(',', '').trim());
}

function unitOf(spelling: string | undefined): string | null {
  if (spelling === undefined) return null;
  return units.find(([, spellings]) => new RegExp(`^(?:${spellings})$`, 'i').test(spelling))?.[0] ?? null;
}

/** Maximum distance, in words, between a number and what it counts: `2 packs`, `3 older brothers`. */
const reach = 2;

/** The numbers by what they count: `pack` → 2. A range gives both its ends. */
function parseCounts(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const tokens = numbersToDigits(text.toLowerCase()).match(/\d+(?:[.,:/]\d+)*|[\p{L}]+|[.;,?!]/gu) ?? [];
  const counts = new Map<string, Set<string>>();
  tokens.forEach((token, at) => {
    if (!/^\d/.test(token)) return;
    const [thing] = following(tokens, at);
    if (thing !== undefined) counts.set(thing, (counts.get(thing) ?? new Set()).add(token));
  });
  return counts;
}

function following(tokens: readonly string[], at: number): string[] {
  const rest = tokens.slice(at + 1, at + 3 + reach);
  // In `2 to 3 packs` the first number counts the same thing as the second.
  const range = /^(?:to|or|and)$/.test(rest[0] ?? '') && /^\d/.test(rest[1] ?? '') ? 2 : 0;
  const near = rest.slice(range, range + reach);
  const end = near.findIndex((token) => /[.;,?!\d]/.test(token));
  // Measurements are compared as quantities.
  if (near.some(isUnit)) return [];
  return contentWords((end === -1 ? near : near.slice(0, end)).filter(isContentWord).join(' '));
}

/** Tells whether a statement gives another count of a thing that the source counts too: three packs for two. */
export function hasWrongCount(source: string, statement: string): boolean {
  const said = parseCounts(source);
  return [...parseCounts(statement)].some(([thing, numbers]) => {
    const sources = said.get(stem(thing));
    return sources !== undefined && [...numbers].some((number) => !sources.has(number));
  });
}
