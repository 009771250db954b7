import { isSoundName } from '../utterances.ts';
import { isRepetitionLoop, isSubtitleBoilerplate } from './hallucinations.ts';
import type { RecognisedPiece } from './protocol.ts';

type Segment = RecognisedPiece['segments'][number];

/** A stretch of the recording, in milliseconds. */
interface Passage {
  readonly startMs: number;
  readonly endMs: number;
}

export interface FilteredPieces {
  readonly pieces: readonly RecognisedPiece[];
  /** Where text was left out because nobody seems to have said it. */
  readonly invented: readonly Passage[];
  /** Where somebody seems to speak but no word was recognised. */
  readonly wordless: readonly Passage[];
}

/** The lowest level of intelligible speech, in dBFS. */
const quietest = -55;

/** Speech that is so much quieter than the rest, in decibels, is background or no speech. */
const farBelow = 25;

/** The longest noise, such as a cough, that is mistaken for speech, in milliseconds. */
const longestNoise = 1500;

/** The error of Whisper's timestamps: they have steps of 20 ms and are often a little late. */
const clockErrorMs = 200;

/**
 * Removes what Whisper seems to have hallucinated. Trained on subtitles, it writes some of them where there is no
 * speech. sherpa-onnx does not expose Whisper's no-speech probability, so the text, the level and the end of speech
 * decide.
 */
export function withoutHallucinations(heard: readonly RecognisedPiece[]): FilteredPieces {
  const nearSilence = Math.max(quietest, median(heard.map(({ level }) => level)) - farBelow);
  const invented: Passage[] = [];
  const wordless: Passage[] = [];
  const pieces = heard.map((piece) => {
    const segments = piece.segments.filter(({ text }) => !isSoundName(text));
    const doubted = doubtful(piece, segments, nearSilence);
    invented.push(...doubted.map((segment) => within(segment, piece)));
    if (segments.length === 0 && piece.endMs - piece.startMs >= longestNoise) wordless.push(piece);
    return { ...piece, segments: segments.filter((segment) => !doubted.includes(segment)) };
  });
  return { pieces, invented, wordless };
}

function doubtful(piece: RecognisedPiece, segments: readonly Segment[], nearSilence: number): readonly Segment[] {
  const whole = segments.map(({ text }) => text).join(' ');
  if (isRepetitionLoop(whole)) return segments;
  if (piece.level < nearSilence && isSubtitleBoilerplate(whole)) return segments;
  // A segment that starts after the speech has ended was recognised in the silence behind it.
  return segments.filter(({ startMs }) => startMs > Math.max(piece.startMs, piece.endMs - clockErrorMs));
}

/** The passage to check: the segment's part of the piece, or the end of the piece. */
function within({ startMs, endMs }: Segment, piece: RecognisedPiece): Passage {
  return { startMs: Math.min(startMs, piece.endMs), endMs: Math.min(endMs, piece.endMs) };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** The most places that a warning names. */
const mostPlaces = 8;

/** Sentences for the clinician about a transcription, without clinical text. */
export function hallucinationWarnings({ invented, wordless }: FilteredPieces): readonly string[] {
  const warnings: string[] = [];
  if (invented.length > 0) {
    warnings.push(
      `${count(invented.length, 'passage')} of text left out because nobody seems to have said it: ` +
        `the recogniser invents text where there is little to hear. Listen at ${places(invented)}.`,
    );
  }
  if (wordless.length > 0) {
    warnings.push(
      `In ${count(wordless.length, 'passage')} somebody seems to speak, but no word was recognised. ` +
        `Listen at ${places(wordless)}.`,
    );
  }
  return warnings;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function places(passages: readonly { readonly startMs: number }[]): string {
  const named = [...new Set(passages.map(({ startMs }) => clock(startMs)))];
  const more = named.length - mostPlaces;
  return named.slice(0, mostPlaces).join(', ') + (more > 0 ? ` and ${more} more places` : '');
}

/** `00:03:21`. */
function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}
