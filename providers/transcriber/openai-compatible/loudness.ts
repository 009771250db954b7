import { createReadStream } from 'node:fs';
import type { SoundPlace } from '../wav.ts';
import { bytesPerMs } from './sound-place.ts';

/** How loud a recording is, window after window. */
export type Loudness = Float32Array;

export const windowMs = 50;
export const windowBytes = windowMs * bytesPerMs;

/** −60 dB of full scale: speech that no window of reaches it cannot be heard. */
const silentLevel = 32_768 / 1000;

/** The root mean square of each window, 0 to 32768; the last one may be shorter. Reads the file once, piece by piece. */
export async function loudnessOf(path: string, { begin, bytes }: SoundPlace, signal: AbortSignal): Promise<Loudness> {
  const levels = new Float32Array(Math.ceil(bytes / windowBytes));
  if (bytes === 0) return levels;
  let window = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of createReadStream(path, { start: begin, end: begin + bytes - 1, signal, highWaterMark: 2 ** 18 })) {
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

/** Whether there is nothing to be heard between two times, in milliseconds. */
export function isSilent(levels: Loudness, startMs: number, endMs: number): boolean {
  const first = Math.floor(startMs / windowMs);
  const last = Math.max(first + 1, Math.ceil(endMs / windowMs));
  return levels.subarray(first, last).every((each) => each < silentLevel);
}
