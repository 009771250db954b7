import { Blobs } from 'chronoscribe';
import { startProvider } from 'chronoscribe/testing';
import { blobsContract } from '../contract.ts';
import disk from './index.ts';

blobsContract('disk', async (folder) => {
  const { instance, stop } = await startProvider(Blobs, disk, { dataFolder: folder });
  return { blobs: instance, stop };
});
