import { describe, expect, test } from 'vitest';
import { tone } from '../testing/sounds.ts';
import { resampler, soundAt16kHz } from './resampler.ts';

function resampled(sound: Float32Array, from: number, pieceLength = sound.length): Float32Array {
  const resample = resampler(from, 16_000);
  const pieces: Float32Array[] = [];
  for (let at = 0; at < sound.length; at += pieceLength)
    pieces.push(resample.add(sound.subarray(at, at + pieceLength)));
  return Float32Array.from([...pieces, resample.end()].flatMap((piece) => [...piece]));
}

/** Largest difference, away from the ends, where the tone begins and stops abruptly. */
function difference(a: Float32Array, b: Float32Array): number {
  return Math.max(...a.subarray(200, -200).map((value, i) => Math.abs(value - (b[i + 200] ?? 0))));
}

describe('changing the sample rate', () => {
  test.each([8000, 11_025, 22_050, 44_100, 48_000, 96_000])('keeps a tone of speech from %i Hz', (rate) => {
    const heard = resampled(tone(0.4, { rate, hertz: 1000 }), rate);
    expect(heard).toHaveLength(6400);
    expect(difference(heard, tone(0.4, { hertz: 1000 }))).toBeLessThan(0.001);
  });

  test('leaves nothing of a tone that 16 kHz cannot hold', () => {
    const heard = resampled(tone(0.5, { rate: 48_000, hertz: 10_000, level: 1 }), 48_000);
    expect(difference(heard, new Float32Array(8000))).toBeLessThan(0.001);
  });

  test('gives the same in pieces as in one', () => {
    const sound = tone(0.3, { rate: 44_100, hertz: 700 });
    const whole = resampled(sound, 44_100);
    for (const pieceLength of [1, 7, 1152, 5000]) expect(resampled(sound, 44_100, pieceLength)).toEqual(whole);
  });

  test('gives sound of 16 kHz back unchanged', () => {
    expect(resampled(tone(0.1), 16_000)).toEqual(tone(0.1));
  });

  test.each([0, 999, 44_100.5, 4_000_000_000])('refuses a rate of %d Hz, which only a damaged file claims', (rate) => {
    expect(() => resampler(rate, 16_000)).toThrow('not believable');
  });
});

const piece = (sampleRate: number, ...channels: number[][]) => ({
  channelData: channels.map((channel) => Float32Array.from(channel)),
  sampleRate,
});

describe('sound of 16 kHz and 16 bits', () => {
  test('keeps one channel and two as they are, and averages more', () => {
    expect([...soundAt16kHz().add(piece(16_000, [1, 0]))]).toEqual([32_767, 0]);
    expect([...soundAt16kHz().add(piece(16_000, [1, 0.5], [0, -0.5]))]).toEqual([32_767, 0, 16_384, -16_383]);
    expect([...soundAt16kHz().add(piece(16_000, [1, 0.5], [0, 0.5], [0.5, 0.5]))]).toEqual([16_384, 16_384]);
  });

  test('keeps the number of channels that it began with', () => {
    const stereo = soundAt16kHz();
    stereo.add(piece(16_000, [1], [0]));
    expect([...stereo.add(piece(16_000, [0.5]))]).toEqual([16_384, 16_384]);
    const mono = soundAt16kHz();
    mono.add(piece(16_000, [1]));
    expect([...mono.add(piece(16_000, [1], [0]))]).toEqual([16_384]);
  });

  test('cuts what is too loud and takes what is no number for silence', () => {
    expect([...soundAt16kHz().add(piece(16_000, [3, -3, Number.NaN]))]).toEqual([32_767, -32_768, 0]);
  });

  test('takes pieces without sound', () => {
    const sound = soundAt16kHz();
    expect(sound.add({ channelData: [], sampleRate: 0 })).toHaveLength(0);
    expect(sound.end()).toHaveLength(0);
  });

  test('follows a change of the sample rate on the way', () => {
    const sound = soundAt16kHz();
    const second = (rate: number) => piece(rate, new Array<number>(rate).fill(0.5));
    const lengths = [sound.add(second(48_000)), sound.add(second(8000)), sound.end()].map(({ length }) => length);
    expect(lengths.reduce((sum, length) => sum + length)).toBe(32_000);
  });
});
