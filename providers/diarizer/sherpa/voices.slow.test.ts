import { execFile } from 'node:child_process';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from 'chronoscribe/testing';
import sherpa from 'sherpa-onnx-node';
import { afterAll, describe, expect, test } from 'vitest';
import { findProgram } from '../../transcriber/programs/program.ts';
import { piecesOf } from '../../transcriber/sherpa/pieces.ts';
import { diarizationError, readTurns, type TimedSpeaker } from '../../transcriber/sherpa/testing/diarization-error.ts';
import { hasSharedData, sharedAudio, silero } from '../../transcriber/sherpa/testing/shared.ts';
import { writeTinyEmbedding, writeTinySegmentation } from '../../transcriber/sherpa/testing/tiny-voices.ts';
import { writeRecording } from '../../transcriber/testing/recording.ts';
import { findSpeech, openSamples, sampleRate } from './speech.ts';
import { voiceFinder } from './voices.ts';

const folder = await temporaryFolder();
await writeTinyEmbedding(folder.path);
await writeTinySegmentation(folder.path);
afterAll(() => folder.remove());

const ffmpeg = await findProgram('ffmpeg');

/**
 * Who was heard to speak when, with Silero's detector and a fixture for an embedding, one voice for each stretch of
 * speech.
 */
async function speakersIn(path: string, speakers: number): Promise<readonly TimedSpeaker[]> {
  await using sound = await openSamples(path);
  const speech = await findSpeech(sherpa, sound, silero, () => {});
  const finder = voiceFinder(
    sherpa,
    { segmentation: null, embedding: join(folder.path, 'embedding.onnx') },
    1,
    () => {},
  );
  const turns = await finder.findTurns(sound, speech, speakers, () => {});
  return piecesOf(speech, turns).map(({ start, end, speaker }) => ({
    start: start / sampleRate,
    end: end / sampleRate,
    speaker: String(speaker),
  }));
}

describe.skipIf(!hasSharedData)('two voices of a consultation', () => {
  test('are told apart at every turn', async () => {
    const truth = readTurns(await readFile(join(sharedAudio, 'consult.rttm.txt'), 'utf8'));
    const found = await speakersIn(join(sharedAudio, 'consult.wav'), 2);
    const turnOf = ({ start, end }: TimedSpeaker) =>
      truth.findIndex((turn) => turn.start < (start + end) / 2 && (start + end) / 2 < turn.end);
    const byTurn = Map.groupBy(found, turnOf);
    const names = truth.map((_, turn) => [...new Set(byTurn.get(turn)?.map(({ speaker }) => speaker))].join('+'));
    expect(names).toEqual(['0', '1', '0', '1', '0', '1', '0', '1']);
    console.info(
      `diarization error of a fixture on consult.wav: ${(diarizationError(truth, found) * 100).toFixed(1)} %`,
    );
  });
});

describe.skipIf(!hasSharedData || ffmpeg === null)('two readers of LibriSpeech in turn', () => {
  test('are told apart for most of the time, even by a fixture', async () => {
    const clips = [0, 1, 2, 3].flatMap((number) => [`1688-142285-000${number}`, `1998-15444-000${number}`]);
    const truth: TimedSpeaker[] = [];
    const pieces: Buffer[] = [];
    let at = 0;
    for (const clip of clips) {
      const sound = await decoded(join(sharedAudio, 'librispeech', `${clip}.flac`));
      const length = sound.length / 2 / sampleRate;
      truth.push({ start: at, end: at + length, speaker: clip.split('-')[0] ?? '' });
      pieces.push(sound);
      at += length;
    }
    const path = await written('librispeech.wav', Buffer.concat(pieces));
    const error = diarizationError(truth, await speakersIn(path, 2));
    console.info(`diarization error of a fixture on LibriSpeech: ${(error * 100).toFixed(1)} %`);
    // Who guesses errs in half; what is silent within a clip counts as missed.
    expect(error).toBeLessThan(0.35);
  });
});

describe('with a segmentation model', () => {
  test('turns come from it, and what two blocks have in common is one voice', async () => {
    const { path } = await writeRecording(join(folder.path, 'long.wav'), { durationMs: 250_000, level: 9000 });
    await using sound = await openSamples(path);
    const speech = Array.from({ length: 10 }, (_, at) => ({
      start: at * 25 * sampleRate,
      end: (at * 25 + 24) * sampleRate,
    }));
    const files = {
      segmentation: join(folder.path, 'segmentation.onnx'),
      embedding: join(folder.path, 'embedding.onnx'),
    };
    const loaded: string[] = [];
    const progress: number[] = [];
    const finder = voiceFinder(sherpa, files, 1, (part) => loaded.push(part));
    const turns = await finder.findTurns(sound, speech, null, (fraction) => progress.push(fraction));
    expect(loaded).toEqual(['embedding', 'segmentation']);
    expect(progress).toHaveLength(3);
    expect(new Set(turns.map(({ speaker }) => speaker))).toEqual(new Set([0]));
    const spoken = turns.reduce((sum, { start, end }) => sum + end - start, 0) / sampleRate;
    expect(spoken).toBeGreaterThan(230);
    expect(turns.at(-1)?.end).toBeLessThanOrEqual(250 * sampleRate);
  });
});

/** Samples of 16 bits. */
async function decoded(path: string): Promise<Buffer> {
  const args = ['-v', 'error', '-i', path, '-f', 's16le', '-ac', '1', '-ar', String(sampleRate), '-'];
  const { stdout } = await promisify(execFile)(ffmpeg ?? '', args, { encoding: 'buffer', maxBuffer: 2 ** 26 });
  return stdout;
}

async function written(name: string, samples: Buffer): Promise<string> {
  const { path } = await writeRecording(join(folder.path, name), { durationMs: 0, level: 0 });
  await appendFile(path, samples);
  return path;
}
