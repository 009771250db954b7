import { rm, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Blobs, Health, Logger } from 'chronoscribe';
import { checkedName } from '../name.ts';
import { openScratch } from '../scratch.ts';
import { openBucket } from './bucket.ts';
import { openClient, storeName } from './client.ts';
import { bucketHealth } from './health.ts';
import { type Limits, usualLimits } from './limits.ts';
import type { S3Settings } from './settings.ts';
import { keepSwept } from './sweep.ts';
import { write } from './write.ts';

export interface S3Blobs extends Blobs {
  health(): Promise<Health>;
  stop(): Promise<void>;
}

export interface S3BlobsOptions {
  /** Folder of this machine for what `withFile` lends. */
  readonly scratchFolder: string;
  readonly log: Logger;
  readonly limits?: Limits;
}

/**
 * Blobs as objects of a bucket, under their own names. The store is not asked before something is needed of it: a host starts without it, and says so in its
 * health.
 */
export async function s3Blobs(
  settings: S3Settings,
  { scratchFolder, log, limits = usualLimits }: S3BlobsOptions,
): Promise<S3Blobs> {
  const client = await openClient(settings);
  const store = storeName(settings);
  const bucket = openBucket(client, settings.bucket, store, limits);
  const scratch = await openScratch(scratchFolder);
  const stopSweeping = keepSwept(bucket, log);

  return {
    async write(name, source, { signal } = {}) {
      checkedName(name);
      signal?.throwIfAborted();
      return write(bucket, name, source, { limits, log, signal });
    },
    async *read(name) {
      yield* bucket.read(checkedName(name));
    },
    async withFile(name, use) {
      // Programs look at the end of a name.
      const lent = `${scratch.path()}${extname(checkedName(name))}`;
      try {
        await writeFile(lent, bucket.read(name), { flag: 'wx', mode: 0o600 });
        return await use(lent);
      } finally {
        await rm(lent, { force: true });
      }
    },
    async delete(name) {
      await bucket.delete(checkedName(name));
    },
    list: (prefix) => bucket.list(prefix),
    health: bucketHealth(client, settings.bucket, store),
    async stop() {
      await stopSweeping();
      client.destroy();
      await scratch.close();
    },
  };
}
