import { createHash } from 'node:crypto';
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type BlobEntry, type Blobs, type BlobWritten, blobName, type Health } from 'chronoscribe';
import { hasCode, makeFolder } from 'chronoscribe/files';
import { checkedName, unknownName } from '../name.ts';
import { openScratch } from '../scratch.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { lend, publish, retract } from './files.ts';
import { folderHealth } from './health.ts';

export interface DiskBlobs extends Blobs {
  health(): Promise<Health>;
  /** Removes what is not a blob yet. */
  stop(): Promise<void>;
}

/**
 * Blobs as files under `root`. What is being written is in `<root>/.scratch`, which no blob's name can reach. Deleting a blob
 * removes its file and the folders that are empty then.
 */
export async function diskBlobs(root: string): Promise<DiskBlobs> {
  await makeFolder(root);
  const scratch = await openScratch(join(root, '.scratch'));

  const place = (name: string): string => join(root, checkedName(name));

  return {
    async write(name, source, { signal } = {}) {
      const target = place(name);
      signal?.throwIfAborted();
      const fresh = scratch.path();
      const handle = await open(fresh, 'wx', 0o600);
      try {
        const written = await unlessAborted(copy(source, handle, signal), signal).finally(() => handle.close());
        await publish(fresh, target, root);
        return written;
      } finally {
        await rm(fresh, { force: true });
      }
    },
    async *read(name) {
      const handle = await open(place(name), 'r').catch(unknownBlob(name));
      try {
        if (!(await handle.stat()).isFile()) throw unknownName(name);
        const content: AsyncIterable<Uint8Array> = handle.createReadStream({ autoClose: false });
        yield* content;
      } finally {
        await handle.close();
      }
    },
    async withFile(name, use) {
      const path = place(name);
      if (!(await stat(path).catch(unknownBlob(name))).isFile()) throw unknownName(name);
      // Programs look at the end of a name.
      const lent = `${scratch.path()}${extname(name)}`;
      try {
        await lend(path, lent).catch(unknownBlob(name));
        return await use(lent);
      } finally {
        await rm(lent, { force: true });
      }
    },
    async delete(name) {
      await retract(place(name), root);
    },
    list: (prefix) => list(root, '', prefix),
    health: () => folderHealth(root, scratch.path()),
    stop: () => scratch.close(),
  };
}

/** Writes what comes, one piece at a time, and returns when it is on the disk. */
async function copy(source: AsyncIterable<Uint8Array>, to: FileHandle, signal: AbortSignal | undefined): Promise<BlobWritten> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of source) {
    signal?.throwIfAborted();
    hash.update(piece);
    bytes += piece.byteLength;
    await to.writeFile(piece);
  }
  await to.sync();
  return { bytes, sha256: hash.digest('hex') };
}

/** Walks the folders that may hold such names. The prefix is compared and never made part of a path. */
async function* list(root: string, folder: string, prefix: string): AsyncGenerator<BlobEntry> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(gone);
  for (const entry of entries ?? []) {
    const name = `${folder}${entry.name}`;
    // The scratch folder is no name, nor is what others may have put here.
    if (!blobName.test(name)) continue;
    if (entry.isDirectory() && (`${name}/`.startsWith(prefix) || prefix.startsWith(`${name}/`))) {
      yield* list(root, `${name}/`, prefix);
    }
    if (!entry.isFile() || !name.startsWith(prefix)) continue;
    const found = await stat(join(root, name)).catch(gone);
    if (found) yield { name, bytes: found.size, modifiedAt: found.mtimeMs };
  }
}

/** Something that was deleted while it was looked at. */
function gone(thrown: unknown): undefined {
  if (!hasCode(thrown, 'ENOENT')) throw thrown;
}

function unknownBlob(name: string): (thrown: unknown) => never {
  return (thrown) => {
    throw hasCode(thrown, 'ENOENT', 'ENOTDIR') ? unknownName(name) : thrown;
  };
}
