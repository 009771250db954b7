import { appendFile, copyFile, mkdir, readdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { embeddingPackage, roleOf, segmentationPackage, voiceActivityPackage } from 'chronoscribe/voices';
import { afterAll, expect, test } from 'vitest';
import { importModel } from '../../../core/models/models.ts';
import { speechPackages } from './model-packages.ts';
import { modelsInFolder } from './models.ts';
import { hasSharedData, silero } from './testing/shared.ts';
import { writeTinyModels } from './testing/tiny-models.ts';
import { writeTinyTransducer } from './testing/tiny-transducer.ts';
import { writeTinyEmbedding, writeTinySegmentation } from './testing/tiny-voices.ts';
import { writeTinyZipformer } from './testing/tiny-zipformer.ts';

const at = (...names: readonly string[]) => join(folder.path, ...names);
const never = new AbortController().signal;

const folder = await temporaryFolder();
await writeTinyModels(at('whisper'));
await writeTinyTransducer(at('nemo'));
for (const name of ['zipformer', 'voices']) await mkdir(at(name));
await writeTinyZipformer(at('zipformer'), ['▁yes', '▁no']);
await writeTinyEmbedding(at('voices'));
await writeTinySegmentation(at('voices'));
// Names that tell nothing.
await mkdir(at('nameless'));
for (const [index, name] of (await readdir(at('whisper'))).entries())
  await copyFile(at('whisper', name), at('nameless', `${index}${name.slice(name.lastIndexOf('.'))}`));
afterAll(() => folder.remove());

test.each([
  ['whisper', ['voiceActivity', 'whisper-decoder', 'whisper-encoder', 'tokens']],
  ['nemo', ['voiceActivity', 'transducer-decoder', 'transducer-encoder', 'joiner', 'tokens']],
  ['zipformer', ['voiceActivity', 'transducer-decoder', 'transducer-encoder', 'joiner', 'tokens']],
  ['voices', ['embedding', 'segmentation']],
] as const)('what the files of %s are for is told by their content', async (name, roles) => {
  const found = await Promise.all((await readdir(at(name))).map((file) => roleOf(at(name, file))));
  expect(found.filter((role) => role !== null).toSorted()).toEqual([...roles].toSorted());
});

test.skipIf(!hasSharedData)('Silero’s own file is one that detects speech', async () => {
  expect(await roleOf(silero)).toBe('voiceActivity');
});

test('a file that is cut off, of another kind or empty is for nothing', async () => {
  await copyFile(at('whisper', 'tiny-encoder.onnx'), at('cut.onnx'));
  await truncate(at('cut.onnx'), 200);
  await writeFile(at('page.onnx'), '<!doctype html><title>Not found</title>');
  await writeFile(at('empty.onnx'), '');
  await writeFile(at('README.txt'), 'How to use this model: see below.\n');
  const roles = ['cut.onnx', 'page.onnx', 'empty.onnx', 'README.txt'].map((name) => roleOf(at(name)));
  expect(await Promise.all(roles)).toEqual([null, null, null, null]);
});

test('a folder whose names tell nothing is a model all the same', async () => {
  const { encoder, decoder, tokens, joiner, voiceActivity } = await modelsInFolder(at('nameless'));
  expect(await Promise.all([encoder, decoder, tokens].map(roleOf))).toEqual([
    'whisper-encoder',
    'whisper-decoder',
    'tokens',
  ]);
  expect(joiner).toBe(null);
  expect(voiceActivity).not.toBe(null);
});

test.each([
  ['of another size', speechPackages['tiny.en'], 'whisper'],
  ['with names that tell nothing', speechPackages.small, 'nameless'],
  ['that is a transducer', speechPackages.parakeet, 'nemo'],
  ['for changes of voices', segmentationPackage, 'voices'],
  ['for voices', embeddingPackage, 'voices'],
  ['for speech', voiceActivityPackage, 'whisper'],
  ['in one file', voiceActivityPackage, 'whisper/silero_vad.onnx'],
  ['out of its archive', segmentationPackage, 'voices/segmentation.onnx'],
])('a model %s is imported under the names that its provider looks for', async (_, model, source) => {
  const imported = await importModel(model, at(source), at('models'), never);
  expect(imported.verified).toBe(false);
  expect((await readdir(imported.folder)).toSorted()).toEqual([...model.files, 'model.json'].toSorted());
});

test('of a folder with weights of both precisions the smaller ones are taken', async () => {
  await mkdir(at('both'));
  for (const name of await readdir(at('whisper'))) await copyFile(at('whisper', name), at('both', name));
  await copyFile(at('whisper', 'tiny-encoder.onnx'), at('both', 'large.onnx'));
  // An unknown field of a protocol buffer.
  const more = Buffer.alloc(1000);
  await appendFile(at('both', 'large.onnx'), Buffer.concat([Buffer.from([0xfa, 0x01, 0xe8, 0x07]), more]));
  expect(await roleOf(at('both', 'large.onnx'))).toBe('whisper-encoder');
  const identify = speechPackages.small.identify;
  const files = (await readdir(at('both'))).map((name) => at('both', name));
  expect((await identify?.(files))?.[0]).toBe(at('both', 'tiny-encoder.onnx'));
});

test('a model that lacks a file is refused with what it lacks', async () => {
  const refused = importModel(speechPackages.small, at('voices'), at('models'), never);
  await expect(refused).rejects.toThrow('no file in it is fit for small-encoder.int8.onnx');
});
