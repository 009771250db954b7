import { resolve } from 'node:path';
import type { Logger } from '../api/logger.ts';
import { openTempFolder } from '../files/temp-folder.ts';
import type { Blobs } from '../kinds/blobs.ts';
import { proveKey, type Use } from './rewrap.ts';
import { sealedBlobs } from './sealed-blobs.ts';
import type { HostSealing } from './sealing.ts';

/** What a host seals with, and where its files are. */
export interface EncryptingHost {
  readonly sealing: HostSealing | undefined;
  readonly dataFolder: string;
  readonly use: Use;
  readonly log: Logger;
}

interface HostBlobs {
  readonly blobs: Blobs;
  /** Deletes the files that programs read. */
  close(): Promise<void>;
}

/**
 * The blobs of a host: sealed if it encrypts, else those of the provider.
 *
 * @throws Error that names the key that is missing
 */
export async function hostBlobs(inner: Blobs, { sealing, dataFolder, use, log }: EncryptingHost): Promise<HostBlobs> {
  const files = await proveKey(inner, sealing?.ring, use);
  if (files > 0)
    log.info({ files, key: sealing?.ring.id }, 'files that a former key sealed are sealed with the new one');
  if (sealing === undefined) return { blobs: inner, close: async () => {} };
  const folder = await openTempFolder(resolve(dataFolder, sealing.temporaryFolder));
  return { blobs: sealedBlobs(inner, sealing.ring, folder.path), close: folder.close };
}
