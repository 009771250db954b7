import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transcriber } from 'chronoscribe/kinds/transcriber';
import { startProvider } from 'chronoscribe/testing';
import { describe, expect, test } from 'vitest';
import { packages } from '../sherpa/model-packages.ts';
import { diarizationError, readTurns } from '../sherpa/testing/diarization-error.ts';
import { modelsOnDisk } from '../sherpa/testing/models.ts';
import { hasSharedData, sharedAudio } from '../sherpa/testing/shared.ts';
import whisper from './index.ts';

/** A folder as `chronoscribe models pull` fills it, one folder for each model. */
const folder = process.env.CHRONOSCRIBE_TEST_MODELS;
const there = packages.filter(({ name }) => folder !== undefined && existsSync(join(folder, name)));
const has = (...names: readonly string[]) => names.every((name) => there.some((model) => model.name === name));

if (folder === undefined)
  console.warn('CHRONOSCRIBE_TEST_MODELS names no folder: the tests with real weights are skipped');

async function transcribe(file: string, durationMs: number, speakers?: number) {
  const models = modelsOnDisk(Object.fromEntries(there.map(({ name }) => [name, join(folder ?? '', name)])));
  const { instance, stop } = await startProvider(Transcriber, whisper, { needs: { models } });
  const recording = { path: join(sharedAudio, file), durationMs };
  const heard = instance.transcribe(recording, { speakers, signal: new AbortController().signal, progress: () => {} });
  return heard.finally(stop);
}

describe.skipIf(!hasSharedData || !has('whisper-tiny.en', 'silero-vad'))('with the weights of Whisper tiny.en', () => {
  test('a famous sentence is written down', async () => {
    const { utterances } = await transcribe('jfk.wav', 11_000);
    const text = utterances
      .map((each) => each.text)
      .join(' ')
      .toLowerCase()
      .replace(/[^a-z ]/g, '');
    expect(text).toContain('ask not what your country can do for you');
    expect(text).toContain('fellow americans');
  });

  test.skipIf(!has('pyannote-segmentation-3.0', 'titanet-small'))(
    'the turns of a consultation are told apart',
    async () => {
      const truth = readTurns(await readFile(join(sharedAudio, 'consult.rttm.txt'), 'utf8'));
      for (const speakers of [2, undefined]) {
        const { utterances } = await transcribe('consult.wav', 31_169, speakers);
        const found = utterances.map((each) => ({
          start: each.startMs / 1000,
          end: each.endMs / 1000,
          speaker: each.speaker ?? '',
        }));
        const error = diarizationError(truth, found);
        console.info(
          `diarization error, ${speakers ?? 'an unknown number of'} speakers: ${(error * 100).toFixed(1)} %`,
        );
        expect(error).toBeLessThan(0.3);
      }
    },
  );
});
