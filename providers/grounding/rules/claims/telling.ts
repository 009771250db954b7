import { isContentWord, stem } from 'chronoscribe/language';
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
export const framing: ReadonlySet<string> = new Set(
  `history time day week month year night morning evening past last previous prior recent current currently present family member patient
  several type kind sort other else evidence sign issue problem complaint concern notice experience seem appear report state note feel
  home old left right way part place person people doctor visit episode start use used usual completely really much very
  take taking continue plan planned schedule scheduled order ordered diagnosed today given have agree agreed done medical condition say status post
  symptom further known`
    .split(/\s+/)
    .map(stem),
);
