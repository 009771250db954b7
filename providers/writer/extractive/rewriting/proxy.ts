import type { Passage } from 'chronoscribe/kinds/writer';

/** Who speaks less often of oneself than this many times of `he` or `she`, speaks for a child or for somebody who cannot. */
const leastOfSelf = 2;
/** Fewer words than this tell nothing. */
const enough = 8;

/** The clinician turns to somebody of the family. */
const toFamily =
  /\b(?:so|hey|hi|hello|okay|and|thanks|thank you|well|now|alright),? (?:mom|mum|dad|mama|daddy|grandma|grandpa)\b(?! (?:and|is|was|has|had|said)\b)/i;

/**
 * Whether the patient's part is spoken by somebody else, as a mother does for her child: then neither `I` nor `you` is the patient, and
 * nothing can be told in the third person.
 */
export function isSpokenFor(passages: readonly Passage[]): boolean {
  let [self, another] = [0, 0];
  for (const { speaker, text } of passages) {
    if (speaker?.role === 'clinician' && toFamily.test(text)) return true;
    if (speaker?.role !== 'patient') continue;
    self += text.match(/\b(?:i|my|me)\b/gi)?.length ?? 0;
    another += text.match(/\b(?:he|she|him|her|his)\b/gi)?.length ?? 0;
  }
  return another >= enough && self < leastOfSelf * another;
}
