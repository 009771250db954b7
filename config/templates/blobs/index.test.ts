import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Blobs } from 'chronoscribe';
import { blobsContract } from 'chronoscribe/contracts/blobs';
import { startProvider } from 'chronoscribe/testing';
import { expect, test } from 'vitest';
import provider from './index.ts';

blobsContract('__NAME__', async (dataFolder) => {
  const { instance, stop } = await startProvider(Blobs, provider, { dataFolder });
  return { blobs: instance, stop };
});

test('stores a blob under a readable file name', async () => {
  const { instance, dataFolder, stop } = await startProvider(Blobs, provider);
  await instance.write('runs/1/audio.wav', sound());
  expect(await readdir(join(dataFolder, '__NAME__'))).toContain('runs~1~audio.wav');
  await stop();
});

async function* sound(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('sound');
}
