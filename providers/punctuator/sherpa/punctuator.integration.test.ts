import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PunctuateOptions, Punctuator, type SaidText } from 'chronoscribe/kinds/punctuator';
import { type StartedProvider, startProvider, temporaryFolder } from 'chronoscribe/testing';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { modelsOnDisk } from '../../transcriber/sherpa/testing/models.ts';
import { punctuatorContract } from '../contract.ts';
import sherpa from './index.ts';
import { writeTinyPunctuation } from './testing/tiny-punctuation.ts';

const running: StartedProvider<Punctuator>[] = [];

const folder = await temporaryFolder();
const model = await writeTinyPunctuation(join(folder.path, 'model'), {
  do: { letters: 'capital' },
  pain: { mark: '?' },
  no: { letters: 'capital', mark: ',' },
  not: { mark: '.' },
  i: { letters: 'upper' },
  mri: { letters: 'upper' },
});
afterEach(async () => {
  for (const provider of running.splice(0)) await provider.stop();
});
afterAll(() => folder.remove());

async function start(installed: Readonly<Record<string, string>>, settings: object = {}) {
  const provider = await startProvider(Punctuator, sherpa, {
    with: settings,
    needs: { models: modelsOnDisk(installed) },
  });
  running.push(provider);
  return provider;
}

punctuatorContract('sherpa', async () => {
  const { instance, stop } = await startProvider(Punctuator, sherpa, {
    needs: { models: modelsOnDisk({ 'punctuation-en': model }) },
  });
  return { punctuator: instance, close: stop };
});

const said = (...turns: readonly (readonly [speaker: string, text: string])[]): SaidText[] =>
  turns.map(([speaker, text]) => ({ speaker, text }));
const visit = said(
  ['Speaker 1', 'do you'],
  ['Speaker 1', 'have any pain'],
  ['Speaker 2', 'no i do not'],
  ['Speaker 1', 'the mri  of 2024 was not'],
);
const options = (more: Partial<PunctuateOptions> = {}): PunctuateOptions => ({
  ...{ language: 'en-GB', from: 'recording', signal: new AbortController().signal },
  ...more,
});

describe('a transcript without punctuation', () => {
  test('gets the marks and capitals of the model, each segment its own words', async () => {
    const { instance, health } = await start({ 'punctuation-en': model });
    expect(await instance.punctuate(visit, options())).toEqual([
      'Do you',
      'have any pain?',
      'No, I Do not.',
      'the MRI of 2024 was not.',
    ]);
    expect(await health()).toEqual({ status: 'ok', detail: 'The model is punctuation-en.' });
  });

  test('stays as it is without the model, which is never fetched unasked, and doctor says how to have it', async () => {
    const { instance, health } = await start({});
    expect(await instance.punctuate(visit, options())).toBeNull();
    expect(await health()).toMatchObject({
      status: 'ok',
      hint: expect.stringContaining('`chronoscribe models pull punctuation-en`'),
    });
  });

  test('stays as it is in a language that the model does not know, or that is not known', async () => {
    const { instance } = await start({ 'punctuation-en': model });
    expect(await instance.punctuate(visit, options({ language: 'de' }))).toBeNull();
    expect(await instance.punctuate(visit, options({ language: null }))).toBeNull();
  });

  test('that was uploaded is punctuated only where that is chosen', async () => {
    const upload = options({ from: 'upload' });
    expect(await (await start({ 'punctuation-en': model })).instance.punctuate(visit, upload)).toBeNull();
    const { instance } = await start({ 'punctuation-en': model }, { uploads: true });
    expect(await instance.punctuate(visit, upload)).toContain('No, I Do not.');
  });

  test('and a model that is damaged: says which and how to mend it, and the host lives on', async () => {
    const damaged = await writeTinyPunctuation(join(folder.path, 'damaged'), {});
    await rm(join(damaged, 'model.int8.onnx'));
    await writeFile(join(damaged, 'model.int8.onnx'), 'no weights');
    const { instance } = await start({ 'punctuation-en': damaged });
    await expect(instance.punctuate(visit, options())).rejects.toMatchObject({
      code: 'provider-failed',
      detail: expect.stringMatching(/punctuation-en could not.*chronoscribe models pull punctuation-en/),
    });
  });
});
