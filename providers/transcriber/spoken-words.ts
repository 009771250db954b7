import type { SpokenWord, TextWord, Utterance } from './transcriber.ts';

/**
 * The words of a text, in order and with its punctuation: joined they are the text. What was heard is found in it by its
 * letters and digits alone, so recognisers and punctuators may write marks, capitals and spaces as they like.
 *
 * @param heard words in order; more than the text has, or other ones, do no harm
 * @returns the words as they were heard, if the text has all of them and no others; else the words between its spaces,
 *   those that were not heard without times
 * @example
 * ```ts
 * const heard = [{ text: 'back', startMs: 100, endMs: 400, confidence: 0.9 }];
 * wordsIn('Back pain.', heard); // "Back" from 100 to 400 ms, and "pain." without times
 * ```
 */
export function wordsIn(text: string, heard: readonly TextWord[]): readonly TextWord[] {
  return hasLetter(text) ? (heardWhole(text, heard) ?? alignedTokens(text, heard)) : [];
}

const hasLetter = (text: string) => /[\p{L}\p{N}]/u.test(text);

/** The words of a text in which nothing but marks stands between those that were heard; undefined if more does. */
function heardWhole(text: string, heard: readonly TextWord[]): readonly TextWord[] | undefined {
  const lower = text.toLowerCase();
  const found: { word: TextWord; start: number; end: number }[] = [];
  for (const word of heard) {
    const [letters] = /[\p{L}\p{N}].*[\p{L}\p{M}\p{N}]|[\p{L}\p{N}]/u.exec(word.text.toLowerCase()) ?? [];
    if (letters === undefined) continue;
    const end = found.at(-1)?.end ?? 0;
    const start = lower.indexOf(letters, end);
    if (start === -1 || hasLetter(lower.slice(end, start))) return undefined;
    found.push({ word, start, end: start + letters.length });
  }
  // Some capitals are two letters in lower case.
  if (lower.length !== text.length || hasLetter(lower.slice(found.at(-1)?.end))) return undefined;
  let begin = 0;
  return found.map(({ word, end }, at) => {
    const next = found[at + 1]?.start ?? text.length;
    const space = at === found.length - 1 ? -1 : text.slice(end, next).search(/\s\S*$/u);
    const own = text.slice(begin, space === -1 ? next : end + space).trim();
    begin = space === -1 ? next : end + space;
    return { ...word, text: own };
  });
}

/** The utterance with another text. Its words follow; where one of them was not heard, all are left out. */
export function withText({ words, ...utterance }: Utterance, text: string): Utterance {
  const own = words === undefined ? [] : wordsIn(text, words);
  const timed = own.flatMap(({ startMs, endMs, ...word }) =>
    startMs === null || endMs === null ? [] : { ...word, startMs, endMs },
  );
  const isWhole = own.length > 0 && timed.length === own.length;
  return { ...utterance, text, ...(isWhole && { words: inOrder(timed, utterance) }) };
}

/** Times that rise within the utterance: recognisers let words overlap, and round them past its end. */
function inOrder(words: readonly SpokenWord[], { startMs, endMs }: Pick<Utterance, 'startMs' | 'endMs'>): SpokenWord[] {
  let latest = startMs;
  const starts = words.map((word) => {
    latest = Math.min(endMs, Math.max(latest, Math.round(word.startMs)));
    return latest;
  });
  return words.map(({ text, endMs: ends, confidence }, at) => {
    const start = starts[at] ?? startMs;
    const end = Math.min(starts[at + 1] ?? endMs, Math.max(start, Math.round(ends)));
    return { text, startMs: start, endMs: end, confidence: confidence && Math.min(1, Math.max(0, confidence)) };
  });
}

/** The utterance as it is where the part of the recording that it was heard in begins later. */
export function movedBy(ms: number, utterance: Utterance): Utterance {
  const moved = <T extends Pick<SpokenWord, 'startMs' | 'endMs'>>(each: T): T => ({
    ...each,
    ...{ startMs: each.startMs + ms, endMs: each.endMs + ms },
  });
  const { words } = utterance;
  return { ...moved(utterance), ...(words !== undefined && { words: words.map(moved) }) };
}

/**
 * Gives each utterance its own of the words that a recogniser lists for a whole recording. Where the two do not agree,
 * an utterance gets none, and the next one begins at its time.
 */
export function withListedWords(utterances: readonly Utterance[], words: readonly SpokenWord[]): readonly Utterance[] {
  const lettersOf = (text = '') => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
  let next = 0;
  return utterances.map((utterance) => {
    const letters = lettersOf(utterance.text);
    const first = next;
    let listed = '';
    while (listed.length < letters.length && next < words.length) listed += lettersOf(words[next++]?.text);
    if (listed === letters) return { ...utterance, words: words.slice(first, next) };
    next = first;
    while ((words[next]?.startMs ?? utterance.endMs) < utterance.endMs) next += 1;
    return utterance;
  });
}

/** More comparisons than these are not made: a text that was written anew has no words of before. */
const mostComparisons = 4_000_000;

/**
 * The words between the spaces of a text, each with the times of the words that it was heard as, or without times. They
 * are found by the longest common subsequence.
 */
function alignedTokens(text: string, heard: readonly TextWord[]): readonly TextWord[] {
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
