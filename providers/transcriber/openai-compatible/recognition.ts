import type { Utterance } from 'chronoscribe/kinds/transcriber';
import { isSilent, type Loudness, type Piece } from '../pieces.ts';
import { isSoundName } from '../utterances.ts';
import type { Segment, Transcript } from './client.ts';

/** The result for one piece; times in milliseconds from the start of the recording. */
export interface PieceResult {
  readonly utterances: readonly Utterance[];
  /** Text that the recogniser probably hallucinated. */
  readonly leftOut: readonly Piece[];
  /** Whether the server returned times. */
  readonly hasTimes: boolean;
}

/** Converts the response for a piece to times of the recording, without silence and hallucinations. */
export function pieceResult({ text, segments }: Transcript, piece: Piece, levels: Loudness): PieceResult {
  if (!segments?.length) {
    const utterance = { speaker: null, ...piece, text, confidence: null };
    const isSaid = text.trim() !== '' && !isSoundName(text);
    return { utterances: isSaid ? [utterance] : [], leftOut: [], hasTimes: !isSaid };
  }
  const perMs = unitsPerMs(segments, piece);
  const timed = segments.map((segment) => ({
    segment,
    startMs: Math.min(piece.startMs + segment.start / perMs, piece.endMs),
    endMs: Math.min(piece.startMs + segment.end / perMs, piece.endMs),
  }));
  const audible = timed.filter(
    ({ segment, startMs, endMs }) => !isSoundName(segment.text) && !isSilent(levels, startMs, endMs),
  );
  const [doubted, believed] = [true, false].map((wanted) =>
    audible.filter(({ segment }) => isLikelyHallucination(segment) === wanted),
  );
  return {
    utterances: (believed ?? []).map(({ segment: { speaker, text, avg_logprob }, startMs, endMs }) => ({
      speaker: speaker ?? null,
      startMs,
      endMs,
      text,
      confidence: avg_logprob == null ? null : Math.exp(avg_logprob),
    })),
    leftOut: (doubted ?? []).map(({ startMs, endMs }) => ({ startMs, endMs })),
    hasTimes: true,
  };
}

/** Times are in seconds, as OpenAI specifies. LocalAI returned nanoseconds for long, which are beyond any recording. */
function unitsPerMs(segments: readonly Segment[], { startMs, endMs }: Piece): number {
  const latest = Math.max(...segments.map(({ end }) => end));
  return latest > (endMs - startMs + 1000) * 1000 ? 1e6 : 1e-3;
}

/** Whisper's own thresholds for hallucinations (openai/whisper, `transcribe.py`). */
const unlikelySpeech = 0.6;
const unlikelyWords = -1;
const tooRepetitive = 2.4;

/** Whether a recogniser's scores show a hallucination: words without speech, or repeated words. */
export function isLikelyHallucination({ no_speech_prob, avg_logprob, compression_ratio }: Segment): boolean {
  const isNoSpeech = (no_speech_prob ?? 0) > unlikelySpeech && (avg_logprob ?? 0) < unlikelyWords;
  return isNoSpeech || (compression_ratio ?? 0) > tooRepetitive;
}

/** `en` for `en-GB`: servers accept only ISO 639 codes. */
export function vendorLanguage(tag: string): string {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    // Not a language tag; the server rejects it.
    return tag;
  }
}
