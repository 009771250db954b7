import { numbersToDigits } from 'chronoscribe/language';
import { diffArrays } from 'diff';

/** The words of a text as they are compared: small letters, without punctuation, numbers in digits. */
export function wordsOf(text: string): readonly string[] {
  return numbersToDigits(text.replaceAll('%', ' percent').toLowerCase()).match(/[\p{L}\p{N}']+/gu) ?? [];
}

/** What became of the words that were said. */
export interface Comparison {
  /** Of each word that was said, the place of the same word among those heard; undefined where it is not there. */
  readonly places: readonly (number | undefined)[];
  /** Words replaced, left out and added, per word that was said. */
  readonly error: number;
}

export function compared(said: readonly string[], heard: readonly string[]): Comparison {
  const places: (number | undefined)[] = [];
  let [at, errors, removed] = [0, 0, 0];
  for (const { added, removed: isRemoved, value } of diffArrays([...said], [...heard])) {
    if (isRemoved) {
      places.push(...value.map(() => undefined));
      removed = value.length;
      errors += value.length;
      continue;
    }
    if (added) errors += Math.max(0, value.length - removed);
    else places.push(...value.map((_, index) => at + index));
    removed = 0;
    at += value.length;
  }
  return { places, error: errors / Math.max(1, said.length) };
}

/** Whether a text turns in a circle: up to six words four times in a row, or a few signs six times. */
export function isLoop(text: string): boolean {
  const words = ` ${wordsOf(text).join(' ')} `;
  return /(?= ((?:\S+ ){1,6})\1{3})/.test(words) || /(\S{1,6}?)\1{5}/.test(text);
}
