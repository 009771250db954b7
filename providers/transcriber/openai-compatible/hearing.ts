import type { Utterance } from 'chronoscribe/kinds/transcriber';
import { isSoundName } from '../sound-name.ts';
import type { Segment, Transcript } from './answers.ts';
import { isDoubtful } from './doubt.ts';
import { isSilent, type Loudness } from './loudness.ts';
import type { Piece } from './pieces.ts';

/** What was heard in one piece of a recording; times in milliseconds from the start of the recording. */
export interface Hearing {
  readonly utterances: readonly Utterance[];
  /** What the recogniser said but is not to be believed. */
  readonly leftOut: readonly Piece[];
  /** Whether the server said when each thing was said. */
  readonly hasTimes: boolean;
}

/** Puts a piece's answer into its place in the recording, without what nobody can have said. */
export function hearing({ text, segments }: Transcript, piece: Piece, levels: Loudness): Hearing {
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
  const [doubted, believed] = [true, false].map((wanted) => audible.filter(({ segment }) => isDoubtful(segment) === wanted));
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
