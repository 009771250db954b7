import { resolve } from 'node:path';
import { openTempFolder } from '../files/temp-folder.ts';
import type { Blobs } from '../kinds/blobs.ts';
import { proveKey, sealedBlobs } from './sealed-blobs.ts';
import type { HostSealing } from './sealing.ts';

/** What a host seals with, and where its files are. */
export interface EncryptingHost {
  readonly sealing: HostSealing | undefined;
  readonly dataFolder: string;
  readonly readOnly: boolean;
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
export async function hostBlobs(inner: Blobs, { sealing, dataFolder, readOnly }: EncryptingHost): Promise<HostBlobs> {
  await proveKey(inner, sealing?.ring, readOnly);
  if (sealing === undefined) return { blobs: inner, close: async () => {} };
  const folder = await openTempFolder(resolve(dataFolder, sealing.temporaryFolder));
  return { blobs: sealedBlobs(inner, sealing.ring, folder.path), close: folder.close };
}
