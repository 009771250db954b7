import { numbersToDigits } from './spoken-numbers.ts';
import { contentWords } from './words.ts';

/** The values of one kind in a part of a text, such as its sides or its frequencies. */
export type ValuesIn = (part: string) => ReadonlySet<string>;

interface Segment {
  readonly values: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

/**
 * Tells whether a statement gives one thing a value that its source gives to another: the parts of the source that have
 * another value share more words with the statement than those that have its own. `Daily methotrexate` is wrong after
 * `weekly methotrexate, daily folic acid`.
 *
 * @param said sentences in the order of the source
 */
export function hasForeignValue(said: readonly string[], statement: string, valuesIn: ValuesIn): boolean {
  const stated = segmentsOf([statement], valuesIn).filter(({ values }) => values.size > 0);
  if (stated.length === 0) return false;
  const source = segmentsOf(said, valuesIn);
  return stated.some(({ values, words }) =>
    [...values].some((value) => {
      const shared = (has: boolean) =>
        Math.max(0, ...source.filter((each) => each.values.has(value) === has).map(alike));
      const alike = (segment: Segment) =>
        [...words].reduce((sum, word) => sum + (segment.words.has(word) ? weightOf(word) : 0), 0);
      return source.some((segment) => segment.values.has(value)) && shared(false) > shared(true);
    }),
  );
}

/** `C8` and `5/5` tell more than a word. */
function weightOf(word: string): number {
  return /\p{L}\d/u.test(word) ? 3 : /\d\/\d/.test(word) ? 2 : 1;
}

/** Words of values themselves, which all parts with the value share. */
const ofValue =
  /^(?:left|right|bilat\w*|both|sid|dai\w*|night\w*|week\w*|month\w*|year\w*|hour\w*|onc|twic|once|twice|time|\d+|jan\w*|feb\w*|mar|march|apr\w*|may|jun\w*|jul\w*|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*)$/;

function wordsOf(part: string): readonly string[] {
  const plain = numbersToDigits(part).replace(/(\d+) (?:over|out of) (\d+)/g, '$1/$2');
  return [...contentWords(plain).filter((word) => !ofValue.test(word)), ...(plain.match(/\d+\/\d+/g) ?? [])];
}

/** `Same on the left`: said of what was said before. */
const ofBefore = /\b(?:same|too|also|as well|likewise|ditto)\b/i;
/** In speech without punctuation, longer parts are divided where a clause may begin. */
const longestPart = 14;
const clauseStart = /\b(?=(?:your|my|i|you|we|okay|so|it|there|on)\b)/i;

/** Parts of sentences, each with the parts after it that have no value of their own. */
function segmentsOf(sentences: readonly string[], valuesIn: ValuesIn): Segment[] {
  let before: readonly string[] = [];
  return sentences.flatMap((sentence) => {
    const segments: { values: Set<string>; words: Set<string> }[] = [];
    let open: string[] = [];
    for (const part of partsOf(sentence, valuesIn)) {
      const values = new Set(valuesIn(part));
      const words = wordsOf(part);
      const last = segments.at(-1);
      const inherited =
        values.size > 0 && !/^\s*than\b/i.test(part) && (words.length === 0 || ofBefore.test(part)) ? before : [];
      if (words.length > 0) before = [...words, ...inherited];
      if (values.size > 0) segments.push({ values, words: new Set([...open, ...words, ...inherited]) });
      else if (last === undefined) open = [...open, ...words];
      else for (const word of words) last.words.add(word);
      if (values.size > 0) open = [];
    }
    return segments;
  });
}

function partsOf(sentence: string, valuesIn: ValuesIn): readonly string[] {
  return sentence.split(/[,;:](?!\d)|\b(?:but|while|whereas|then)\b|\s(?=than\b)/i).flatMap((part) => {
    const pieces = part.split(/\band\b/i);
    // `Left and right lungs` is one thing.
    const isList = pieces.every((piece) => valuesIn(piece).size > 0 && wordsOf(piece).length > 1);
    return (isList ? pieces : [part]).flatMap((piece) =>
      piece.split(' ').length > longestPart ? piece.split(clauseStart) : piece,
    );
  });
}
