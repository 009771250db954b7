import type { Utterance } from 'chronoscribe/kinds/transcriber';

/**
 * The lowest average confidence of a transcript that a note is written from. A calibrated confidence is the expected
 * share of correct words; transcripts with 45 % of wrong words did not serve their readers (Munteanu et al., The Effect
 * of Speech Recognition Accuracy Rates on the Usefulness and Usability of Webcast Archives, CHI 2006).
 */
export const defaultMinConfidence = 0.55;

type Recognised = Pick<Utterance, 'text' | 'confidence'>;

/**
 * The average confidence of a transcript, each utterance weighted by the length of its text.
 *
 * @returns 0 to 1; null if the recogniser gives none: nothing is known of its reliability then.
 */
export function averageConfidence(utterances: readonly Recognised[]): number | null {
  let sum = 0;
  let length = 0;
  for (const { text, confidence } of utterances) {
    if (confidence === null) continue;
    sum += confidence * text.length;
    length += text.length;
  }
  return length === 0 ? null : sum / length;
}

/** The warning of a transcript whose average confidence is too low. */
export function unreliableWarning(confidence: number, minConfidence: number): string {
  return (
    `unreliable: the recogniser’s average confidence is ${percent(confidence)}, below ${percent(minConfidence)}. ` +
    'Its words may be wrong, so the note is the transcript alone. Correct the transcript against the recording and ' +
    'have the note rewritten, or use a more accurate recogniser.'
  );
}

function percent(share: number): string {
  return `${Math.floor(Math.round(share * 10_000) / 100)} %`;
}
