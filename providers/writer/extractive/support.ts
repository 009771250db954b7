import type { Passage, Statement } from 'chronoscribe/kinds/writer';
import { doubtsAbout } from '../grounding.ts';
import { isSpokenFor } from './rewriting/proxy.ts';
import { sexOf } from './rewriting/sex.ts';
import { quote, tell } from './rewriting/statement.ts';
import type { Sentence } from './sentences.ts';

export type Telling = (sentence: Sentence) => readonly Statement[];

/** Other languages are quoted as they are. */
export const verbatim: Telling = ({ text, evidence }) => [{ text, evidence, grounded: true }];

/**
 * Tells sentences in English: in the third person where the check of grounding bears that out, else in the words of the source. What even
 * so does not pass is left out: torn from its context it would say something else.
 */
export function tellingOf(passages: readonly Passage[]): Telling {
  const sex = sexOf(passages);
  const isProxy = isSpokenFor(passages);
  const texts = new Map(passages.map(({ id, text }) => [id, text]));
  return (sentence) => {
    const cited = sentence.evidence.map((id) => texts.get(id) ?? '');
    const borneOut = [isProxy ? quote(sentence) : tell(sentence, sex), quote(sentence)].find(
      (text) => doubtsAbout(text, cited).length === 0,
    );
    return borneOut === undefined ? [] : [{ text: borneOut, evidence: sentence.evidence, grounded: true }];
  };
}
