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

/** Five minutes of words with gaps of 120 ms and more, from a seed. */
function speech(seed: number, noise: number, longestPauseS: number) {
  let state = seed;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const heard = Float32Array.from({ length: 300_000 / windowMs }, () => noise * (0.8 + 0.4 * random()));
  const words: { readonly startMs: number; readonly endMs: number }[] = [];
  for (let at = 200; at < 299_000; ) {
    const endMs = at + 150 + Math.round(500 * random());
    words.push({ startMs: at, endMs });
    const loudness = 1200 + 4000 * random();
    for (let window = Math.floor(at / windowMs); window * windowMs < endMs; window += 1)
      heard[window] = (heard[window] ?? 0) + loudness * (0.5 + random());
    at = endMs + 120 + (random() < 0.15 ? Math.round(1000 * longestPauseS * random()) : 0);
  }
  return { heard, words };
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

  test('into as few pieces as it needs: not at a longer pause long before a piece is full', () => {
    const pauses = [
      [170_000, 176_000],
      [290_000, 291_000],
    ] as const;
    const ends = splitAtPauses(levels(580_000, pauses), bytesOf(300_000)).map(({ endMs }) => endMs);
    expect(ends).toEqual([290_500, 580_000]);
  });

  test('at a pause long before a piece is full, where its end has none', () => {
    const ends = splitAtPauses(levels(400_000, [[170_000, 176_000]]), bytesOf(300_000)).map(({ endMs }) => endMs);
    expect(ends).toEqual([173_000, 400_000]);
  });

  test('later where it has no pause so far, if a longer piece is allowed', () => {
    const loud = levels(200_000, [[130_000, 131_000]]).map((level, at) => level * (at % 3 === 0 ? 0.3 : 1));
    const pieces = splitAtPauses(loud, bytesOf(60_000), bytesOf(200_000));
    expect(pieces.map(({ endMs }) => endMs)).toEqual([130_500, 200_000]);
  });

  test.each([
    ['is silent between words', 0, 1.5],
    ['hums', 60, 1.5],
    ['is noisy', 400, 1.5],
    ['is of somebody who never pauses', 0, 0.2],
    ['is of somebody who never pauses, in noise', 300, 0.2],
  ])('between words and never within one, where the recording %s', (_, noise, longestPauseS) => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const { heard, words } = speech(seed, noise, longestPauseS);
      const most = bytesOf(20_000 + 1000 * seed);
      const [short, long] = [splitAtPauses(heard, most), splitAtPauses(heard, most, 2 * most)];
      expect(short.length).toBeGreaterThan(4);
      const cuts = [...short.slice(1), ...long.slice(1)].map(({ startMs }) => startMs);
      const lost = cuts.filter((cut) => words.some(({ startMs, endMs }) => startMs < cut && cut < endMs));
      expect({ seed, lost }).toEqual({ seed, lost: [] });
    }
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
