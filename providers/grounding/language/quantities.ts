import { countsToDigits } from './frequencies.ts';
import { remembered } from './remembered.ts';
import { anyUnit, unitOf } from './units.ts';

/** A number with its meaning: `10 mg`, `120/80`, `8:30`, `3 May 2021`, `May 2021`. */
export interface Quantity {
  /** Its numbers in order: one for an amount, several for ratios, times and dates. */
  readonly values: readonly number[];
  readonly type: 'amount' | 'ratio' | 'time' | 'date' | 'month';
  /** Canonical name of the unit; null if there is none. */
  readonly unit: string | null;
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const monthName = `(${months.join('|')})[a-z]*\\.?`;
const number = String.raw`\d+(?:,\d{3})*(?:\.\d+)?|\.\d+`;
/** Excludes names such as `L5` and `a1c`. */
const numberStart = String.raw`(?<![\p{L}\p{N}.])`;

const patterns = {
  isoDate: /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/gu,
  dayOfMonth: new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${monthName}(?:,? (\\d{4}))?(?![\\p{L}\\p{N}])`, 'giu'),
  monthAndDay: new RegExp(
    `\\b${monthName} (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?(?![\\p{L}\\p{N}:/])`,
    'giu',
  ),
  monthOfYear: new RegExp(`\\b${monthName},? (?:of )?(\\d{4})(?![\\p{L}\\p{N}])`, 'giu'),
  clock: /\b(\d{1,2}):(\d{2})\b/gu,
  ratio: new RegExp(`${numberStart}((?:${number})(?: ?(?:/|over|out of) ?(?:${number}))+)`, 'giu'),
  amount: new RegExp(
    `${numberStart}(${number})(?:(?:st|nd|rd|th)\\b|\\+)?(?:[ -]?(${anyUnit})(?![\\p{L}\\p{N}]))?`,
    'giu',
  ),
  /** One of a unit, without a number. */
  impliedOne: new RegExp(`\\b(?:an?|one|each|every|per|last|past) (${anyUnit})(?![\\p{L}\\p{N}])`, 'giu'),
} as const;

/** Parses every distinct quantity of a text, in digits or in words. */
export const parseQuantities = remembered((text): readonly Quantity[] => {
  const found = new Map<string, Quantity>();
  let rest = countsToDigits(text)
    .replace(/\bhalf past (\d{1,2})\b/gi, '$1:30')
    .replace(/\b(?:a )?quarter past (\d{1,2})\b/gi, '$1:15');
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
  take(patterns.monthOfYear, ([month, year]) => ({
    type: 'month',
    values: [monthNumber(month), Number(year)],
    unit: null,
  }));
  take(patterns.clock, ([hour, minute]) => ({ type: 'time', values: [Number(hour), Number(minute)], unit: null }));
  take(patterns.ratio, ([parts]) => ({
    type: 'ratio',
    values: (parts ?? '').split(/\/|over|out of/i).map(amountOf),
    unit: null,
  }));
  take(patterns.amount, ([value, unit]) => ({
    type: 'amount',
    values: [amountOf(value ?? '')],
    unit: unitOf(unit ?? ''),
  }));
  return [...found.values()];
});

/** Quantities that a source expresses without a number: `daily` supports `once a day`, `a week` supports `1 week`. */
export function impliedQuantities(text: string): Quantity[] {
  const implied: Quantity[] = [];
  for (const [, unit] of text.matchAll(patterns.impliedOne)) {
    implied.push({ type: 'amount', values: [1], unit: unitOf(unit ?? '') });
  }
  if (/\b(?:once|daily|nightly|every (?:day|morning|evening|night))\b/i.test(text))
    implied.push({ type: 'amount', values: [1], unit: null });
  return implied;
}

function monthNumber(name: string | undefined): number {
  return months.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1;
}

function amountOf(text: string): number {
  return Number(text.replaceAll(',', '').trim());
}
