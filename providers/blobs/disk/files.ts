import { copyFile, link, mkdir, rename, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode, syncFolder } from 'chronoscribe/files';

/**
 * Gives a finished file its place under `root`, durably. The file and `root` are on one file system.
 *
 * @throws what the file system says, `ENOSPC` among it, as it is
 */
export async function publish(finished: string, place: string, root: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await mkdir(dirname(place), { recursive: true, mode: 0o700 });
      await rename(finished, place);
      break;
    } catch (thrown) {
      if (hasCode(thrown, 'EEXIST', 'ENOTDIR', 'EISDIR', 'ENOTEMPTY')) {
        throw new Error(`${place} cannot be written: a blob and a folder of blobs cannot have the same name.`, { cause: thrown });
      }
      // The folder was there, and then the last blob in it was deleted and the folder with it.
      if (!hasCode(thrown, 'ENOENT') || attempt === 10) throw thrown;
    }
  }
  for (const folder of foldersOf(place, root)) await syncFolder(folder);
}

/** Deletes a file durably, and the folders that are empty then. Nothing at that path is no error. */
export async function retract(place: string, root: string): Promise<void> {
  try {
    await unlink(place);
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return;
    // A folder is no blob. Linux says EISDIR for one, others EPERM, which may have another reason too.
    if ((await stat(place)).isDirectory()) return;
    throw thrown;
  }
  for (const folder of foldersOf(place, root)) {
    await syncFolder(folder);
    if (folder === root) return;
    try {
      await rmdir(folder);
    } catch (thrown) {
      if (hasCode(thrown, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) return;
      throw thrown;
    }
  }
}

/** A second name for a file, which holds when the first goes. Some file systems can only copy. */
export async function lend(place: string, path: string): Promise<void> {
  try {
    await link(place, path);
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) throw thrown;
    await copyFile(place, path);
  }
}

/** From the folder that holds `place` up to `root`. */
function foldersOf(place: string, root: string): readonly string[] {
  const folder = dirname(place);
  return folder === root ? [root] : [folder, ...foldersOf(folder, root)];
}
