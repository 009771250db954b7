import { isSoundName } from '../sound-name.ts';
import { isLearntClosing } from './closings.ts';
import { isLoop } from './loops.ts';
import type { HeardPiece } from './protocol.ts';

type Segment = HeardPiece['segments'][number];

/** A time of the recording, in milliseconds. */
interface Passage {
  readonly startMs: number;
  readonly endMs: number;
}

export interface Judged {
  readonly pieces: readonly HeardPiece[];
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
export function credible(heard: readonly HeardPiece[]): Judged {
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

function doubtful(piece: HeardPiece, segments: readonly Segment[], nearSilence: number): readonly Segment[] {
  const whole = segments.map(({ text }) => text).join(' ');
  if (isLoop(whole)) return segments;
  if (piece.level < nearSilence && isLearntClosing(whole)) return segments;
  // What begins when nobody speaks any more was heard in the silence behind.
  return segments.filter(({ startMs }) => startMs > Math.max(piece.startMs, piece.endMs - clockErrorMs));
}

/** A passage to listen to: the part of the piece where a segment is said to be, or its end. */
function within({ startMs, endMs }: Segment, piece: HeardPiece): Passage {
  return { startMs: Math.min(startMs, piece.endMs), endMs: Math.min(endMs, piece.endMs) };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
