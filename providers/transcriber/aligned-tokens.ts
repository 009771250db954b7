import type { TextWord } from './transcriber.ts';

/** More comparisons than these are not made: a text that was written anew has no words of before. */
const mostComparisons = 4_000_000;

/**
 * The words between the spaces of a text, each with the times of the words that it was heard as, or without times. They
 * are found by the longest common subsequence.
 */
export function alignedTokens(text: string, heard: readonly TextWord[]): readonly TextWord[] {
  const spoken = heard.flatMap((word) => partsOf(word.text).map((part) => ({ part, word })));
  const tokens = tokensOf(text).map((token) => ({ token, parts: partsOf(token) }));
  const partners = commonOf(
    tokens.flatMap(({ parts }) => parts),
    spoken.map(({ part }) => part),
  );
  let next = 0;
  return tokens.map(({ token, parts }) => {
    next += parts.length;
    const words = partners.slice(next - parts.length, next).map((at) => spoken[at ?? -1]?.word);
    return { text: token, ...heardAs(words) };
  });
}

function heardAs(words: readonly (TextWord | undefined)[]): Omit<TextWord, 'text'> {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined || words.includes(undefined))
    return { startMs: null, endMs: null, confidence: null };
  const scores = words.map((word) => word?.confidence ?? null).filter((score) => score !== null);
  const confidence = scores.length < words.length ? null : Math.min(...scores);
  return { startMs: first.startMs, endMs: last.endMs, confidence };
}

function partsOf(word: string): readonly string[] {
  return word.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** What stands between spaces; what has no letter, such as a dash, goes with the word before it. */
function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  for (const each of text.split(/\s+/u).filter((token) => token !== '')) {
    const last = tokens.at(-1);
    const isOwn = last === undefined || (partsOf(each).length > 0 && partsOf(last).length > 0);
    if (isOwn) tokens.push(each);
    else tokens[tokens.length - 1] = `${last} ${each}`;
  }
  return tokens;
}

/** For each item of `one` the place of its partner in `other`, in order; none for those that `other` lacks. */
function commonOf(one: readonly string[], other: readonly string[]): readonly (number | undefined)[] {
  const partners: (number | undefined)[] = one.map(() => undefined);
  if (one.length * other.length > mostComparisons) return partners;
  // The length of what the rests from a row and from a column on have in common.
  const width = other.length + 1;
  const lengths = new Uint16Array((one.length + 1) * width);
  const length = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = one.length - 1; row >= 0; row -= 1) {
    for (let column = other.length - 1; column >= 0; column -= 1) {
      const isSame = one[row] === other[column];
      const longest = Math.max(length(row + 1, column), length(row, column + 1));
      lengths[row * width + column] = isSame ? length(row + 1, column + 1) + 1 : longest;
    }
  }
  for (let [row, column] = [0, 0]; row < one.length && column < other.length; ) {
    if (one[row] === other[column]) partners[row++] = column++;
    else if (length(row + 1, column) >= length(row, column + 1)) row += 1;
    else column += 1;
  }
  return partners;
}
