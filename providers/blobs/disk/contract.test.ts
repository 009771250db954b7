import { randomBytes } from 'node:crypto';
import { Blobs } from 'chronoscribe';
import { startProvider } from 'chronoscribe/testing';
import { createLogger } from '../../../core/api/logger.ts';
import { hostBlobs } from '../../../core/encryption/sealed-instance.ts';
import { createSealing } from '../../../core/encryption/sealing.ts';
import { blobsContract } from '../contract.ts';
import disk from './index.ts';

blobsContract('disk', async (folder) => {
  const { instance, stop } = await startProvider(Blobs, disk, { dataFolder: folder });
  return { blobs: instance, stop };
});

const key = randomBytes(32).toString('base64');
const sealing = createSealing({ key, previousKeys: [], temporaryFolder: 'temporary' });

blobsContract('disk, sealed', async (folder) => {
  const { instance, stop } = await startProvider(Blobs, disk, { dataFolder: folder });
  const { blobs, close } = await hostBlobs(instance, {
    sealing,
    dataFolder: folder,
    use: 'alone',
    log: createLogger('silent'),
  });
  return {
    blobs,
    async stop() {
      await close();
      await stop();
    },
  };
});
