import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Blobs } from 'chronoscribe';
import { silentLog, startProvider } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe } from 'vitest';
import { type S3Double, startS3 } from '../../../test/doubles/s3.ts';
import { blobsContract } from '../contract.ts';
import { s3Blobs } from './blobs.ts';
import s3, { S3Settings } from './index.ts';
import { defaultLimits } from './requests.ts';

/** A bucket for each folder. */
const bucketOf = (folder: string) => createHash('sha256').update(folder).digest('hex').slice(0, 20);
/** The smallest part that S3 takes. */
const small = { ...defaultLimits, partBytes: 5 * 1024 * 1024 };

describe('on a double of S3', () => {
  let store: S3Double;
  beforeAll(async () => {
    store = await startS3();
  });
  afterAll(() => store.stop());

  const settingsFor = (folder: string) => {
    const bucket = bucketOf(folder);
    if (!store.hasBucket(bucket)) store.makeBucket(bucket);
    return { bucket, endpoint: store.url, ...store.key };
  };

  blobsContract('s3', async (folder) => {
    const { instance, stop } = await startProvider(Blobs, s3, { dataFolder: folder, with: settingsFor(folder) });
    return { blobs: instance, stop };
  });

  blobsContract(
    's3 in several parts',
    async (folder) => {
      const settings = S3Settings.parse(settingsFor(folder));
      const blobs = await s3Blobs(settings, { tempFolder: join(folder, 'scratch'), log: silentLog, limits: small });
      return { blobs, stop: () => blobs.stop() };
    },
    { largeBytes: 6_000_000 },
  );
});
