import { isContentWord, stem } from 'chronoscribe/language';
import { everydayWords } from '../../language/word-lists.ts';
import { judgementsOf } from './judgements.ts';

/** Whether a word tells something: no function word, no number. */
export function isTelling(word: string): boolean {
  if (word.length < 2 || !/^\p{L}\D*$/u.test(word)) return false;
  return isContentWord(word) || judgementsOf(word).length > 0;
}

/**
 * Stems of words that frame what is said: what a sentence denies of them (`no history of`, `not since last year`) it
 * usually denies of something else.
 */
export const framing: ReadonlySet<string> = new Set(everydayWords('framing').map(stem));
