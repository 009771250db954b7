import type { Kind } from '../api/kind.ts';
import { Archive } from '../kinds/archive.ts';
import { Blobs } from '../kinds/blobs.ts';
import { Store } from '../kinds/store.ts';
import { type EncryptingHost, hostBlobs } from './host-blobs.ts';
import { sealedArchive } from './sealed-archive.ts';
import { sealedStore } from './sealed-store.ts';

interface SealedInstance {
  readonly instance: unknown;
  /** Deletes its temporary files. */
  close(): Promise<void>;
}

/**
 * What a provider answers for a kind, sealed if the installation encrypts what it keeps.
 *
 * @throws Error that names the key that is missing
 */
export async function sealedInstance(
  { id }: Kind<unknown>,
  instance: unknown,
  host: EncryptingHost,
): Promise<SealedInstance> {
  // The boundary where types are given back: an instance is of its kind.
  if (id === Blobs.id) {
    const { blobs, close } = await hostBlobs(instance as Blobs, host);
    return { instance: blobs, close };
  }
  const close = async () => {};
  const { sealing, use } = host;
  if (sealing === undefined) return { instance, close };
  if (id === Store.id) return { instance: sealedStore(instance as Store, sealing.ring, use), close };
  if (id === Archive.id) return { instance: sealedArchive(instance as Archive, sealing.ring), close };
  return { instance, close };
}
