import { join } from 'node:path';
import { Transcriber } from 'chronoscribe/kinds/transcriber';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { expectWordsOf } from '../contract.ts';
import { writeRecording } from '../testing/recording.ts';
import whisper from '../whisper/index.ts';
import { modelsOnDisk } from './testing/models.ts';
import { writeTinyTransducer } from './testing/tiny-transducer.ts';
import { writeTinyZipformer } from './testing/tiny-zipformer.ts';

const folder = await temporaryFolder();
const speech = await writeRecording(join(folder.path, 'speech.wav'), { durationMs: 6000, level: 9000 });
const model = join(folder.path, 'tiny');
await writeTinyTransducer(model);
afterAll(() => folder.remove());

async function transcribe(chosen: string, language?: string) {
  const { instance } = await startProvider(Transcriber, whisper, {
    with: { threads: 1, diarize: false, model: chosen },
    needs: { models: modelsOnDisk({ 'parakeet-tdt-0.6b-v3': model, 'silero-vad': model }) },
    dataFolder: folder.path,
  });
  return instance.transcribe(speech, { signal: new AbortController().signal, progress: () => {}, language });
}

describe('a recording for Parakeet', () => {
  test.each([
    ['the package', () => 'parakeet', 'parakeet-tdt-0.6b-v3'],
    ['a folder', () => model, 'tiny'],
  ])('becomes sentences with times, from the files of %s', async (_, chosen, name) => {
    expect(await transcribe(chosen())).toMatchObject({
      language: null,
      utterances: [
        { startMs: 0, endMs: expect.closeTo(640, -2), text: 'Good morning.' },
        { startMs: expect.closeTo(640, -2), text: 'Take 2.5 milligrams.' },
      ],
      engine: { model: name },
      warnings: [],
    });
  });

  test('keeps the times of its words, and how likely they are', async () => {
    const { utterances } = await transcribe('parakeet');
    for (const utterance of utterances) expectWordsOf(utterance, utterance.words ?? []);
    expect(utterances.map((each) => each.words?.map(({ text }) => text))).toEqual([
      ['Good', 'morning.'],
      ['Take', '2.5', 'milligrams.'],
    ]);
    const [good, morning] = utterances[0]?.words ?? [];
    expect([good?.startMs, good?.endMs, morning?.startMs]).toEqual([0, 320, 320]);
    expect(good?.confidence).toBeCloseTo(1);
  });

  test('keeps a language that the model knows, and refuses another', async () => {
    expect(await transcribe('parakeet', 'de-CH')).toMatchObject({ language: 'de-CH' });
    await expect(transcribe('parakeet', 'ja')).rejects.toMatchObject({
      code: 'provider-unavailable',
      detail: expect.stringMatching(/25 European languages, not ja.*model: turbo/),
    });
  });
});

test('a folder with a Zipformer is read as well', async () => {
  const own = join(folder.path, 'zipformer');
  await writeTinyZipformer(own, ['▁Take', '▁2', '.5', '▁milligrams.']);
  const words = ['Take', '2.5', 'milligrams.'].map((text) => ({ text, confidence: expect.any(Number) }));
  expect(await transcribe(own)).toMatchObject({ utterances: [{ text: 'Take 2.5 milligrams.', words }] });
});
