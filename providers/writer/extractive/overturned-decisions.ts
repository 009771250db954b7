import { overturnedAt } from 'chronoscribe/reading';
import type { Sentence } from './sentences.ts';
import { speechAct } from './speech-acts.ts';

/**
 * Builds a function that tells whether a sentence is a decision of the clinician that is taken back or changed after an
 * objection. It is told by its facts, with the exchange, or stays on the list of what was said.
 *
 * @param spoken the sentences of the source, before questions are joined with their answers
 */
export function overturnedIn(spoken: readonly Sentence[]): (sentence: Sentence) => boolean {
  const parts = [...Map.groupBy(spoken, ({ turn }) => turn)];
  const said = parts.map(([, own]) => ({
    speaker: own[0]?.speaker ?? null,
    text: own
      .map(({ text }) => text)
      .join(' ')
      .toLowerCase(),
    asks: own.every(({ isQuestion }) => isQuestion),
    asksLast: own.at(-1)?.isQuestion === true,
  }));
  const overturned = new Set(parts.flatMap(([turn], at) => (overturnedAt(said, at) === undefined ? [] : [turn])));
  return ({ role, turn, isQuestion, asked, text }) =>
    overturned.has(turn) && role === 'clinician' && !isQuestion && asked === null && speechAct(text) !== null;
}
