import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { bytesPerSample, findSamples, type SampleRange, samplesPerSecond } from './wav.ts';

export const bytesPerMs = (samplesPerSecond * bytesPerSample) / 1000;

/** The position of the samples in the recording at `path`, see `findSamples`. */
export async function sampleRangeOf(path: string): Promise<SampleRange> {
  await using file = await open(path);
  return await findSamples(file);
}

/** The level of each window of a recording. */
export type Loudness = Float32Array;

export const windowMs = 50;
export const windowBytes = windowMs * bytesPerMs;

/** −60 dBFS: speech is inaudible if no window reaches it. */
const silentLevel = 32_768 / 1000;

/**
 * The root mean square of each window, 0 to 32768; the last window may be shorter. The file is read once, piece by
 * piece.
 */
export async function loudnessOf(path: string, { begin, bytes }: SampleRange, signal: AbortSignal): Promise<Loudness> {
  const levels = new Float32Array(Math.ceil(bytes / windowBytes));
  if (bytes === 0) return levels;
  let window = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of createReadStream(path, {
    start: begin,
    end: begin + bytes - 1,
    signal,
    highWaterMark: 2 ** 18,
  })) {
    const held = Buffer.concat([rest, piece]);
    const whole = held.length - (held.length % windowBytes);
    for (let at = 0; at < whole; at += windowBytes) levels[window++] = level(held.subarray(at, at + windowBytes));
    rest = held.subarray(whole);
  }
  if (rest.length > 1) levels[window] = level(rest);
  return levels;
}

function level(samples: Buffer): number {
  const count = Math.floor(samples.length / 2);
  let sum = 0;
  for (let at = 0; at < count; at += 1) sum += samples.readInt16LE(at * 2) ** 2;
  return Math.sqrt(sum / count);
}

/** Whether a stretch of the recording is silent; times in milliseconds. */
export function isSilent(levels: Loudness, startMs: number, endMs: number): boolean {
  const first = Math.floor(startMs / windowMs);
  const last = Math.max(first + 1, Math.ceil(endMs / windowMs));
  return levels.subarray(first, last).every((each) => each < silentLevel);
}

/** A part of a recording that is sent on its own; milliseconds from the start of the recording. */
export interface Piece {
  readonly startMs: number;
  readonly endMs: number;
}

/** The usual length of a pause between two sentences. */
const pauseWindows = 500 / windowMs;
/** How far before the end of a full piece a pause is searched. */
const searchWindows = 30_000 / windowMs;

/** Splits a recording into pieces of at most `mostBytes` each, at the quietest pause before the limit. */
export function splitAtPauses(levels: Loudness, mostBytes: number): readonly Piece[] {
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

/**
 * The middle of the quietest pause between two windows. Of several the last, because long pieces are recognised better.
 */
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
