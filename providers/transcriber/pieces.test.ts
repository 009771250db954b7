import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loudnessOf, sampleRangeOf, splitAtPauses, windowBytes, windowMs } from './pieces.ts';

const consultation = resolve(import.meta.dirname, '../../../shared/data/audio/consult.wav');
const isThere = existsSync(consultation);
if (!isThere) console.warn(`${consultation} is absent: the tests that need it are skipped`);

/** Levels of a recording that is loud but for pauses, given in milliseconds. */
function levels(durationMs: number, pauses: readonly (readonly [startMs: number, endMs: number])[] = []): Float32Array {
  const all = new Float32Array(durationMs / windowMs).fill(3000);
  for (const [startMs, endMs] of pauses) all.fill(5, startMs / windowMs, endMs / windowMs);
  return all;
}

const bytesOf = (ms: number) => (ms / windowMs) * windowBytes;

describe('a recording is cut', () => {
  test('not at all where it fits', () => {
    expect(splitAtPauses(levels(60_000), bytesOf(60_000))).toEqual([{ startMs: 0, endMs: 60_000 }]);
    expect(splitAtPauses(levels(0), bytesOf(60_000))).toEqual([]);
  });

  test('in the middle of a pause, the last one that leaves a piece small enough', () => {
    const pauses = [
      [40_000, 41_000],
      [52_000, 53_000],
      [65_000, 66_000],
    ] as const;
    const [first, second] = splitAtPauses(levels(100_000, pauses), bytesOf(60_000));
    expect(first?.endMs).toBeGreaterThan(52_000);
    expect(first?.endMs).toBeLessThan(53_000);
    expect(second).toEqual({ startMs: first?.endMs, endMs: 100_000 });
  });

  test('without a gap, and never longer than it may be, where there is no pause', () => {
    const pieces = splitAtPauses(levels(200_000), bytesOf(60_000));
    expect(pieces.map(({ startMs }) => startMs)).toEqual([0, ...pieces.slice(0, -1).map(({ endMs }) => endMs)]);
    expect(pieces.at(-1)?.endMs).toBe(200_000);
    expect(pieces.every(({ startMs, endMs }) => endMs - startMs <= 60_000)).toBe(true);
  });

  test.skipIf(!isThere)('where two people pause, in a real one', async () => {
    const heard = await loudnessOf(consultation, await sampleRangeOf(consultation), new AbortController().signal);
    const pieces = splitAtPauses(heard, 300_000);
    expect(pieces).toHaveLength(4);
    const mean = (some: Float32Array) => some.reduce((sum, level) => sum + level, 0) / some.length;
    for (const { endMs } of pieces.slice(0, -1)) {
      const around = heard.subarray((endMs - 150) / windowMs, (endMs + 150) / windowMs);
      expect(mean(around)).toBeLessThan(mean(heard) / 10);
    }
  });
});
