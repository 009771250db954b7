import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Recording, Transcriber } from 'chronoscribe/kinds/transcriber';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeRecording } from '../testing/recording.ts';
import whisper from '../whisper/index.ts';
import { modelsOnDisk } from './testing/models.ts';
import { type TinyScript, writeTinyTransducer } from './testing/tiny-transducer.ts';
import { writeTinyZipformer } from './testing/tiny-zipformer.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let speech: Recording;
let model: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  speech = await writeRecording(join(folder.path, 'speech.wav'), { durationMs: 6000, level: 9000 });
  model = join(folder.path, 'tiny');
  await writeTinyTransducer(model);
});
afterAll(() => folder.remove());

async function transcribe(chosen: string, language?: string, vocabulary: readonly string[] = []) {
  const { instance } = await startProvider(Transcriber, whisper, {
    with: { threads: 1, diarize: false, model: chosen, vocabulary },
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

  test('keeps a language that the model knows, and refuses another', async () => {
    expect(await transcribe('parakeet', 'de-CH')).toMatchObject({ language: 'de-CH' });
    await expect(transcribe('parakeet', 'ja')).rejects.toMatchObject({
      code: 'provider-unavailable',
      detail: expect.stringMatching(/25 European languages, not ja.*model: turbo/),
    });
  });
});

const misheard: TinyScript = {
  pieces: ['▁Take', '▁met', '▁for', '▁men,', '▁not', '▁more.'],
  nearly: { from: 1, to: 4, pieces: ['▁metfor', 'min'] },
};

describe('words to expect', () => {
  test.each([
    ['Parakeet', writeTinyTransducer],
    ['Zipformer', writeTinyZipformer],
  ])('are heard by %s where it nearly hears them, with the marks of what they replace', async (name, write) => {
    const own = join(folder.path, name);
    await write(own, misheard);
    const heard = async (...words: readonly string[]) =>
      (await transcribe(own, undefined, words)).utterances.map(({ text }) => text);
    expect(await heard()).toEqual(['Take met for men, not more.']);
    expect(await heard('apixaban')).toEqual(['Take met for men, not more.']);
    expect(await heard('metformin', 'apixaban')).toEqual(['Take metformin, not more.']);
    expect(await heard('$medicines')).toEqual(['Take metformin, not more.']);
  });

  test('are written in capitals by a model that knows no others', async () => {
    const own = join(folder.path, 'capitals');
    const capitals = (pieces: readonly string[]) => pieces.map((piece) => piece.toUpperCase());
    await writeTinyZipformer(own, {
      pieces: capitals(misheard.pieces),
      nearly: { from: 1, to: 4, pieces: capitals(['▁metfor', 'min']) },
    });
    await writeFile(
      join(own, 'tokens.txt'),
      (await readFile(join(own, 'tokens.txt'), 'utf8')).toUpperCase().replace('<BLK>', '<blk>'),
    );
    const { utterances } = await transcribe(own, undefined, ['metformin']);
    expect(utterances).toMatchObject([{ text: 'TAKE METFORMIN, NOT MORE.' }]);
  });

  test('are cut into pieces by the vocabulary that comes with a model', async () => {
    const own = join(folder.path, 'with-vocabulary');
    await writeTinyZipformer(own, misheard);
    await writeFile(
      join(own, 'bpe.vocab'),
      ['▁metfor', 'min', ...'▁metforin'].map((piece) => `${piece}\t-1\n`).join(''),
    );
    expect(await transcribe(own, undefined, ['metformin'])).toMatchObject({
      utterances: [{ text: 'Take metformin, not more.' }],
    });
  });
});
