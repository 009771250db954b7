import type { Utterance } from 'chronoscribe/kinds/transcriber';
import { isSoundName } from '../utterances.ts';
import type { Segment, Transcript } from './client.ts';
import { isSilent, type Loudness, type Piece } from './pieces.ts';

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

/** The codes of Whisper's languages (openai/whisper, `tokenizer.py`). */
const codes = `
  af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja
  jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq
  sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh`
  .trim()
  .split(/\s+/);

/** Languages whose Whisper name differs from Unicode's. */
const otherNames: Readonly<Record<string, string>> = {
  myanmar: 'my',
  'haitian creole': 'ht',
  tagalog: 'tl',
  javanese: 'jv',
};

/** `en` for `en-GB`: servers accept only ISO 639 codes. */
export function vendorLanguage(tag: string): string {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    // Not a language tag; the server rejects it.
    return tag;
  }
}

/** The BCP 47 tag for a server's `english` or `en`; null if it is neither. */
export function languageTag(answered: string): string | null {
  const said = answered.trim().toLowerCase();
  const code = otherNames[said] ?? codes.find((each) => each === said || nameOf(each) === said);
  if (code !== undefined) return Intl.getCanonicalLocales(code)[0] ?? null;
  try {
    return /^[a-z]{2,3}([-_][a-z0-9]+)*$/.test(said) ? new Intl.Locale(said.replaceAll('_', '-')).toString() : null;
  } catch {
    return null;
  }
}

function nameOf(code: string): string | undefined {
  return new Intl.DisplayNames('en', { type: 'language' }).of(code)?.toLowerCase();
}
