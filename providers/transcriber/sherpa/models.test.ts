import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import type { ModelPackage } from 'chronoscribe/types';
import { afterAll, describe, expect, test } from 'vitest';
import { healthOf, isReady } from './health.ts';
import { packages, whisperSettings } from './model-packages.ts';
import { prepareModels, selectModels } from './models.ts';
import { modelsOnDisk } from './testing/models.ts';

const folder = await temporaryFolder();
afterAll(() => folder.remove());

/** Puts files with the names of a model's into a folder of its own, as the host's store of models does. */
async function put({ name, files }: Pick<ModelPackage, 'name' | 'files'>): Promise<string> {
  const own = join(folder.path, name);
  await mkdir(own, { recursive: true });
  for (const file of files) await writeFile(join(own, file), 'weights');
  return own;
}

async function onDisk(...names: readonly string[]) {
  const wanted = packages.filter(({ name }) => names.includes(name));
  return Object.fromEntries(await Promise.all(wanted.map(async (each) => [each.name, await put(each)] as const)));
}

const everything = ['whisper-tiny.en', 'silero-vad', 'pyannote-segmentation-3.0', 'titanet-small'] as const;
const essential = ['whisper-tiny.en', 'silero-vad'] as const;
const settings = (more: object = {}) => whisperSettings.parse(more);

async function prepared(
  models: ReturnType<typeof modelsOnDisk>,
  more: object = {},
  progress: (fraction: number) => void = () => {},
) {
  const chosen = settings(more);
  const download = chosen.autoDownload;
  return prepareModels(models, await selectModels(chosen), chosen, {
    download,
    downloadOptional: download,
    signal: new AbortController().signal,
    progress,
  });
}

describe('models', () => {
  test('are found in the folders where the host keeps them', async () => {
    const { files, missing, bytes } = await prepared(modelsOnDisk(await onDisk(...everything)));
    expect(files).toEqual({
      encoder: join(folder.path, 'whisper-tiny.en/tiny.en-encoder.int8.onnx'),
      decoder: join(folder.path, 'whisper-tiny.en/tiny.en-decoder.int8.onnx'),
      tokens: join(folder.path, 'whisper-tiny.en/tiny.en-tokens.txt'),
      joiner: null,
      voiceActivity: join(folder.path, 'silero-vad/silero_vad.onnx'),
      segmentation: join(folder.path, 'pyannote-segmentation-3.0/model.onnx'),
      embedding: join(folder.path, 'titanet-small/nemo_en_titanet_small.onnx'),
    });
    expect({ missing, bytes }).toEqual({ missing: [], bytes: 6 * 'weights'.length });
  });

  test('of a transducer have a joiner, and other languages than English', async () => {
    const selection = await selectModels(settings({ model: 'parakeet' }));
    expect(selection).toMatchObject({ name: 'parakeet-tdt-0.6b-v3', transducer: true, englishOnly: false });
    const { files } = await prepared(modelsOnDisk({}, put), { model: 'parakeet' });
    expect(files.joiner).toBe(join(folder.path, 'parakeet-tdt-0.6b-v3/joiner.int8.onnx'));
  });

  test('are fetched where they are absent, with progress by size', async () => {
    const progress: number[] = [];
    const { files } = await prepared(modelsOnDisk({}, put), {}, (fraction) => progress.push(fraction));
    expect(files.encoder).toContain('whisper-tiny.en');
    expect(progress).toEqual(progress.toSorted((one, other) => one - other));
    expect(progress.at(-1)).toBeCloseTo(1);
  });

  test('that are absent and must not be fetched are named with the command that fetches them all', async () => {
    const outcome = prepared(modelsOnDisk(await onDisk('silero-vad')), { autoDownload: false });
    await expect(outcome).rejects.toMatchObject({
      code: 'provider-unavailable',
      status: 503,
      detail: expect.stringContaining(
        '`chronoscribe models pull whisper-tiny.en pyannote-segmentation-3.0 titanet-small`',
      ),
    });
  });

  test('for voices are done without where they cannot be had', async () => {
    const { files, missing } = await prepared(modelsOnDisk(await onDisk(...essential)));
    expect(files).toMatchObject({ segmentation: null, embedding: null });
    expect(missing.map(({ name }) => name)).toEqual(['pyannote-segmentation-3.0', 'titanet-small']);
  });

  test('for voices are not asked for where voices are not to be told apart', async () => {
    const { files, missing } = await prepared(modelsOnDisk(await onDisk(...everything)), { diarize: false });
    expect(files).toMatchObject({ segmentation: null, embedding: null });
    expect(missing).toEqual([]);
  });
});

describe('a folder of one’s own', () => {
  const ownFolder = (name: string, ...files: readonly string[]) => put({ name, files });
  const whisper = ['my.en-encoder.onnx', 'my.en-encoder.int8.onnx', 'my.en-decoder.int8.onnx', 'my.en-tokens.txt'];

  test('brings Whisper, and what it lacks is taken from the host’s', async () => {
    const model = await ownFolder('own', ...whisper);
    const { files } = await prepared(modelsOnDisk(await onDisk(...everything)), { model });
    expect(files).toMatchObject({
      encoder: join(model, 'my.en-encoder.int8.onnx'),
      voiceActivity: expect.stringContaining('silero-vad'),
    });
    expect(await selectModels(settings({ model }))).toMatchObject({ name: 'own', englishOnly: true });
  });

  test('that brings a model of voices needs none of the host’s', async () => {
    const model = await ownFolder('whole', ...whisper, 'silero_vad.onnx', 'embedding.onnx');
    const { files } = await prepared(modelsOnDisk({}), { model, autoDownload: false });
    expect(files).toMatchObject({ segmentation: null, embedding: join(model, 'embedding.onnx') });
  });

  test.each([
    ['is absent', 'nowhere/at/all', 'ENOENT'],
    ['has no decoder', './', 'decoder'],
  ])('that %s is a problem that says what is needed', async (_, path, named) => {
    const model = path === './' ? await ownFolder('half', 'encoder.onnx') : path;
    await expect(selectModels(settings({ model }))).rejects.toMatchObject({
      code: 'provider-unavailable',
      detail: expect.stringMatching(new RegExp(`${named}.*…decoder….onnx`)),
    });
    expect(await isReady(settings({ model }), modelsOnDisk({}))).toBe(false);
  });
});

describe('health', () => {
  const health = async (names: readonly string[], more: object = {}) =>
    healthOf(settings(more), modelsOnDisk(await onDisk(...names)));

  test('is ok where all models are here', async () => {
    expect(await health(everything)).toEqual({ status: 'ok', detail: 'The model is whisper-tiny.en.' });
  });

  test('is degraded where a model is absent, with the command that fetches it', async () => {
    expect(await health(['silero-vad', 'pyannote-segmentation-3.0', 'titanet-small'])).toEqual({
      status: 'degraded',
      detail:
        'Models of the speech recogniser are not on this machine: whisper-tiny.en. They are fetched with the first recording.',
      hint: 'Run `chronoscribe models pull whisper-tiny.en`.',
    });
    expect((await health([], { autoDownload: false })).detail).not.toContain('first recording');
  });

  test('is ok without the models for voices, and says so', async () => {
    expect(await health(essential)).toEqual({
      status: 'ok',
      detail: expect.stringContaining('not told apart'),
      hint: 'Run `chronoscribe models pull pyannote-segmentation-3.0 titanet-small`.',
    });
  });

  test('is degraded where the folder is wrong', async () => {
    expect(await health(everything, { model: './nowhere' })).toMatchObject({
      status: 'degraded',
      hint: expect.stringContaining('`model`'),
    });
  });
});

describe('the settings', () => {
  test('take the name of a model or the path of a folder, and no other word', () => {
    expect(whisperSettings.safeParse({ model: 'base.en' }).success).toBe(true);
    expect(whisperSettings.safeParse({ model: './mine' }).success).toBe(true);
    expect(whisperSettings.safeParse({ model: 'large' }).error?.issues[0]?.message).toContain(
      'tiny.en, base.en, small',
    );
  });
});
