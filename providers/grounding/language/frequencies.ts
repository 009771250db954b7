import { hasForeignValue } from './bound-values.ts';
import { normalizeSynonyms } from './clinical-synonyms.ts';
import { numbersToDigits } from './spoken-numbers.ts';

const period = '(day|week|month|year|night|hour|morning|evening)s?';
const timesInPeriod = new RegExp(
  `(?:(\\d+)(?: to \\d+)? times? )?(?:a|per|every|each)(?: (\\d+)(?: to \\d+)?)? ${period}\\b`,
  'g',
);
const adverbs: Readonly<Record<string, string>> = {
  daily: '1 day',
  nightly: '1 day',
  weekly: '1 week',
  monthly: '1 month',
  yearly: '1 year',
  hourly: '1 hour',
};

/** A text with digits for numbers, and `2 times a day` for `BID` and `twice a day`. */
export function countsToDigits(text: string): string {
  return numbersToDigits(text.replace(/\btwice\b/gi, '2 times').replace(/\bthrice\b/gi, '3 times'))
    .replace(/\bb\.?i\.?d\b\.?/gi, '2 times a day')
    .replace(/\bt\.?i\.?d\b\.?/gi, '3 times a day')
    .replace(/\bq\.?i\.?d\b\.?/gi, '4 times a day')
    .replace(/\bq(\d+)h\b/gi, 'every $1 hours');
}

/** How often, as times in a period (`2 day` for twice a day) or as an interval (`every 6 hour`). */
function frequenciesIn(text: string): ReadonlySet<string> {
  const plain = countsToDigits(text.toLowerCase())
    .replace(/\bonce\b/g, '1 times')
    .replace(/\b(daily|nightly|weekly|monthly|yearly|hourly)\b/g, (adverb) => `a ${adverbs[adverb]?.slice(2)}`)
    .replace(/\b(?:night|morning|evening)\b/g, 'day');
  const found = new Set<string>();
  for (const [, times, interval, unit] of plain.matchAll(timesInPeriod))
    found.add(interval === undefined ? `${times ?? 1} ${unit}` : `every ${interval} ${unit}`);
  return found;
}

/** `At bedtime` is once a day, although a note that says so need not have been told how often. */
const onceADay = /\b(?:at|before) (?:night|bedtime|bed)\b|\bin the (?:morning|evening)\b|\bqhs\b/i;

/** Tells whether a statement gives a frequency that the source does not give, or gives to something else. */
export function hasWrongFrequency(source: string, statement: string): boolean {
  const stated = frequenciesIn(statement);
  if (stated.size === 0) return false;
  const said = frequenciesIn(source);
  const isSaid = (frequency: string) => said.has(frequency) || (frequency === '1 day' && onceADay.test(source));
  if ([...stated].some((frequency) => !isSaid(frequency))) return true;
  return hasForeignValue(
    source.split(/\n|(?<=[.?!])\s+/).map(normalizeSynonyms),
    normalizeSynonyms(statement),
    frequenciesIn,
  );
}
