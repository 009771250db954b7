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
  const misread = new Set(parts.flatMap(([turn], at) => (isMisread(said, at) ? [turn] : [])));
  return ({ role, turn, isQuestion, asked, text }) =>
    (misread.has(turn) && role === 'clinician' && measured.test(text)) ||
    (overturned.has(turn) &&
      overturnedAt(said, places.get(turn) ?? -1, text.toLowerCase()) !== undefined &&
      role === 'clinician' &&
      !isQuestion &&
      asked === null &&
      speechAct(text) !== null);
}

/** `I've read that the wrong way round`, of what the same speaker said last. */
function isMisread(said: readonly { readonly speaker: string | null; readonly text: string }[], at: number): boolean {
  const next = said.findIndex(({ speaker }, index) => index > at && speaker === said[at]?.speaker);
  return next !== -1 && next <= at + 2 && misreads.test(said[next]?.text ?? '');
}

const misreads =
  /\b(?:(?:wrong|other) way (?:a)?round|misread|mixed (?:that|those|them|it|the two) up|(?:got|read|had|said) (?:that|those|them|it) (?:wrong|mixed up|backwards)|back to front)\b/;
const measured = /\d|\b(?:left|right|one|two|three|four|five|six|seven|eight|nine|ten|\p{L}+(?:teen|ty))\b/iu;
