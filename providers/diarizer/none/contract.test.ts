import { join } from 'node:path';
import { Diarizer } from 'chronoscribe/kinds/diarizer';
import { startProvider } from 'chronoscribe/testing';
import { expect, test } from 'vitest';
import { diarizerContract } from '../contract.ts';
import none from './index.ts';

const speech = { path: join(import.meta.dirname, 'nothing.wav'), durationMs: 1000 };
const start = () => startProvider(Diarizer, none);

diarizerContract('none', async () => {
  const { instance, stop } = await start();
  return { diarizer: instance, speech, close: stop };
});

test('nobody is told apart', async () => {
  const { instance } = await start();
  expect(await instance.diarize(speech, { signal: new AbortController().signal, progress: () => {} })).toEqual([]);
});
