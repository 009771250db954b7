import { type Loudness, windowBytes, windowMs } from './loudness.ts';

/** A part of a recording that is sent by itself; milliseconds from its start. */
export interface Piece {
  readonly startMs: number;
  readonly endMs: number;
}

/** A pause between two sentences lasts about this long. */
const pauseWindows = 500 / windowMs;
/** How far before the end of a full piece a pause is looked for. */
const searchWindows = 30_000 / windowMs;

/** Cuts a recording into pieces that hold at most `mostBytes` of sound each, where it is quietest shortly before. */
export function cut(levels: Loudness, mostBytes: number): readonly Piece[] {
  const most = Math.floor(mostBytes / windowBytes);
  const pieces: Piece[] = [];
  for (let start = 0; start < levels.length; ) {
    const isLast = levels.length - start <= most;
    const end = isLast
      ? levels.length
      : quietest(levels, start + most - Math.min(searchWindows, Math.floor(most / 2)), start + most);
    pieces.push({ startMs: start * windowMs, endMs: end * windowMs });
    start = end;
  }
  return pieces;
}

/** The middle of the quietest pause between two windows; of several the last, since long pieces are heard better. */
function quietest(levels: Loudness, from: number, to: number): number {
  let best = to;
  let least = Number.POSITIVE_INFINITY;
  for (let at = from; at + pauseWindows <= to; at += 1) {
    const loud = levels.subarray(at, at + pauseWindows).reduce((sum, level) => sum + level, 0);
    if (loud > least) continue;
    least = loud;
    best = at + pauseWindows / 2;
  }
  return best;
}
