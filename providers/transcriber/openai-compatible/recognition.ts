import type { Utterance } from 'chronoscribe/kinds/transcriber';
import { isSoundName } from '../utterances.ts';
import type { Segment, Transcript } from './client.ts';
import { isSilent, type Loudness, type Piece } from './pieces.ts';

/** What was heard in one piece of a recording; times in milliseconds from the start of the recording. */
export interface PieceResult {
  readonly utterances: readonly Utterance[];
  /** What the recogniser said but is not to be believed. */
  readonly leftOut: readonly Piece[];
  /** Whether the server said when each thing was said. */
  readonly hasTimes: boolean;
}

/** Puts a piece's answer into its place in the recording, without what nobody can have said. */
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
  const audible = timed.filter(({ segment, startMs, endMs }) => !isSoundName(segment.text) && !isSilent(levels, startMs, endMs));
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

/** Seconds, as OpenAI says; LocalAI has long answered nanoseconds, which no recording has room for. */
function unitsPerMs(segments: readonly Segment[], { startMs, endMs }: Piece): number {
  const latest = Math.max(...segments.map(({ end }) => end));
  return latest > (endMs - startMs + 1000) * 1000 ? 1e6 : 1e-3;
}

/** What Whisper itself goes by when it hears something that may not be there (openai/whisper, `transcribe.py`). */
const unlikelySpeech = 0.6;
const unlikelyWords = -1;
const tooRepetitive = 2.4;

/**
 * Whether a recogniser's own scores say that it invented a segment: words where nobody speaks, or the same words over and over.
 */
export function isLikelyHallucination({ no_speech_prob, avg_logprob, compression_ratio }: Segment): boolean {
  const isNoSpeech = (no_speech_prob ?? 0) > unlikelySpeech && (avg_logprob ?? 0) < unlikelyWords;
  return isNoSpeech || (compression_ratio ?? 0) > tooRepetitive;
}

/** The languages that Whisper knows, by their codes (openai/whisper, `tokenizer.py`). */
const codes = `
  af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja
  jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq
  sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh`
  .trim()
  .split(/\s+/);

/** Where Whisper's name of a language is another than that of Unicode. */
const otherNames: Readonly<Record<string, string>> = { myanmar: 'my', 'haitian creole': 'ht', tagalog: 'tl', javanese: 'jv' };

/** `en` for `en-GB`: servers take codes of ISO 639 alone. */
export function vendorLanguage(tag: string): string {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    // No language tag; the server is to say so.
    return tag;
  }
}

/** BCP 47 for what a server answers, `english` or `en`; null where it is neither. */
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
