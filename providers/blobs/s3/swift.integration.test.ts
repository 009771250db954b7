import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Blobs } from 'chronoscribe';
import { silentLog, startProvider, temporaryFolder } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { blobsContract } from '../contract.ts';
import { s3Blobs } from './blobs.ts';
import s3, { S3Settings } from './index.ts';
import { defaultLimits } from './requests.ts';
import { hasSwift, makeBucket, type Swift, startSwift } from './testing/swift.ts';

// It is a whole cluster in one process.
vi.setConfig({ testTimeout: 180_000 });

/** The smallest part that S3 takes. */
const limits = { ...defaultLimits, partBytes: 5 * 1024 * 1024 };

describe.skipIf(!hasSwift())('on OpenStack Swift, which apt-get install python3-swift installs', () => {
  let store: Swift;
  const buckets = new Map<string, string>();
  beforeAll(async () => {
    store = await startSwift();
  });
  afterAll(() => store.stop());

  /** Those of the bucket that belongs to a folder. */
  const settingsFor = async (folder: string) => {
    const bucket = buckets.get(folder) ?? `bucket-${buckets.size}`;
    if (!buckets.has(folder)) await makeBucket(store, bucket);
    buckets.set(folder, bucket);
    return S3Settings.parse({ bucket, endpoint: store.endpoint, ...store.key });
  };
  const freshFolder = async () => {
    const { path, remove } = await temporaryFolder();
    onTestFinished(remove);
    return path;
  };

  blobsContract(
    's3',
    async (folder) => {
      const blobs = await s3Blobs(await settingsFor(folder), {
        tempFolder: join(folder, 'scratch'),
        log: silentLog,
        limits,
      });
      return { blobs, stop: () => blobs.stop() };
    },
    { largeBytes: 6_000_000 },
  );

  test('two hosts share a bucket, and a blob of several pieces of the usual size is read as it was written', async () => {
    const settings = await settingsFor(await freshFolder());
    const [one, two] = [
      await startProvider(Blobs, s3, { with: settings }),
      await startProvider(Blobs, s3, { with: settings }),
    ];
    const content = randomBytes(20_000_000);
    async function* source() {
      for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536);
    }
    await one.instance.write('runs/1/audio.wav', source());
    expect(Buffer.concat(await Array.fromAsync(two.instance.read('runs/1/audio.wav'))).equals(content)).toBe(true);
    await expect.poll(() => one.health()).toMatchObject({ status: 'ok' });
    await one.stop();
    await two.stop();
  });

  test.each([
    ['a wrong secret', { secretAccessKey: 'wrong' }, 'refuses the keys'],
    ['an unknown key', { accessKeyId: 'clinic:nobody' }, 'refuses the keys'],
    ['a missing bucket', { bucket: 'nowhere' }, 'does not exist'],
    ['a wrong region', { region: 'eu-west-1' }, 'belongs to another region, us-east-1'],
  ])('%s is named', async (_, changed, expected) => {
    const settings = { ...(await settingsFor(await freshFolder())), ...changed };
    const { instance, health, stop } = await startProvider(Blobs, s3, { with: settings });
    await expect(Array.fromAsync(instance.read('note'))).rejects.toMatchObject({
      code: 'provider-unavailable',
      detail: expect.stringContaining(expected),
    });
    expect(await health()).toMatchObject({ status: 'failed', detail: expect.stringContaining(expected) });
    await stop();
  });
});
