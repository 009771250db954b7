import { Problem } from 'chronoscribe';
import { type DiarizeOptions, type Diarizer, withSpeakers } from 'chronoscribe/kinds/diarizer';
import { isUnpunctuated, type PunctuateOptions, type Punctuator } from 'chronoscribe/kinds/punctuator';
import type { Recording, SpeakerTurn, Transcription, Utterance } from 'chronoscribe/kinds/transcriber';
import type { Segment } from '../kind.ts';
import { withSegmentText } from '../record/word-times.ts';

/**
 * Tells voices apart where the transcriber did not: by the channels of the recording if each person has one, else by the
 * diarizer. Where that fails all have one speaker, with a warning, since a transcript without speakers is better than none.
 *
 * @param turns of the channels
 */
export async function withVoices(
  diarizer: Diarizer,
  heard: Transcription,
  { turns, ...recording }: Recording & { readonly turns: readonly SpeakerTurn[] | undefined },
  options: DiarizeOptions,
): Promise<Transcription> {
  const { utterances, warnings, speakersAreFinal = utterances.some(({ speaker }) => speaker !== null) } = heard;
  if (speakersAreFinal || utterances.length === 0 || options.speakers === 1) return heard;
  try {
    const found = turns ?? (await diarizer.diarize(recording, options));
    return { ...heard, utterances: withSpeakers(utterances, found, options.speakers) };
  } catch (thrown) {
    options.signal.throwIfAborted();
    if (!(thrown instanceof Problem)) throw thrown;
    return { ...heard, warnings: [...warnings, `Speakers were not told apart. ${thrown.detail}`] };
  }
}

/**
 * Punctuates segments if they lack punctuation and the punctuator can do it. Where it fails they stay as they are, with
 * a warning, since a transcript without marks is better than none.
 */
export async function withPunctuation(
  punctuator: Punctuator,
  segments: readonly Segment[],
  options: PunctuateOptions,
): Promise<{ readonly segments: readonly Segment[]; readonly warnings: readonly string[] }> {
  if (!isUnpunctuated(segments.map(({ text }) => text))) return { segments, warnings: [] };
  try {
    const texts = await punctuator.punctuate(segments, options);
    const punctuated = segments.map((segment, at) => withSegmentText(segment, texts?.[at] ?? segment.text));
    return { segments: punctuated, warnings: [] };
  } catch (thrown) {
    options.signal.throwIfAborted();
    if (!(thrown instanceof Problem)) throw thrown;
    return { segments, warnings: [`The transcript has no punctuation, and none could be added: ${thrown.detail}`] };
  }
}

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
