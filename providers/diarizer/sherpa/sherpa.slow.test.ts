import { cp, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from 'chronoscribe';
import { Diarizer } from 'chronoscribe/kinds/diarizer';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { childrenRunning } from '../../../core/child-process/testing/running.ts';
import { modelsOnDisk } from '../../transcriber/sherpa/testing/models.ts';
import {
  writeTinyEmbedding,
  writeTinySegmentation,
  writeTinyVoiceActivity,
} from '../../transcriber/sherpa/testing/tiny-voices.ts';
import { writeRecording } from '../../transcriber/testing/recording.ts';
import { diarizerContract } from '../contract.ts';
import sherpa from './index.ts';

const folder = await temporaryFolder();
const models = await tinyModels('models');
const speech = await writeRecording(join(folder.path, 'speech.wav'), { durationMs: 30_000, level: 9000 });
afterAll(() => folder.remove());

/** Models made by hand, under the names of the real ones. */
async function tinyModels(name: string): Promise<string> {
  const { path } = folder;
  await Promise.all([writeTinyVoiceActivity, writeTinySegmentation, writeTinyEmbedding].map((write) => write(path)));
  const target = join(path, name);
  await cp(join(path, 'silero_vad.onnx'), join(target, 'silero_vad.onnx'));
  await cp(join(path, 'segmentation.onnx'), join(target, 'model.onnx'));
  await cp(join(path, 'embedding.onnx'), join(target, 'nemo_en_titanet_small.onnx'));
  return target;
}

const names = ['silero-vad', 'pyannote-segmentation-3.0', 'titanet-small'];
const start = (path: string, installed = names) =>
  startProvider(Diarizer, sherpa, {
    with: { threads: 1 },
    needs: { models: modelsOnDisk(Object.fromEntries(installed.map((name) => [name, path]))) },
    dataFolder: folder.path,
  });
const options = (signal = new AbortController().signal) => ({ signal, progress: () => {} });
const running = () => childrenRunning('diarizer-child.');

diarizerContract('sherpa', async () => {
  const { instance, stop } = await start(await tinyModels('contract'));
  const recording = await writeRecording(join(folder.path, 'contract.wav'), { durationMs: 6000, level: 9000 });
  return { diarizer: instance, speech: recording, close: stop };
});

describe('telling voices apart on this machine', () => {
  test('finds the one voice of a recording', async () => {
    const { instance } = await start(models);
    const turns = await instance.diarize(speech, options());
    expect(new Set(turns.map(({ speaker }) => speaker))).toEqual(new Set(['Speaker 1']));
    expect(turns.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)).toBeGreaterThan(25_000);
    expect(await running()).toEqual([]);
  });

  test('finds nobody where nobody speaks', async () => {
    const { instance } = await start(models);
    const silence = await writeRecording(join(folder.path, 'silence.wav'), { durationMs: 3000, level: 0 });
    expect(await instance.diarize(silence, options())).toEqual([]);
  });

  test('stops when it is told to, gives that as the reason and leaves nothing running', async () => {
    const { instance } = await start(models);
    const control = new AbortController();
    const reason = new Error('the user cancelled');
    const long = await writeRecording(join(folder.path, 'long.wav'), { durationMs: 1_200_000, level: 9000 });
    const outcome = instance.diarize(long, options(control.signal)).catch((thrown: unknown) => thrown);
    await vi.waitFor(async () => expect(await running()).not.toEqual([]), { timeout: 20_000, interval: 5 });
    control.abort(reason);
    expect(await outcome).toBe(reason);
    expect(await running()).toEqual([]);
  });

  test('without models is a problem with the command that fetches those that lack, and downloads nothing', async () => {
    const { instance, health } = await start(models, ['silero-vad']);
    const command = '`chronoscribe models pull pyannote-segmentation-3.0 titanet-small`';
    await expect(instance.diarize(speech, options())).rejects.toMatchObject({
      code: 'provider-unavailable',
      detail: expect.stringContaining(command),
    });
    expect(await health()).toMatchObject({ status: 'ok', hint: expect.stringContaining(command) });
    expect(await (await start(models)).health()).toMatchObject({ status: 'ok' });
  });

  test('with a damaged model says how to find it, and the host lives on', async () => {
    const damaged = await tinyModels('damaged');
    await truncate(join(damaged, 'nemo_en_titanet_small.onnx'), 100);
    const thrown = await (await start(damaged)).instance.diarize(speech, options()).catch((reason: unknown) => reason);
    expect(thrown).toBeInstanceOf(Problem);
    expect(thrown).toMatchObject({
      code: 'provider-failed',
      detail: expect.stringMatching(/crashed.*`chronoscribe models verify`/),
    });
  });

  test('rejects when the recording is gone', async () => {
    const { instance } = await start(models);
    await expect(instance.diarize({ ...speech, path: join(folder.path, 'gone.wav') }, options())).rejects.toThrow();
  });
});
