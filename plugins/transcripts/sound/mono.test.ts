import { describe, expect, test } from 'vitest';
import { monoAt16kHz } from './mono.ts';

const piece = (sampleRate: number, ...channels: number[][]) => ({
  channelData: channels.map((channel) => Float32Array.from(channel)),
  sampleRate,
});

describe('mixing to one channel of 16 bits', () => {
  test('averages the channels', () => {
    expect([...monoAt16kHz().add(piece(16_000, [1, 0.5, 0], [1, -0.5, 1]))]).toEqual([32_767, 0, 16_384]);
  });

  test('cuts what is too loud and takes what is no number for silence', () => {
    expect([...monoAt16kHz().add(piece(16_000, [3, -3, Number.NaN]))]).toEqual([32_767, -32_768, 0]);
  });

  test('takes pieces without sound', () => {
    const sound = monoAt16kHz();
    expect(sound.add({ channelData: [], sampleRate: 0 })).toHaveLength(0);
    expect(sound.end()).toHaveLength(0);
  });

  test('follows a change of the sample rate on the way', () => {
    const sound = monoAt16kHz();
    const second = (rate: number) => piece(rate, new Array<number>(rate).fill(0.5));
    const lengths = [sound.add(second(48_000)), sound.add(second(8000)), sound.end()].map(({ length }) => length);
    expect(lengths.reduce((sum, length) => sum + length)).toBe(32_000);
  });
});
