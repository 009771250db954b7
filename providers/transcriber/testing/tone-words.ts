import { writeFile } from 'node:fs/promises';
import type { Recording } from 'chronoscribe/kinds/transcriber';
import { samplesPerSecond, wavHeader } from '../wav.ts';

/** A word in place of a spoken one: a tone by whose pitch it is known. */
export interface ToneWord {
  /** From 0. */
  readonly number: number;
  readonly startMs: number;
  readonly endMs: number;
}

const lowestHz = 200;
const stepHz = 20;
const samplesPerMs = samplesPerSecond / 1000;

/** Writes a recording of words, silent between them. */
export async function writeToneWords(path: string, durationMs: number, words: readonly ToneWord[]): Promise<Recording> {
  const samples = new Int16Array(durationMs * samplesPerMs);
  for (const { number, startMs, endMs } of words) {
    for (let at = startMs * samplesPerMs; at < endMs * samplesPerMs; at += 1) {
      // Half a sample off, so that no sample is zero for long.
      const turn = ((at + 0.5) * (lowestHz + number * stepHz)) / samplesPerSecond;
      samples[at] = 9000 * Math.sin(2 * Math.PI * turn);
    }
  }
  const sound = Buffer.from(samples.buffer);
  await writeFile(path, Buffer.concat([wavHeader(sound.length), sound]));
  return { path, durationMs };
}

/** The word that a stretch of samples is: `w12`. */
export function toneWordIn(samples: Buffer): string {
  let crossings = 0;
  let before = 0;
  for (let at = 0; at + 1 < samples.length; at += 2) {
    const sample = samples.readInt16LE(at);
    if (before < 0 && sample >= 0) crossings += 1;
    before = sample;
  }
  const hertz = (crossings * samplesPerSecond) / (samples.length / 2);
  return `w${Math.round((hertz - lowestHz) / stepHz)}`;
}
