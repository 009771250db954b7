import { copyFile, link, mkdir, rename, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode, syncFolder } from 'chronoscribe/files';

/** Where files are published. */
export interface PublishedFiles {
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
export async function linkOrCopy(existing: string, path: string): Promise<void> {
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
