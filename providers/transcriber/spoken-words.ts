import { alignedTokens } from './aligned-tokens.ts';
import type { SpokenWord, TextWord, Utterance } from './transcriber.ts';

/**
 * The words of a text, in order and with its punctuation: joined they are the text. What was heard is found in it by its
 * letters and digits alone, so recognisers and punctuators may write marks, capitals and spaces as they like.
 *
 * @param heard words in order; more than the text has, or other ones, do no harm
 * @returns where the text has the same letters, the words as they were heard; else the words between its spaces, those
 *   that were not heard without times
 * @example
 * ```ts
 * const heard = [{ text: 'back', startMs: 100, endMs: 400, confidence: 0.9 }];
 * wordsIn('Back pain.', heard); // "Back" from 100 to 400 ms, and "pain." without times
 * ```
 */
export function wordsIn(text: string, heard: readonly TextWord[]): readonly TextWord[] {
  return letterOrDigit.test(text) ? (heardWhole(text, heard) ?? alignedTokens(text, heard)) : [];
}

const letterOrDigit = /[\p{L}\p{N}]/u;

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
function inOrder(
  words: readonly SpokenWord[],
  { startMs, endMs }: Pick<Utterance, 'startMs' | 'endMs'>,
): readonly SpokenWord[] {
  let latest = startMs;
  const starts = words.map((word) => {
    latest = Math.min(endMs, Math.max(latest, Math.round(word.startMs)));
    return latest;
  });
  return words.map((word, at) => {
    const start = starts[at] ?? startMs;
    const end = Math.min(starts[at + 1] ?? endMs, Math.max(start, Math.round(word.endMs)));
    const { text, confidence } = word;
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
  let next = 0;
  return utterances.map((utterance) => {
    const { letters } = lettersOf(utterance.text);
    let end = next;
    let listed = '';
    for (; listed.length < letters.length && end < words.length; end += 1) {
      listed += lettersOf(words[end]?.text ?? '').letters;
    }
    const own = words.slice(next, end);
    if (listed === letters) next = end;
    else while ((words[next]?.startMs ?? utterance.endMs) < utterance.endMs) next += 1;
    return listed === letters ? { ...utterance, words: own } : utterance;
  });
}

/** The letters and digits of a text, and the place of each in it. */
function lettersOf(text: string): { readonly letters: string; readonly places: readonly number[] } {
  let letters = '';
  const places: number[] = [];
  for (const { 0: each, index } of text.matchAll(/[\p{L}\p{M}\p{N}]/gu)) {
    letters += each.toLowerCase();
    while (places.length < letters.length) places.push(index);
  }
  return { letters, places };
}

/** The words of a text whose letters are those of words that follow one another; undefined if they are not. */
function heardWhole(text: string, heard: readonly TextWord[]): readonly TextWord[] | undefined {
  const { letters, places } = lettersOf(text);
  const words = heard
    .map((word) => ({ word, length: lettersOf(word.text).letters.length }))
    .filter(({ length }) => length > 0);
  const joined = heard.map((word) => lettersOf(word.text).letters).join('');
  let [from, first] = [joined.indexOf(letters), 0];
  for (let at = 0; from !== -1; from = joined.indexOf(letters, from + 1)) {
    while (at < from) at += words[first++]?.length ?? 0;
    if (at === from) break;
  }
  if (from === -1) return undefined;

  const found: TextWord[] = [];
  let [begin, done] = [0, 0];
  for (const { word, length } of words.slice(first)) {
    if (done === letters.length) break;
    done += length;
    if (done > letters.length) return undefined;
    const end = done === letters.length ? text.length : wordEnd(text, places[done - 1] ?? 0, places[done] ?? 0);
    found.push({ ...word, text: text.slice(begin, end).trim() });
    begin = end;
  }
  return found;
}

/** Where a word ends whose last letter is at `last`, and the next one's first at `next`: at the last space between. */
function wordEnd(text: string, last: number, next: number): number {
  const space = text.slice(last, next).search(/\s\S*$/u);
  return space === -1 ? next : last + space;
}
