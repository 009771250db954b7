import { wavHeader } from 'chronoscribe/kinds/transcriber';
import { describe, expect, test } from 'vitest';
import { mixed, monoOfWav } from './mix.ts';

const wave = Float32Array.from({ length: 1600 }, (_, at) => 0.5 * Math.sin(at / 8));
const other = Float32Array.from({ length: 1600 }, (_, at) => 0.5 * Math.sin(at / 3.1));
const silence = new Float32Array(1600);
const loudest = (sound: Float32Array) => sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
const mix = (left: Float32Array, right: Float32Array) => loudest(mixed(left, right, new Float32Array(left.length)));

describe('two channels', () => {
  test('are heard where they are the same, at their level', () => {
    expect(mix(wave, wave)).toBeCloseTo(0.5);
  });

  test('are heard where they cancel each other out, at their level', () => {
    expect(
      mix(
        wave,
        wave.map((sample) => -sample),
      ),
    ).toBeCloseTo(0.5);
  });

  test('are heard where one of them is silent, and where each has a voice of its own', () => {
    expect(mix(wave, silence)).toBeCloseTo(0.25);
    expect(mix(silence, wave)).toBeCloseTo(0.25);
    expect(mix(wave, other)).toBeGreaterThan(0.4);
  });

  test('of a WAV file are its first and its second, and are mixed', () => {
    const samples = Buffer.from(Int16Array.of(100, 300, -200, 0).buffer);
    const file = Buffer.concat([wavHeader(samples.length), samples]);
    file.writeUInt16LE(2, 22);
    const { sound, channels } = monoOfWav()(file);
    expect(channels).toEqual([Int16Array.of(100, -200), Int16Array.of(300, 0)]);
    expect([0, 2].map((at) => Buffer.from(sound).readInt16LE(at))).toEqual([200, -100]);
  });

  test.each([1, 2])('of a WAV file with %i give the same in pieces that end anywhere', (channels) => {
    const samples = Buffer.from(Int16Array.from({ length: 4000 }, (_, at) => at * 5 - 9000).buffer);
    const file = Buffer.concat([wavHeader(samples.length), samples]);
    file.writeUInt16LE(channels, 22);
    const { sound: whole } = monoOfWav()(file);
    const mono = monoOfWav();
    const pieces: Uint8Array[] = [];
    for (let at = 0, size = 1; at < file.length; at += size, size = (size * 7) % 997) {
      pieces.push(mono(file.subarray(at, at + size)).sound);
    }
    expect(whole).toHaveLength(8000 / channels);
    expect(Buffer.concat(pieces)).toEqual(Buffer.from(whole));
  });
});
