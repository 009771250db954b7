import { resolve } from 'node:path';
import type { Kind } from '../api/kind.ts';
import type { Logger } from '../api/logger.ts';
import { openTempFolder } from '../files/temp-folder.ts';
import { Blobs } from '../kinds/blobs.ts';
import { Archive, type ArchiveEntry, Store } from '../kinds/store.ts';
import type { KeyRing } from './key-ring.ts';
import { proveKey, type Use } from './rewrap.ts';
import { sealedBlobs } from './sealed-blobs.ts';
import { OpenDocument, openDocument, StoredDocument, sealDocument } from './sealed-document.ts';
import { sealedCollections, sealedStore } from './sealed-store.ts';
import type { HostSealing } from './sealing.ts';

/**
 * What a provider answers for a kind, sealed if the installation encrypts what it keeps.
 *
 * @throws Error that names the key that is missing
 */
export async function sealedInstance({ id }: Kind<unknown>, instance: unknown, host: EncryptingHost) {
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

/** What a host seals with, and where its files are. */
export interface EncryptingHost {
  readonly sealing: HostSealing | undefined;
  readonly dataFolder: string;
  readonly use: Use;
  readonly log: Logger;
}

/**
 * The blobs of a host: sealed if it encrypts, else those of the provider.
 *
 * @throws Error that names the key that is missing
 */
export async function hostBlobs(inner: Blobs, { sealing, dataFolder, use, log }: EncryptingHost) {
  const files = await proveKey(inner, sealing?.ring, use);
  if (files > 0)
    log.info({ files, key: sealing?.ring.id }, 'files that a former key sealed are sealed with the new one');
  if (sealing === undefined) return { blobs: inner, close: async () => {} };
  const folder = await openTempFolder(resolve(dataFolder, sealing.temporaryFolder));
  return {
    blobs: sealedBlobs(inner, sealing.ring, folder.path),
    /** Deletes the files that programs read. */ close: folder.close,
  };
}

const documents = 'documents/';
const ownSection = `${documents}${sealedCollections.name}`;

/**
 * The content of a sealed store, open: a backup is sealed as a whole, and another installation seals it with a key of its
 * own. What is filled in is sealed but for its ids; fields by which it is found follow when its collection is prepared.
 */
export function sealedArchive(inner: Archive, ring: KeyRing): Archive {
  return {
    async *entries() {
      for await (const entry of inner.entries()) {
        if (entry.section === ownSection) continue;
        yield change(entry, (document) => openDocument(ring, StoredDocument.parse(document)));
      }
    },
    fill: (entries) => inner.fill(sealed(entries, ring)),
  };
}

async function* sealed(entries: AsyncIterable<ArchiveEntry>, ring: KeyRing): AsyncGenerator<ArchiveEntry> {
  for await (const entry of entries) {
    yield change(entry, (document) => sealDocument(ring, [], OpenDocument.parse(document)));
  }
}

function change({ section, value }: ArchiveEntry, changed: (document: unknown) => object): ArchiveEntry {
  return { section, value: section.startsWith(documents) ? changed(value) : value };
}
