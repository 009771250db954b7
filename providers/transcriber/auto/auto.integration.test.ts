import { mkdir, rename, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { Problem } from 'chronoscribe';
import { type TranscribeOptions, Transcriber } from 'chronoscribe/kinds/transcriber';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { installWhisperCli } from '../../../test/doubles/whisper-cli.ts';
import { modelsOnDisk } from '../sherpa/testing/models.ts';
import { tinyModelsOnDisk } from '../sherpa/testing/tiny-models.ts';
import { writeRecording } from '../testing/recording.ts';
import auto from './index.ts';

const folder = await temporaryFolder();
const speech = await writeRecording(join(folder.path, 'speech.wav'), { durationMs: 5000, level: 9000 });
afterAll(() => folder.remove());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const options = (language?: string): TranscribeOptions => ({
  language,
  progress: () => {},
  signal: new AbortController().signal,
});
const startAuto = (models = modelsOnDisk({})) =>
  startProvider(Transcriber, auto, { needs: { models }, dataFolder: folder.path });

describe('auto', () => {
  test('with no recogniser installed and no network, says exactly what to fetch, to install or to configure', async () => {
    vi.stubEnv('PATH', join(folder.path, 'nothing'));
    const { instance, health } = await startAuto();
    await expect(instance.transcribe(speech, options())).rejects.toMatchObject({
      code: 'provider-unavailable',
      status: 503,
      transient: false,
      detail: expect.stringMatching(/`chronoscribe models pull whisper-tiny\.en`.*use: assemblyai/),
    });
    expect(await health()).toEqual({
      status: 'degraded',
      detail: expect.stringContaining('fetched with the first recording'),
      hint: expect.stringMatching(/`chronoscribe models pull whisper-tiny\.en silero-vad .*use: assemblyai/),
    });
  });

  test('prefers Whisper where its models are there, without a warning', async () => {
    await installWhisperCli(join(folder.path, 'beside'));
    vi.stubEnv('PATH', [join(folder.path, 'beside'), '/usr/bin', '/bin'].join(delimiter));
    const { instance, health } = await startAuto(await tinyModelsOnDisk(join(folder.path, 'ready')));
    expect(await health()).toEqual({ status: 'ok', detail: 'The recogniser is whisper (tiny.en).' });
    const heard = await instance.transcribe(speech, options());
    expect(heard.utterances.map(({ text }) => text)).toEqual(['Good morning doctor.', 'I have a cough.']);
    expect(heard.engine).toMatchObject({ provider: 'auto', model: 'whisper-tiny.en' });
    expect(heard.warnings.join()).not.toContain('Nobody chose');
  });

  test('fetches Whisper where nothing else is ready', async () => {
    vi.stubEnv('PATH', join(folder.path, 'nothing'));
    const tiny = await tinyModelsOnDisk(join(folder.path, 'fetched'));
    const models = modelsOnDisk({}, async (model) => {
      const state = await tiny.state(model);
      if (state.status !== 'ready') throw new Problem('provider-unavailable', { detail: 'not found' });
      return state.folder;
    });
    const { instance } = await startAuto(models);
    const heard = await instance.transcribe(speech, options());
    expect(heard.utterances).toHaveLength(2);
    // Who needs models for voices is told by what tells voices apart.
    expect(heard.warnings).toEqual([]);
  });

  test('passes over a recogniser whose model is missing', async () => {
    await installWhisperCli(join(folder.path, 'no-model'));
    vi.stubEnv('PATH', join(folder.path, 'no-model'));
    const { instance } = await startAuto();
    await expect(instance.transcribe(speech, options())).rejects.toMatchObject({ code: 'provider-unavailable' });
  });

  test('prefers whisper.cpp where its own model is there, and finds it without a restart', async () => {
    const { instance, health } = await startAuto();
    const bin = join(folder.path, 'bin');
    vi.stubEnv('PATH', [bin, '/usr/bin', '/bin'].join(delimiter));
    vi.spyOn(process, 'cwd').mockReturnValue(folder.path);
    await mkdir(join(folder.path, 'models'));
    await rename(await installWhisperCli(bin), join(folder.path, 'models', 'ggml-base.en.bin'));

    expect(await health()).toEqual({ status: 'ok', detail: 'The recogniser is whisper-cli.' });
    const heard = await instance.transcribe(speech, options());
    expect(heard.utterances.map(({ text }) => text)).toEqual(['And so my fellow Americans,', 'ask not']);
    expect(heard.engine).toEqual({ provider: 'auto', model: 'ggml-base.en', version: null });
    expect(heard.warnings.join()).toContain('Nobody chose the recogniser whisper-cli');
  });

  test('never picks pocketsphinx, though it is installed, and says how to name it', async () => {
    const prefix = join(folder.path, 'debian');
    await mkdir(join(prefix, 'bin'), { recursive: true });
    await mkdir(join(prefix, 'share/pocketsphinx/model/en-us'), { recursive: true });
    await writeFile(join(prefix, 'bin/pocketsphinx_continuous'), '#!/bin/sh\necho gibberish\n', { mode: 0o755 });
    vi.stubEnv('PATH', join(prefix, 'bin'));
    const { instance, health } = await startAuto();
    const howToName = expect.stringContaining('`transcriber: { use: command, with: { preset: pocketsphinx } }`');
    await expect(instance.transcribe(speech, options())).rejects.toMatchObject({
      code: 'provider-unavailable',
      detail: howToName,
    });
    expect(await health()).toMatchObject({ status: 'degraded', hint: howToName });
  });

  test('has no settings', () => {
    expect(auto.config.safeParse({ model: 'tiny' }).success).toBe(false);
  });
});
