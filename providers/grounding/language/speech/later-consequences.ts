import { isConditionOnly } from './conditions.ts';
import { cutMark } from './marks.ts';
import { isSaid, splitTurn, startOfLast } from './torn-sentences.ts';
import type { Turn } from './turn.ts';

/** Whoever says so goes on listening. */
const listens =
  /^\W*(?:(?:mm\S*|uh\S*|ye(?:ah|s|p)|okay|ok|right|sure|al(?:l )?right|of course|i see|got it|ja|gut|genau)\W*){1,4}$/i;
/** `What I want you to think about is, if it gets worse.` */
const announced = /^.*\b(?:is|that),? (?=if\b)/is;

/** `Hold the antibiotic unless she has a fever. – Okay. – Then start it.` */
const follows = /^\W*(?:and |so )?then\b/i;
const conditional = /\b(?:if|unless|until|when|once|in case)\b/i;

/**
 * Puts a condition before what depends on it, where the other person only listens in between: without it, it would be told
 * as if it were to be done in any case.
 *
 * @example `If the rash spreads. – Okay. – Stop the amoxicillin.`
 */
export function withLaterConsequences(turns: readonly Turn[]): Turn[] {
  const all = [...turns];
  for (const [at, turn] of turns.entries()) {
    const [condition, listening] = [all[at - 2], all[at - 1]];
    if (condition === undefined || listening === undefined || !listens.test(listening.text)) continue;
    if (condition.speaker !== turn.speaker || listening.speaker === turn.speaker) continue;
    const [head, tail] = splitTurn(condition, startOfLast(condition.text));
    const isBefore = follows.test(turn.text) && conditional.test(tail.text);
    if (!isBefore && !isConditionOnly(tail.text.replace(announced, ''))) continue;
    all[at - 2] = head;
    all[at] = {
      ...turn,
      text: `${tail.text.replace(/[.,…]+$/, '')}, ${cutMark} ${goingOn(turn.text)}`,
      passages: [...tail.passages, ...turn.passages],
    };
  }
  return all.filter(isSaid);
}

function goingOn(text: string): string {
  return text.replace(/^(?!Dr|Mrs?\b)\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
}
