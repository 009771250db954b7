import { vertebra } from './spine.ts';

const numerals = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');
const number = `(?:1[0-2]|[1-9]|${numerals.join('|')})`;
const ordinal = `(?:${ordinals.join('|')}|1?\\d(?:st|nd|rd|th))`;
/** A number that measures something else: `T 5 mg`, `S 5 years ago`, `C 4.5`. */
const notMeasure = '(?!\\w|\\.\\d|\\s*(?:mg|percent|%|years?|days?|weeks?|minutes?|seconds?|degrees?|times|out of)\\b)';

/** Letters as a recogniser writes them: `see five`, `tea four`, `el five`, `ess one`. */
const spelledLetters: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(
      `(?<!\\b(?:i|you|we|they|to|'ll|will|can|could|would|let's|please|and|may|might)\\s)\\bsee[- ](?=${number}${notMeasure}(?!\\s+(?:patients?|people|of|times?|visits?|more)\\b))`,
      'gi',
    ),
    'C ',
  ],
  // A list goes on: `at C5 and see six`.
  [
    new RegExp(
      `(?<=\\b(?:(?:[CTLS]|see|tea|tee|el) ?${number}|SI|s i|joint|sacro-? ?iliac),? and )see (?=${number}${notMeasure})`,
      'gi',
    ),
    'C ',
  ],
  spelled('tea|tee', 'T '),
  spelled('el|ell|elle', 'L '),
  [new RegExp(`\\b(?:es|ess)[- ](?=one|1${notMeasure})`, 'gi'), 'S '],
  // `cervical five and six`
  spelled('cervical(?: vertebra)?', 'C '),
  spelled('thoracic(?: vertebra)?', 'T '),
  spelled('lumbar(?: vertebra)?', 'L '),
  spelled('sacral(?: vertebra)?', 'S '),
];

function spelled(words: string, letter: string): readonly [RegExp, string] {
  return [new RegExp(`\\b(?:${words})[- ](?=${number}${notMeasure})`, 'gi'), letter];
}

/** Adjectives before one noun: `the cervical, thoracic and lumbar regions`. */
const region = '(?:cervical|thoracic|lumbar|sacral|pelvic)';
const regionOfList = new RegExp(
  `\\b${region}(?=(?:(?:,|,? and| &) (?:the )?${region})+ (?:spine|regions?|areas?|segments?|subluxations?|segmental|somatic|dysfunctions?))`,
  'gi',
);

/** `C5`, `C-5`, `C 5`, `C five`; not the end of `that's one`. */
const level = new RegExp(`(?<!['’\\w])([ctls])(?:(?:[- ]|\\. ?)(?=\\w)|(?=\\d))(${number})${notMeasure}`, 'gi');
/** The second number of `L4-5`, `C5 to 7`, `L four five`. */
const secondNumber = new RegExp(
  `(?<=\\b([CTLS])\\d{1,2}(\\s*(?:-|–|/|\\bto\\b|\\bthrough\\b|\\bthru\\b)\\s*|\\s))(${number})${notMeasure}`,
  'gi',
);
/** The further numbers of `C5 and 6`, `T4, 5 and 6`, which ascend. */
const nextNumber = new RegExp(
  `(?<=\\b([CTLS])(\\d{1,2})(?:,? and |, ))(${number})(?!\\s*/|\\s(?:visits?|times?|sessions?|patients?|more|o'clock))${notMeasure}`,
  'gi',
);
const joined = '(?:,? and |, | through | to |-)';
const ordinalLevel = new RegExp(
  `\\b(${ordinal})(${joined}(?:the )?${ordinal})*\\s+(cervical|thoracic|lumbar|sacral)\\b`,
  'gi',
);
const ribs = new RegExp(
  `\\b${ordinal}(?:${joined}(?:the )?${ordinal})* ribs?\\b|\\bribs?,? (?:numbers? )?${number}(?:${joined}${number})*${notMeasure}`,
  'gi',
);

/**
 * Writes every spoken level of the spine in its short form, so that it can be found by one pattern: `see five` and `the
 * fifth cervical` become `C5`, `L4-5` becomes `L4-L5`, `the third rib` becomes `the rib 3`. Levels that do not exist
 * stay as they are.
 */
export function shortLevels(text: string): string {
  let written = text.replaceAll('’', "'");
  written = written.replace(regionOfList, '$& region');
  for (const [pattern, letter] of spelledLetters) written = written.replace(pattern, letter);
  written = written
    .replace(level, (spoken: string, letter: string, count: string) => existing(letter, count) ?? spoken)
    .replace(secondNumber, (spoken: string, letter: string, joint: string, count: string) => {
      // Two bare numbers are two levels only if the second follows the first: `L4 5`, not `C5 2`.
      return (joint.trim() !== '' || /^\D/.test(spoken) ? existing(letter, count) : undefined) ?? spoken;
    })
    .replace(ordinalLevel, (spoken: string) => {
      const letter = /(\w)\w*$/.exec(spoken)?.[1] ?? '';
      const found = [...spoken.matchAll(new RegExp(ordinal, 'gi'))].map(([each]) => existing(letter, each));
      if (found.includes(undefined)) return spoken;
      return found.join(ranges.test(spoken) ? ' to ' : ' and ');
    })
    .replace(ribs, ribsOf);
  // Each number found makes the next one known.
  for (let last = ''; last !== written; ) {
    last = written;
    written = written.replace(nextNumber, (spoken: string, letter: string, before: string, count: string) =>
      numberOf(count) > Number(before) ? (existing(letter, count) ?? spoken) : spoken,
    );
  }
  return written.replace(sideLetter, (letter) => (letter === 'L' ? 'left' : 'right'));
}

/** `C2 R, L5 restricted L` and `R SI` name their sides by a letter. */
const sideLetter = /(?<![\w'’/&.-]|\bDr )[LR](?=[,.:;)]?(?:\s|$))(?! (?:spine|and [A-Z]\b))/g;

const ranges = /\b(?:through|to)\b|-/i;

/** `third and fourth ribs` are `rib 3 and rib 4`, `ribs four to six` are three. */
function ribsOf(spoken: string): string {
  const found = [...spoken.matchAll(new RegExp(`\\b(?:${ordinal}|${number})\\b`, 'gi'))].map(([each]) =>
    numberOf(each),
  );
  const [first = 0, last = first] = [found[0], found.at(-1)];
  const isRange = ranges.test(spoken) && found.length === 2 && last > first;
  const numbers = isRange ? Array.from({ length: last - first + 1 }, (_, index) => first + index) : found;
  return numbers.map((each) => `rib ${each}`).join(' and ');
}

function existing(letter: string, written: string): string | undefined {
  return vertebra(`${letter.charAt(0).toUpperCase()}${numberOf(written)}`)?.name;
}

function numberOf(written: string): number {
  const word = written.toLowerCase();
  return numerals.indexOf(word) + 1 || ordinals.indexOf(word) + 1 || Number.parseInt(word, 10);
}

/** @returns a number of 0 to 10 that a text names in words or digits; undefined for others */
export function scoreOf(written: string): number | undefined {
  const word = written.toLowerCase();
  const score = word === 'zero' ? 0 : numberOf(word);
  return score >= 0 && score <= 10 ? score : undefined;
}

/** The source of a pattern for a pain score. */
export const scorePattern = `(?:10|[0-9]|zero|${numerals.slice(0, 10).join('|')})`;
