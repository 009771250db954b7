import { createHash } from 'node:crypto';
import {
  access,
  copyFile,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  unlink,
} from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { type Blobs, blobName, type Health } from 'chronoscribe';
import { abortableStream } from 'chronoscribe/concurrency';
import { checkWritable, hasCode, makeFolder, openTempFolder, syncFolder } from 'chronoscribe/files';
import type { BlobEntry, BlobWritten } from 'chronoscribe/types';
import { blobNotFound, requireBlobName } from '../name.ts';

/** Smaller files are read at once: a stream costs more than their content, and has pieces of this size. */
const onePiece = 64 * 1024;

export interface DiskBlobs extends Blobs {
  health(): Promise<Health>;
  /** Deletes unfinished files. */
  stop(): Promise<void>;
}

/**
 * Blobs as files under `root`. Unfinished files are in `<root>/.scratch`, which no blob's name can reach. Deleting a
 * blob removes its file and the folders that are empty then, except those in `root` itself.
 */
export async function diskBlobs(root: string): Promise<DiskBlobs> {
  await makeFolder(root);
  const durable = new Set<string>();
  const temp = await openTempFolder(join(root, '.scratch'));

  const pathOf = (name: string): string => join(root, requireBlobName(name));

  return {
    async write(name, source, { signal } = {}) {
      const target = pathOf(name);
      signal?.throwIfAborted();
      const fresh = temp.path();
      const handle = await open(fresh, 'wx', 0o600);
      try {
        const written = await copy(abortableStream(source, signal), handle).finally(() => handle.close());
        await publishFile(fresh, target, { root, durable });
        return written;
      } catch (thrown) {
        await rm(fresh, { force: true });
        throw thrown;
      }
    },
    async *read(name, range) {
      const handle = await open(pathOf(name), 'r').catch(unknownBlob(name));
      try {
        const found = await handle.stat();
        if (!found.isFile()) throw blobNotFound(name);
        if (range === undefined && found.size <= onePiece) {
          const whole = await handle.readFile();
          if (whole.byteLength > 0) yield whole;
          return;
        }
        const content: AsyncIterable<Uint8Array> = handle.createReadStream({
          autoClose: false,
          ...(range && { start: range.from, end: range.to }),
        });
        yield* content;
      } finally {
        await handle.close();
      }
    },
    async withFile(name, use) {
      const path = pathOf(name);
      if (!(await stat(path).catch(unknownBlob(name))).isFile()) throw blobNotFound(name);
      // Programs look at the extension of a name.
      const linked = `${temp.path()}${extname(name)}`;
      try {
        await linkOrCopy(path, linked).catch(unknownBlob(name));
        return await use(linked);
      } finally {
        await unlink(linked).catch(undefinedIfNotFound);
      }
    },
    async delete(name) {
      await deleteFile(pathOf(name), root);
    },
    list: (prefix) => list(root, '', prefix),
    health: () => folderHealth(root, temp.path()),
    stop: () => temp.close(),
  };
}

/** Writes one piece at a time, and returns when all are on the disk. */
async function copy(source: AsyncIterable<Uint8Array>, to: FileHandle): Promise<BlobWritten> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of source) {
    hash.update(piece);
    bytes += piece.byteLength;
    await to.writeFile(piece);
  }
  await to.sync();
  return { bytes, sha256: hash.digest('hex') };
}

/**
 * Lists recursively the folders that may hold matching names. The prefix is compared and never becomes part of a path.
 */
async function* list(root: string, folder: string, prefix: string): AsyncGenerator<BlobEntry> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(undefinedIfNotFound);
  for (const entry of entries ?? []) {
    const name = `${folder}${entry.name}`;
    // The folder for temporary files is no name, nor are files of others.
    if (!blobName.test(name)) continue;
    if (entry.isDirectory() && (`${name}/`.startsWith(prefix) || prefix.startsWith(`${name}/`))) {
      yield* list(root, `${name}/`, prefix);
    }
    if (!entry.isFile() || !name.startsWith(prefix)) continue;
    const found = await stat(join(root, name)).catch(undefinedIfNotFound);
    if (found) yield { name, bytes: found.size, modifiedAt: found.mtimeMs };
  }
}

/** Undefined for a file that was deleted meanwhile. */
function undefinedIfNotFound(thrown: unknown): undefined {
  if (!hasCode(thrown, 'ENOENT')) throw thrown;
}

function unknownBlob(name: string): (thrown: unknown) => never {
  return (thrown) => {
    throw hasCode(thrown, 'ENOENT', 'ENOTDIR') ? blobNotFound(name) : thrown;
  };
}

/** Checks that the folder exists and that `probe`, a path in it, can be written. */
async function folderHealth(root: string, probe: string): Promise<Health> {
  try {
    await access(root);
    await checkWritable(probe);
    const { bavail, bsize } = await statfs(root);
    return { status: 'ok', detail: `${root}, ${((bavail * bsize) / 1e9).toFixed(1)} GB free` };
  } catch (thrown) {
    return {
      status: 'failed',
      detail: `${root} cannot be written: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      hint: `See that ${root} exists, belongs to this process and has free space, then restart.`,
    };
  }
}

/** Where files are published. */
interface PublishedFiles {
  readonly root: string;
  /** The folders in `root` whose names are on the disk. They stay there, since nothing deletes them. */
  readonly durable: Set<string>;
}

/**
 * Moves a finished file to its path under `root`, durably. Both are on one file system.
 *
 * @throws the error of the file system, such as `ENOSPC`
 */
export async function publishFile(finished: string, path: string, { root, durable }: PublishedFiles): Promise<void> {
  const folders = foldersOf(path, root);
  const first = folders.at(-2);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Somebody else has deleted it.
      if (first !== undefined && made === first) durable.delete(first);
      await rename(finished, path);
      break;
    } catch (thrown) {
      if (hasCode(thrown, 'EEXIST', 'ENOTDIR', 'EISDIR', 'ENOTEMPTY')) {
        throw new Error(`${path} cannot be written: a blob and a folder of blobs cannot have the same name.`, {
          cause: thrown,
        });
      }
      // The last blob of the folder was deleted meanwhile, and the folder with it.
      if (!hasCode(thrown, 'ENOENT') || attempt === 10) throw thrown;
    }
  }
  const isDurable = first !== undefined && durable.has(first);
  for (const folder of isDurable ? folders.slice(0, -1) : folders) await syncFolder(folder);
  if (first !== undefined) durable.add(first);
}

/**
 * Deletes a file durably, and the folders that are empty then. Those in `root` itself stay: nearly every upload would
 * make one again, and wait for the disk once more. A path without a file is no error.
 */
export async function deleteFile(path: string, root: string): Promise<void> {
  try {
    await unlink(path);
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return;
    // A folder is no blob. Linux reports EISDIR for one, other systems EPERM, which has other causes too.
    if ((await stat(path)).isDirectory()) return;
    throw thrown;
  }
  for (const folder of foldersOf(path, root)) {
    await syncFolder(folder);
    if (folder === root || dirname(folder) === root) return;
    try {
      await rmdir(folder);
    } catch (thrown) {
      if (hasCode(thrown, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) return;
      throw thrown;
    }
  }
}

/** Gives a file a second name, which stays when the first is deleted. Copies it on a file system without hard links. */
async function linkOrCopy(existing: string, path: string): Promise<void> {
  try {
    await link(existing, path);
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) throw thrown;
    await copyFile(existing, path);
  }
}

/** The folder that holds `path` and its parents, up to `root`. */
function foldersOf(path: string, root: string): readonly string[] {
  const folder = dirname(path);
  return folder === root ? [root] : [folder, ...foldersOf(folder, root)];
}
