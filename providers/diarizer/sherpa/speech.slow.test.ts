import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import sherpa from 'sherpa-onnx-node';
import { afterAll, describe, expect, test } from 'vitest';
import { readTurns } from '../../transcriber/sherpa/testing/diarization-error.ts';
import { hasSharedData, sharedAudio, silero } from '../../transcriber/sherpa/testing/shared.ts';
import { writeTinyVoiceActivity } from '../../transcriber/sherpa/testing/tiny-voices.ts';
import { writeRecording } from '../../transcriber/testing/recording.ts';
import { findSpeech, longestSpan, openSamples, sampleRate } from './speech.ts';

const folder = await temporaryFolder();
await writeTinyVoiceActivity(folder.path);
afterAll(() => folder.remove());

/** The stretches of speech, in seconds. */
async function speechIn(path: string, model: string, progress: (fraction: number) => void = () => {}) {
  await using sound = await openSamples(path);
  const spans = await findSpeech(sherpa, sound, model, progress);
  return spans.map(({ start, end }) => [start / sampleRate, end / sampleRate] as const);
}

const loudness = () => join(folder.path, 'silero_vad.onnx');

describe('speech without end', () => {
  test('is cut into stretches that Whisper can hear, and nothing of it is lost', async () => {
    const { path } = await writeRecording(join(folder.path, 'endless.wav'), { durationMs: 100_000, level: 9000 });
    const spans = await speechIn(path, loudness());
    expect(spans.length).toBeGreaterThan(3);
    expect(spans.every(([start, end]) => end - start <= longestSpan / sampleRate)).toBe(true);
    expect(spans.slice(1).every(([start], at) => start === spans[at]?.[1])).toBe(true);
    expect([spans[0]?.[0], spans.at(-1)?.[1]]).toEqual([expect.closeTo(0, 0), expect.closeTo(100, 1)]);
  });
});

describe('a search', () => {
  test('tells how far it has come', async () => {
    const { path } = await writeRecording(join(folder.path, 'silence.wav'), { durationMs: 70_000, level: 0 });
    const fractions: number[] = [];
    expect(await speechIn(path, loudness(), (fraction) => fractions.push(fraction))).toEqual([]);
    expect(fractions).toEqual([expect.closeTo(0.457, 2), expect.closeTo(0.914, 2), 1]);
  });
});

describe.skipIf(!hasSharedData)('with Silero’s model', () => {
  test('finds all turns of a consultation, and hardly anything between them', async () => {
    const turns = readTurns(await readFile(join(sharedAudio, 'consult.rttm.txt'), 'utf8'));
    const spans = await speechIn(join(sharedAudio, 'consult.wav'), silero);
    for (const { start, end } of turns) {
      const within = spans.filter(([from, to]) => from < end && to > start);
      const heard = within.reduce((sum, [from, to]) => sum + Math.min(to, end) - Math.max(from, start), 0);
      expect(heard / (end - start)).toBeGreaterThan(0.75);
    }
    const outside = spans.filter(
      ([from, to]) => !turns.some(({ start, end }) => start - 0.2 <= from && to <= end + 0.2),
    );
    expect(outside).toEqual([]);
  });

  test('hears the pauses of a speech', async () => {
    const spans = await speechIn(join(sharedAudio, 'jfk.wav'), silero);
    expect(spans).toHaveLength(4);
  });

  test('takes neither silence nor a buzz for speech', async () => {
    const silence = await writeRecording(join(folder.path, 'quiet.wav'), { durationMs: 20_000, level: 0 });
    const buzz = await writeRecording(join(folder.path, 'buzz.wav'), { durationMs: 20_000, level: 9000 });
    expect(await speechIn(silence.path, silero)).toEqual([]);
    expect(await speechIn(buzz.path, silero)).toEqual([]);
  });
});
