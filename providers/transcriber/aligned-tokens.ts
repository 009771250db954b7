import type { TextWord } from './transcriber.ts';

/** More comparisons than these are not made: a text that was written anew has no words of before. */
const mostComparisons = 4_000_000;

const letters = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * The words between the spaces of a text, each with the times of the words that it was heard as, or without times. They
 * are found by the longest common subsequence.
 */
export function alignedTokens(text: string, heard: readonly TextWord[]): readonly TextWord[] {
  const tokens = tokensOf(text);
  const written = tokens.flatMap((token, at) => partsOf(token).map((part) => ({ part, at })));
  const spoken = heard.flatMap((word) => partsOf(word.text).map((part) => ({ part, word })));
  const partners = commonOf(
    written.map(({ part }) => part),
    spoken.map(({ part }) => part),
  );
  const words = tokens.map((): (TextWord | undefined)[] => []);
  for (const [index, { at }] of written.entries()) words[at]?.push(spoken[partners[index] ?? -1]?.word);
  return tokens.map((token, at) => ({ text: token, ...heardAs(words[at] ?? []) }));
}

function heardAs(words: readonly (TextWord | undefined)[]): Omit<TextWord, 'text'> {
  const known = words.filter((word) => word !== undefined);
  const [first, last] = [known[0], known.at(-1)];
  if (known.length < words.length || first === undefined || last === undefined)
    return { startMs: null, endMs: null, confidence: null };
  const scores = known.map(({ confidence }) => confidence).filter((score) => score !== null);
  return {
    startMs: first.startMs,
    endMs: last.endMs,
    confidence: scores.length < known.length ? null : Math.min(...scores),
  };
}

function partsOf(word: string): readonly string[] {
  return word.toLowerCase().match(letters) ?? [];
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
  let start = 0;
  while (start < one.length && one[start] === other[start]) partners[start] = start++;
  let [rows, columns] = [one.length, other.length];
  while (rows > start && columns > start && one[rows - 1] === other[columns - 1]) partners[--rows] = --columns;
  if ((rows - start) * (columns - start) > mostComparisons) return partners;

  // The length of what the rests from `row` and from `column` on have in common.
  const width = columns - start + 1;
  const lengths = new Uint16Array((rows - start + 1) * width);
  const length = (row: number, column: number) => lengths[(row - start) * width + column - start] ?? 0;
  for (let row = rows - 1; row >= start; row -= 1) {
    for (let column = columns - 1; column >= start; column -= 1) {
      lengths[(row - start) * width + column - start] =
        one[row] === other[column]
          ? length(row + 1, column + 1) + 1
          : Math.max(length(row + 1, column), length(row, column + 1));
    }
  }
  for (let [row, column] = [start, start]; row < rows && column < columns; ) {
    if (one[row] === other[column]) partners[row++] = column++;
    else if (length(row + 1, column) >= length(row, column + 1)) row += 1;
    else column += 1;
  }
  return partners;
}
