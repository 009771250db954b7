import { datesToDigits } from './date-words.ts';
import { germanNumbersToDigits } from './german-numbers.ts';
import { numberWord, parseSpokenNumber, small } from './number-words.ts';
import { remembered } from './remembered.ts';

/** Consecutive number words: `one hundred and twenty-five`, `two point five`. */
const spokenNumber = new RegExp(
  String.raw`\b(?:an?[ ](?=hundred|thousand|million))?${numberWord}(?:(?:[ -]|(?<=hundred|thousand|million)[ ]and[ ](?!a[ ])|[ ]point[ ])${numberWord}\b)*\b`,
  'gi',
);
const anyDigit = [...small.keys()].slice(0, 10).join('|');
/** `In the low two hundreds` is about 200, and not two. */
const roundNumbers = new RegExp(`\\b(${anyDigit}) hundreds\\b`, 'gi');
/** `One oh five over seventy`. */
const spokenZero = new RegExp(`\\b(${anyDigit}) oh? (${anyDigit})\\b`, 'gi');
/** `point six` without a number before it. */
const leadingPoint = new RegExp(String.raw`(?<!(?:${numberWord}|\d)[ ])\bpoint (?=(?:${numberWord}|\d)\b)`, 'gi');
/** `Twenty three times a day` is 20, three times, and `one fifteen minutes before` is one. */
const twoNumbers = new RegExp(
  String.raw`\b(${numberWord}) (${anyDigit})(?= times (?:a|per|each|every|daily|weekly)\b)|\b(one|two) (${numberWord}(?: (?:${anyDigit}))?)(?= (?:minutes|hours|days|weeks|(?:mg|milligrams?|mcg|micrograms?) (?:tablet|pill|capsule|tab|cap)s?)\b)`,
  'gi',
);
/** `Two hundred three times` is 200, three times. */
const hundredsThenTimes = new RegExp(`\\b(hundred|thousand) (?=(?:${anyDigit}) times\\b)`, 'gi');
/** `Temperature thirty-seven nine`, `a fever of thirty nine four`. */
const temperature =
  /(\b(?:temp|temperatures?|fevers?|febrile|pyrexia)\b[^.?!\d]{0,40}\b(?:3[4-9]|4[0-2]|9[5-9]|10[0-6])) (\d)\b(?! (?:times|days?|hours?|weeks?|minutes|to|or|over)\b)/gi;
const container = 'tablet|pill|capsule|pack|hour|day|week|month|year|mile|bottle|drink|beer';
const vulgarFractions: Readonly<Record<string, string>> = { '½': '.5', '¼': '.25', '¾': '.75' };
const unitSpelling =
  'mg|mcg|µg|μg|ug|g|kg|ml|l|cm|mm|units?|iu|meq|mmol|milligrams?|micrograms?|milliliters?|grams?|%|percent';
/** Units as speech recognisers write them. */
const spelledUnit = /(?<=\d ?)(?:m c g|m g|m l)\b/gi;

/**
 * Reads every form of a number as digits, with a point before decimals: the one reading that facts, statements and
 * their check compare. Other words stay.
 *
 * A comma before one or two digits is a decimal comma, before three digits it separates thousands, unless nothing but a
 * zero stands before it or the language is German.
 *
 * @returns `25 mg` for `twenty five m g`, `120 over 80` for `one twenty over eighty`, `2.5` for `two and a half`,
 *   `2,5` or `2 point 5`, `1200` for `1,200`, `5 to 10 mg` for `5-10mg`
 */
export function numbersToDigits(text: string, language: 'en' | 'de' = 'en'): string {
  return language === 'de' ? readGerman(text) : readEnglish(text);
}

const readEnglish = remembered((text) => digitForms(englishWords(text), 'en'));
const readGerman = remembered((text) => digitForms(germanNumbersToDigits(text), 'de'));

function englishWords(text: string): string {
  return datesToDigits(text)
    .replace(roundNumbers, (_, digit: string) => `${small.get(digit.toLowerCase())}00s`)
    .replace(
      spokenZero,
      (_, one: string, other: string) => `${small.get(one.toLowerCase())}0${small.get(other.toLowerCase())}`,
    )
    .replace(pointZero, 'point zero ')
    .replace(leadingPoint, 'zero point ')
    .replace(/ and one half\b/gi, ' and a half')
    .replace(twoNumbers, (said, many?: string, times?: string, few?: string, amount?: string) =>
      many === undefined || few === undefined ? said.replace(/ /, ' ; ') : `${many ?? few}${times ?? amount}`,
    )
    .replace(hundredsThenTimes, '$1 ; ')
    .replace(spokenNumber, (spoken) => parseSpokenNumber(spoken.toLowerCase()))
    .replace(/ ; (?=\d)/g, ' ')
    .replace(temperature, '$1.$2')
    .replace(containerAndHalf, (_, count: string, thing: string) => `${Number(count) || 1}.5 ${thing}s`)
    .replace(/\b(\d+)(?: and)? (?:an? half|1\/2)\b/gi, '$1.5')
    .replace(/\b(?:(?:an?|one|1) )?half\b(?! past)(?: an?\b)?|(?<![\d/])1\/2\b(?!\/)/gi, '0.5')
    .replace(/(?<![\d/])3\/4\b(?!\/)|\b3 quarters\b(?: of an?\b)?/gi, '0.75')
    .replace(/(?<![\d/])1\/4\b(?!\/)|\b(?:an?|1) quarter\b(?! (?:to|past)\b)/gi, '0.25')
    .replace(/\ba dozen\b/gi, '12');
}

const pointZero = new RegExp(`\\bpoint oh? (?=${numberWord}\\b)`, 'gi');
const containerAndHalf = new RegExp(`\\b(\\d+|an?) (${container})s? and an? half\\b`, 'gi');
const spelled = new RegExp(`(?<![\\p{L}\\d.,]|\\d )\\d(?: \\d){2,}(?= (?:${unitSpelling})(?!\\p{L}))`, 'giu');
const attached = new RegExp(`(?<=\\d)(?=(?:${unitSpelling}|lbs?|x)(?![\\p{L}\\d]))`, 'giu');

function digitForms(text: string, language: 'en' | 'de'): string {
  const grouped =
    language === 'de'
      ? text.replace(/(?<![\d.,])([1-9]\d{0,2})((?:\.\d{3})+)(?![.\d])/g, (said) => said.replaceAll('.', ''))
      : text.replace(/(?<![\d.,])([1-9]\d{0,2})((?:,\d{3})+)(?!,?\d)/g, (said) => said.replaceAll(',', ''));
  const decimals = language === 'de' ? /(?<=(?<![\p{L}\d.,])\d+),(?=\d+(?![,\d]))/gu : decimalComma;
  return (
    grouped
      .replace(decimals, '.')
      .replace(/(?<=\d)[½¼¾]/g, (fraction) => vulgarFractions[fraction] ?? '')
      .replace(/[½¼¾]/g, (fraction) => `0${vulgarFractions[fraction]}`)
      .replace(/(?<=\d) ?(?:·| point ) ?(?=\d)/g, '.')
      .replace(/(?<![\p{L}\d.])\.(?=\d)/gu, '0.')
      // Corpora set points apart: `98 . 6`; not `20 . 3 times a day`.
      .replace(/(?<=\b\d{1,3}) \. ?(?=\d{1,2}\b(?! times\b))/g, '.')
      .replace(spelledUnit, (unit) => unit.replaceAll(' ', ''))
      .replace(spelled, (said) => said.replaceAll(' ', ''))
      .replace(/(?<![\d.-])(\d+(?:\.\d+)?)(?: - |[-–])(?=\d+(?:\.\d+)?(?![\d-]))/g, '$1 to ')
      .replace(attached, ' ')
  );
}

const decimalComma = /(?<=(?<![\p{L}\d.,])\d{1,3}),(?=\d{1,2}(?![,\d]))|(?<=(?<![\p{L}\d.,])0),(?=\d{3}(?![,\d]))/gu;
