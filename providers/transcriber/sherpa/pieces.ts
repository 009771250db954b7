import { longestSpan, type Span, sampleRate, type Turn } from 'chronoscribe/voices';

/** A stretch of speech for one call of Whisper: by one voice, and not longer than `longestSpan`. */
export interface Piece extends Span {
  /** Null if voices are not told apart. */
  readonly speaker: number | null;
}

/** The shortest turn within a stretch of speech; less is half a word. */
const shortestPart = 0.4 * sampleRate;

/** The longest pause within a piece. Whisper is more accurate with more context. */
const longestPause = 1.5 * sampleRate;

/** Silence that is added around a piece, because the detector cuts closely. */
const margin = 0.1 * sampleRate;

/**
 * Splits speech where the voice changes and joins it where one voice continues, so no piece holds two turns. Speech
 * outside all turns belongs to the nearest one.
 */
export function piecesOf(speech: readonly Span[], turns: readonly Turn[]): readonly Piece[] {
  return withMargins(joined(speech.flatMap((span) => cutAtTurns(span, turns))));
}

function cutAtTurns(span: Span, turns: readonly Turn[]): readonly Piece[] {
  const within = turns.filter(({ start, end }) => start < span.end && end > span.start);
  if (within.length === 0) return [{ ...span, speaker: nearest(span, turns) }];
  const borders = within.flatMap(({ start, end }) => [start, end]).filter((at) => at > span.start && at < span.end);
  const points = [...new Set([span.start, ...borders, span.end])].sort((one, other) => one - other);

  const parts: Piece[] = [];
  for (const [at, start] of points.slice(0, -1).entries()) {
    const end = points[at + 1] ?? span.end;
    const before = parts.at(-1)?.speaker ?? null;
    const speaker = speakerOf({ start, end }, within, before) ?? before ?? nearest({ start, end }, within);
    parts.push({ start, end, speaker });
  }
  return withoutSlivers(parts);
}

/** The speaker of an overlap: who spoke before, else the one with the longest turn. */
function speakerOf(part: Span, turns: readonly Turn[], before: number | null): number | null {
  const active = turns.filter(({ start, end }) => start <= part.start && end >= part.end);
  if (active.some(({ speaker }) => speaker === before)) return before;
  const [longest] = active.toSorted((one, other) => other.end - other.start - (one.end - one.start));
  return longest?.speaker ?? null;
}

function nearest(span: Span, turns: readonly Turn[]): number | null {
  const distance = ({ start, end }: Span) => Math.max(start - span.end, span.start - end);
  const [closest] = turns.toSorted((one, other) => distance(one) - distance(other));
  return closest?.speaker ?? null;
}

/** Joins neighbours of one voice, and the shortest part with its longer neighbour if it is too short. */
function withoutSlivers(parts: readonly Piece[]): readonly Piece[] {
  const merged = parts.reduce<Piece[]>((kept, part) => {
    const last = kept.at(-1);
    if (last?.speaker === part.speaker) kept[kept.length - 1] = { ...last, end: part.end };
    else kept.push(part);
    return kept;
  }, []);
  const [shortest] = merged.toSorted((one, other) => length(one) - length(other));
  if (merged.length < 2 || shortest === undefined || length(shortest) >= shortestPart) return merged;
  const at = merged.indexOf(shortest);
  const [left, right] = [merged[at - 1], merged[at + 1]];
  const taker = left !== undefined && (right === undefined || length(left) >= length(right)) ? left : right;
  return withoutSlivers(merged.with(at, { ...shortest, speaker: taker?.speaker ?? null }));
}

function joined(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.reduce<Piece[]>((kept, piece) => {
    const last = kept.at(-1);
    const goesOn =
      last !== undefined &&
      last.speaker === piece.speaker &&
      piece.start - last.end <= longestPause &&
      piece.end - last.start <= longestSpan;
    if (goesOn) kept[kept.length - 1] = { ...last, end: piece.end };
    else kept.push(piece);
    return kept;
  }, []);
}

function withMargins(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.map((piece, at) => {
    const before = pieces[at - 1];
    const after = pieces[at + 1];
    const room = (pause: number) => Math.floor(Math.min(margin, Math.max(0, pause / 2)));
    return {
      ...piece,
      start: piece.start - room(piece.start - (before?.end ?? 0)),
      end: piece.end + (after === undefined ? 0 : room(after.start - piece.end)),
    };
  });
}

function length({ start, end }: Span): number {
  return end - start;
}
