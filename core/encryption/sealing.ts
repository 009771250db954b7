import type { Sealing } from '../api/provider.ts';
import type { HostSettings } from '../config/host-settings.ts';
import { createKeyRing, type KeyRing } from './key-ring.ts';
import { isSealed, open, seal } from './sealed-bytes.ts';
import { openJson, sealJson } from './sealed-document.ts';

/** What the host itself does with it besides. */
export interface HostSealing extends Sealing {
  readonly ring: KeyRing;
  /** The folder of files that programs read, from the data folder if relative. */
  readonly temporaryFolder: string;
  sealBackup(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

const backup = 'The backup';

/** @param settings `encryption` of the configuration; undefined without a key */
export function createSealing(settings: HostSettings['encryption']): HostSealing | undefined {
  const { key, previousKeys, temporaryFolder } = settings;
  if (key === null) return undefined;
  const ring = createKeyRing([key, ...previousKeys]);
  return {
    ...{ ring, temporaryFolder },
    sealJson: (json) => sealJson(ring, json),
    openJson: (saved) => openJson(ring, saved),
    sealBackup: (bytes) => seal(ring, backup, bytes),
  };
}

/** The bytes of a backup file, opened if it is sealed. @throws Error if its key is not known */
export async function* openBackup(
  sealing: HostSealing | undefined,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]();
  const first = await source.next();
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      for (let chunk = first; chunk.done !== true; chunk = await source.next()) yield chunk.value;
    } finally {
      await source.return?.();
    }
  }
  if (first.done === true || !isSealed(first.value)) return yield* all();
  if (sealing === undefined)
    throw new Error('The file is sealed. Set encryption.key to the key that it was sealed with.');
  yield* open(sealing.ring, backup, all());
}
