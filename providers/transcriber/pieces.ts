import { createReadStream } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import type { Passage } from './passages.ts';
import type { Recording } from './transcriber.ts';
import { bytesPerSample, findSamples, type SampleRange, samplesPerSecond, wavHeader } from './wav.ts';

export const bytesPerMs = (samplesPerSecond * bytesPerSample) / 1000;

/** The position of the samples in the recording at `path`, see `findSamples`. */
export async function sampleRangeOf(path: string): Promise<SampleRange> {
  await using file = await open(path);
  return await findSamples(file);
}

/** What the path of a recording and those of its parts begin with. */
export function stemOf(path: string): string {
  return path.replace(/(-part-\d+)*(\.wav)?$/, '');
}

/**
 * A part of a recording as a recording of its own, which is deleted when it is disposed of. It stands beside the whole:
 * what has such a name is deleted later if this process is killed.
 */
export async function openPart(path: string, passage: Passage): Promise<Recording & AsyncDisposable> {
  const own = path.replace(/(\.wav)?$/, `-part-${passage.startMs}.wav`);
  await using unfinished = new AsyncDisposableStack();
  unfinished.defer(() => rm(own, { force: true }));
  const durationMs = await writePart(path, own, passage);
  const written = unfinished.move();
  return { path: own, durationMs, [Symbol.asyncDispose]: () => written.disposeAsync() };
}

async function writePart(path: string, own: string, { startMs, endMs }: Passage): Promise<number> {
  await using file = await open(path);
  const { begin, bytes } = await findSamples(file);
  const sound = Buffer.alloc(Math.max(0, Math.min(endMs * bytesPerMs, bytes) - startMs * bytesPerMs));
  await file.read(sound, 0, sound.length, begin + startMs * bytesPerMs);
  await writeFile(own, Buffer.concat([wavHeader(sound.length), sound]), { flag: 'wx', mode: 0o600 });
  return Math.floor(sound.length / bytesPerMs);
}

/** The level of each window of a recording. */
export type Loudness = Float32Array;

export const windowMs = 50;
export const windowBytes = windowMs * bytesPerMs;

/** −60 dBFS: speech is inaudible if no window reaches it. */
export const silentLevel = 32_768 / 1000;

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

/** The shortest pause between two sentences that is cut in while a longer piece is allowed. */
const pauseWindows = 300 / windowMs;

/**
 * The end of a full piece in which it is cut: half a minute, as much as Whisper hears at once. Each piece ends with a
 * window that is not full, so the fewer pieces there are, the less is recognised in vain.
 */
const endWindows = 30_000 / windowMs;

/**
 * Splits a recording into pieces of at most `mostBytes` each, at the longest pause in the end of a full piece.
 * A piece without a pause there is longer, up to `longestBytes`; without a pause up to there either, it is cut at the
 * longest pause in its second half. A cut within a word would lose it.
 */
export function splitAtPauses(
  levels: Loudness,
  mostBytes: number,
  longestBytes: number = mostBytes,
): readonly Passage[] {
  const most = Math.floor(mostBytes / windowBytes);
  const longest = Math.max(most, Math.floor(longestBytes / windowBytes));
  const pieces: Passage[] = [];
  for (let start = 0; start < levels.length; ) {
    const end = endOfPiece(levels, start, most, longest);
    pieces.push({ startMs: start * windowMs, endMs: end * windowMs });
    start = end;
  }
  return pieces;
}

/** All in windows. */
function endOfPiece(levels: Loudness, start: number, most: number, longest: number): number {
  const half = start + Math.ceil(most / 2);
  const from = Math.max(half, start + most - endWindows);
  for (let to = start + most; to < levels.length; to = Math.min(to + most, start + longest)) {
    // Half a minute alone may be all speech: what is quiet is told from more.
    const quiet = quietLevel(levels.subarray(half, to));
    const pause = longestPause(levels, from, to, quiet);
    if (pause.length >= pauseWindows) return pause.at;
    // A short piece costs less than a cut within a word.
    if (to === start + longest) return longestPause(levels, half, to, quiet).at;
  }
  return levels.length;
}

/**
 * The longest run of quiet windows between two, and its middle. Of several the last, because long pieces are recognised
 * better.
 */
function longestPause(levels: Loudness, from: number, to: number, quiet: number) {
  let longest = { at: to, length: 0 };
  let length = 0;
  for (let window = from; window < to; window += 1) {
    length = (levels[window] ?? 0) <= quiet ? length + 1 : 0;
    if (length > 0 && length >= longest.length) longest = { at: window + 1 - Math.ceil(length / 2), length };
  }
  return longest;
}

/** What is hardly louder than the background, which a twentieth of speech is at least: there are gaps between words. */
function quietLevel(levels: Loudness): number {
  const background = levels.toSorted()[Math.floor(levels.length / 20)] ?? 0;
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  return Math.max(silentLevel, Math.min(2 * background, (background + mean) / 2));
}
