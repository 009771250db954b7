import type { Segment } from './answers.ts';

/** What Whisper itself goes by when it hears something that may not be there (openai/whisper, `transcribe.py`). */
const unlikelySpeech = 0.6;
const unlikelyWords = -1;
const tooRepetitive = 2.4;

/**
 * Whether a recogniser's own scores say that it invented a segment: words where nobody speaks, or the same words over and over.
 */
export function isDoubtful({ no_speech_prob, avg_logprob, compression_ratio }: Segment): boolean {
  const isNoSpeech = (no_speech_prob ?? 0) > unlikelySpeech && (avg_logprob ?? 0) < unlikelyWords;
  return isNoSpeech || (compression_ratio ?? 0) > tooRepetitive;
}
