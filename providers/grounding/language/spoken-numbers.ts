import { remembered } from './remembered.ts';

const small: ReadonlyMap<string, number> = new Map(
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen`
    .split(' ')
    .map((word, value) => [word, value]),
);
const tens: ReadonlyMap<string, number> = new Map(
  `twenty thirty forty fifty sixty seventy eighty ninety`.split(' ').map((word, index) => [word, 20 + 10 * index]),
);
const scales: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1_000_000],
]);

const numberWord = `(?:${[...small.keys(), ...tens.keys(), ...scales.keys()].join('|')})`;
/** Consecutive number words: `one hundred and twenty-five`, `two point five`. */
const spokenNumber = new RegExp(
  String.raw`\b(?:an?[ ](?=hundred|thousand|million))?${numberWord}(?:(?:[ -]|[ ]and[ ](?!a[ ])|[ ]point[ ])${numberWord}\b)*\b`,
  'gi',
);

/** `In the low two hundreds` is about 200, and not two. */
const roundNumbers = new RegExp(`\\b(${[...small.keys()].slice(1, 10).join('|')}) hundreds\\b`, 'gi');

/** `point six` without a number before it. */
const leadingPoint = new RegExp(String.raw`(?<!${numberWord}[ ])\bpoint (?=${numberWord}\b)`, 'gi');
/** Units as speech recognisers write them. */
const spelledUnit = /(?<=\d ?)(?:m c g|m g|m l)\b/gi;

/**
 * Converts number words, fractions and spelled-out units to digits.
 *
 * @returns `25 MG` for `twenty five M G`, `120 over 80` for `one twenty over eighty`, `2.5` for `two and a half`
 */
export const numbersToDigits = remembered((text) =>
  datesToDigits(text)
    .replace(roundNumbers, (_, digit: string) => `${small.get(digit.toLowerCase())}00s`)
    .replace(leadingPoint, 'zero point ')
    .replace(spokenNumber, (spoken) => parseSpokenNumber(spoken.toLowerCase()))
    // Corpora set points apart: `ninety eight . six`.
    .replace(/(?<=\b\d+) \. (?=\d+\b)/g, '.')
    .replace(/\b(\d+)(?: and)? (?:an? half|1\/2)\b/gi, (_, whole: string) => `${whole}.5`)
    .replace(/\b(?:(?:an?|one|1) )?half\b(?! past)(?: an?\b)?|\b1\/2\b/gi, '0.5')
    .replace(/\b3\/4\b|\b3 quarters\b/gi, '0.75')
    .replace(/\b1\/4\b|\b(?:an?|1) quarter\b(?! (?:to|past)\b)/gi, '0.25')
    .replace(/\ba dozen\b/gi, '12')
    .replace(spelledUnit, (unit) => unit.replaceAll(' ', '')),
);

function parseSpokenNumber(spoken: string): string {
  const [whole = '', ...decimals] = spoken.split(' point ');
  const fraction = decimals
    .map((part) =>
      part
        .split(/[ -]/)
        .map((word) => small.get(word) ?? tens.get(word) ?? '')
        .join(''),
    )
    .join('');
  const numbers = parseWhole(whole.split(/[ -]/).filter((word) => word !== 'and' && word !== 'a' && word !== 'an'));
  return fraction === '' ? numbers : `${numbers}.${fraction}`;
}

/** Converts whole numbers. Words that cannot continue a number start the next one: `six seven` becomes `6 7`. */
function parseWhole(words: readonly string[]): string {
  const finished: number[] = [];
  let number: number | undefined;
  let previous = 0;
  for (const word of words) {
    const scale = scales.get(word);
    const value = small.get(word) ?? tens.get(word) ?? 0;
    if (scale !== undefined) {
      number = applyScale(number ?? 1, scale);
      previous = scale;
      continue;
    }
    if (number === undefined) number = value;
    else if (extendsNumber(previous, value)) number += value;
    // Blood pressures and years: one twenty, nineteen ninety.
    else if (value >= 10 && ((number < 10 && number > 0 && value >= 20) || number === 19 || number === 20))
      number = number * 100 + value;
    else {
      finished.push(number);
      number = value;
    }
    previous = value;
  }
  return [...finished, ...(number === undefined ? [] : [number])].join(' ');
}

/** In `two thousand three hundred` the `hundred` multiplies only what follows the last larger scale. */
function applyScale(number: number, scale: number): number {
  const since = number % (scale * 10);
  return number < scale ? number * scale : number - (since % scale) + (since % scale || 1) * scale;
}

function extendsNumber(previous: number, value: number): boolean {
  if (previous >= 100) return value < previous;
  return previous >= 20 && value > 0 && value < 10;
}

const ordinals =
  `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth
  nineteenth twentieth`.split(/\s+/);

const anyTen = [...tens.keys()].join('|');
const anyUnit = ordinals.slice(0, 9).join('|');
const anyOrdinal = [...ordinals, 'thirtieth'].join('|');
const month = '(?:january|february|march|april|may|june|july|august|september|october|november|december)';

const compound = new RegExp(`\\b(${anyTen})[ -](${anyUnit})\\b`, 'gi');
const dayAfterMonth = new RegExp(`\\b(${month} (?:the )?)(${anyOrdinal})\\b`, 'gi');
const dayBeforeMonth = new RegExp(`\\b(${anyOrdinal})(?= (?:of )?${month}\\b)`, 'gi');
const decade = new RegExp(`\\b(${[...tens.keys()].map((ten) => ten.replace(/y$/, 'ies')).join('|')})\\b`, 'gi');
const shortYear = new RegExp(
  `\\b(${month}(?: \\d+th)?,? )(?:of )?oh? (${[...small.keys()].slice(1, 10).join('|')}|[1-9])\\b`,
  'gi',
);

/**
 * Converts words that only dates use: `July thirty first, O eight` becomes `July 31th, 2008`, `the eighties` becomes
 * `the 80s`. An ordinal alone (`the second time`) is not a date and stays.
 */
export function datesToDigits(text: string): string {
  return text
    .replace(compound, (_, ten: string, unit: string) => `${tensValue(ten) + ordinalValue(unit)}th`)
    .replace(dayAfterMonth, (_, before: string, day: string) => `${before}${ordinalValue(day)}th`)
    .replace(dayBeforeMonth, (day) => `${ordinalValue(day)}th`)
    .replace(decade, (name) => `${tensValue(name.replace(/ies$/i, 'y'))}s`)
    .replace(
      shortYear,
      (_, before: string, year: string) => `${before}200${/\d/.test(year) ? year : small.get(year.toLowerCase())}`,
    );
}

function tensValue(ten: string): number {
  return tens.get(ten.toLowerCase()) ?? 10;
}

function ordinalValue(ordinal: string): number {
  const index = ordinals.indexOf(ordinal.toLowerCase());
  return index === -1 ? 30 : index + 1;
}
