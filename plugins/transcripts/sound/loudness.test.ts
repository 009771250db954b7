import { describe, expect, test } from 'vitest';
import { tone } from '../testing/sounds.ts';
import { type Loudness, loudnessMeter, loudnessWarnings } from './loudness.ts';

function measured(sound: Float32Array, pieceBytes = 4096): Loudness {
  const samples = Int16Array.from(sound, (value) => Math.max(-32_768, Math.min(32_767, Math.round(value * 32_767))));
  const bytes = new Uint8Array(samples.buffer);
  const meter = loudnessMeter();
  for (let at = 0; at < bytes.length; at += pieceBytes) meter.add(bytes.subarray(at, at + pieceBytes));
  return meter.result();
}

describe('measuring loudness', () => {
  test('tells peak, average and length of a tone', () => {
    const { samples, peak, average, clipped } = measured(tone(1, { level: 0.5 }));
    expect(samples).toBe(16_000);
    expect(peak).toBeCloseTo(-6, 1);
    expect(average).toBeCloseTo(-9, 1);
    expect(clipped).toBe(0);
  });

  test('does not mind pieces that end inside a sample', () => {
    expect(measured(tone(0.1), 3)).toEqual(measured(tone(0.1)));
  });
});

describe('judging loudness', () => {
  test('finds nothing to say of good sound', () => {
    expect(loudnessWarnings(measured(tone(1)))).toEqual([]);
  });

  test('warns of sound that is very quiet, and says how quiet', () => {
    expect(loudnessWarnings(measured(tone(1, { level: 0.004 })))).toEqual([
      expect.stringMatching(/very quiet \(-51 dBFS/),
    ]);
  });

  test('warns of clipped sound, and says how much of it', () => {
    expect(loudnessWarnings(measured(tone(1, { level: 1.2 })))).toEqual([
      expect.stringMatching(/distorted \(\d+\.\d % of it/),
    ]);
  });

  test.each([
    ['silence', new Float32Array(16_000)],
    ['a hiss below -60 dBFS', tone(1, { level: 0.0008 })],
    ['nothing', new Float32Array(0)],
  ])('refuses %s: nobody speaks', (_, sound) => {
    expect(() => loudnessWarnings(measured(sound))).toThrow(
      expect.objectContaining({ code: 'no-speech', status: 422 }),
    );
  });
});
