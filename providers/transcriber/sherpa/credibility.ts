import { isSoundName } from '../utterances.ts';
import { isRepetitionLoop, isSubtitleBoilerplate } from './hallucinations.ts';
import type { RecognisedPiece } from './protocol.ts';

type Segment = RecognisedPiece['segments'][number];

/** A time of the recording, in milliseconds. */
interface Passage {
  readonly startMs: number;
  readonly endMs: number;
}

export interface FilteredPieces {
  readonly pieces: readonly RecognisedPiece[];
  /** Where text was left out that nobody seems to have said. */
  readonly invented: readonly Passage[];
  /** Where somebody seems to speak and no word was recognised. */
  readonly wordless: readonly Passage[];
}

/** Below this many decibels of full scale nobody can be understood. */
const quietest = -55;

/** Who speaks so much lower than the others is not meant to be heard, if it is speech at all; in decibels. */
const farBelow = 25;

/** A cough or a chair is often taken for speech; a stretch as long as this is not, in milliseconds. */
const longestNoise = 1500;

/** Whisper's clock runs in steps of 20 ms and is often a little late. */
const clockErrorMs = 200;

/**
 * What Whisper wrote, without what it seems to have made up. It was made to write subtitles and writes some where there is
 * nothing to hear. sherpa-onnx does not tell how probable Whisper thinks that nobody spoke; so what counts is the text, how loud
 * it was, and whether anybody was still speaking.
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
  // What begins when nobody speaks any more was heard in the silence behind.
  return segments.filter(({ startMs }) => startMs > Math.max(piece.startMs, piece.endMs - clockErrorMs));
}

/** A passage to listen to: the part of the piece where a segment is said to be, or its end. */
function within({ startMs, endMs }: Segment, piece: RecognisedPiece): Passage {
  return { startMs: Math.min(startMs, piece.endMs), endMs: Math.min(endMs, piece.endMs) };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** So many places are named; who listens to these knows enough. */
const mostPlaces = 8;

/** What the clinician should know of a transcription, in sentences; never what was said. */
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
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
}
