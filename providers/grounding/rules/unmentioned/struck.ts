import type { Passage } from 'chronoscribe/kinds/grounding';
import { contentWords } from 'chronoscribe/language';
import { spokenTexts } from '../../language/speech/dictation.ts';
import { isSmallTalk } from '../dialogue/small-talk.ts';

/** A sentence that a command of a dictation took out. */
export interface StruckSentence {
  /** Index of its passage. */
  readonly passage: number;
  readonly text: string;
}

const ends = /(?<=[.?!\n])\s+|\b(?:full stop|period|new line|next line|new paragraph|punkt|absatz|nächste zeile)\b/iu;
const commands =
  /\b(?:(?:strike|delete|scratch)(?: that| the)?(?: last)?(?: sentence| word| bit| line)?|correction|heading|(?:open|close) (?:bracket|parenthes[ie]s)|comma|komma|doppelpunkt|streichen|(?:bitte )?nicht übernehmen|diktatende)\b/giu;
const leastKept = 0.5;

/**
 * What `strike that` and its like took out of a dictation. It is in no sentence that anything reads; so that a command that
 * was none loses nothing in silence, it stays in the list of what the note does not say.
 */
export function struckIn(passages: readonly Passage[]): StruckSentence[] {
  const spoken = spokenTexts(passages);
  return passages.flatMap(({ text }, passage) => {
    if (spoken[passage] === text) return [];
    const kept = new Set(contentWords(spoken.slice(Math.max(0, passage - 1), passage + 2).join(' ')));
    return text.split(ends).flatMap((sentence) => {
      const words = contentWords(sentence.replace(commands, ' '));
      const left = words.filter((word) => kept.has(word));
      const isStruck = words.length > 0 && left.length < leastKept * words.length && !isSmallTalk(sentence);
      return isStruck ? [{ passage, text: sentence.trim() }] : [];
    });
  });
}
