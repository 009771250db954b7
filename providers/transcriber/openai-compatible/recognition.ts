import type { Utterance } from 'chronoscribe/kinds/transcriber';
import { utteranceOfSegment } from '../heard-segments.ts';
import { spokenWords } from '../heard-words.ts';
import { isSilent, type Loudness, type Piece } from '../pieces.ts';
import { movedBy, withListedWords } from '../spoken-words.ts';
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
export function pieceResult({ text, segments, words }: Transcript, piece: Piece, levels: Loudness): PieceResult {
  if (!segments?.length) {
    const utterance = { speaker: null, ...piece, text, confidence: null };
    const isSaid = text.trim() !== '' && !isSoundName(text);
    return { utterances: isSaid ? [utterance] : [], leftOut: [], hasTimes: !isSaid };
  }
  const unitMs = millisecondsPerUnit(segments, piece);
  const utterances = withListedWords(
    segments.map((segment) => utteranceOfSegment(segment, unitMs)),
    spokenWords(words, unitMs) ?? [],
  );
  const audible = segments.flatMap((segment, at) => {
    const utterance = utterances[at];
    if (utterance === undefined || isSoundName(segment.text)) return [];
    const moved = movedBy(piece.startMs, utterance);
    const [startMs, endMs] = [Math.min(moved.startMs, piece.endMs), Math.min(moved.endMs, piece.endMs)];
    return isSilent(levels, startMs, endMs) ? [] : [{ segment, utterance: { ...moved, startMs, endMs } }];
  });
  const [doubted, believed] = [true, false].map((wanted) =>
    audible.filter(({ segment }) => isLikelyHallucination(segment) === wanted),
  );
  return {
    utterances: (believed ?? []).map(({ utterance }) => utterance),
    leftOut: (doubted ?? []).map(({ utterance: { startMs, endMs } }) => ({ startMs, endMs })),
    hasTimes: true,
  };
}

/** Times are in seconds, as OpenAI specifies. LocalAI returned nanoseconds for long, which are beyond any recording. */
function millisecondsPerUnit(segments: readonly Segment[], { startMs, endMs }: Piece): number {
  const latest = Math.max(...segments.map(({ end }) => end));
  return latest > (endMs - startMs + 1000) * 1000 ? 1e-6 : 1e3;
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
