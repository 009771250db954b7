import type { Passage } from 'chronoscribe/kinds/writer';
import { sentencesOf } from 'chronoscribe/language';
import { overturnedAt } from 'chronoscribe/reading';
import type { Sentence } from './sentences.ts';
import { speechAct } from './speech-acts.ts';

/**
 * Builds a function that tells whether a sentence is a decision of the clinician that is taken back or changed after an
 * objection. It is told by its facts, with the exchange, or stays on the list of what was said.
 *
 * @param passages the whole source: `okay` tells, which no statement has
 */
export function overturnedIn(passages: readonly Passage[]): (sentence: Sentence) => boolean {
  const asks = ({ text }: { readonly text: string }) => text.endsWith('?');
  const parts = [...Map.groupBy(sentencesOf(passages), ({ turn }) => turn)];
  const said = parts.map(([, own]) => ({
    speaker: own[0]?.speaker ?? null,
    text: own
      .map(({ text }) => text)
      .join(' ')
      .toLowerCase(),
    asks: own.every(asks),
    asksLast: own.slice(-1).some(asks),
  }));
  const places = new Map(parts.map(([turn], at) => [turn, at]));
  const overturned = new Set(parts.flatMap(([turn], at) => (overturnedAt(said, at) === undefined ? [] : [turn])));
  return ({ role, turn, isQuestion, asked, text }) =>
    overturned.has(turn) &&
    overturnedAt(said, places.get(turn) ?? -1, text.toLowerCase()) !== undefined &&
    role === 'clinician' &&
    !isQuestion &&
    asked === null &&
    speechAct(text) !== null;
}
