import { randomUUID } from 'node:crypto';
import { access, chmod, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Health } from 'chronoscribe';
import { syncFolder, tryToWrite } from 'chronoscribe/files';

/** What an error about a damaged file tells its owner to do; `docs/backup.md` says more. */
export const restoreHint =
  'Stop the host, move the files of the store, the engine and the blobs away, and bring the last backup back: chronoscribe import FILE.';

/**
 * Keeps a copy of a store's file from before a new version changes it: `<file>.before-<change>`, durable before this resolves. It holds what is deleted later, so its owner is to delete
 * it once all is well. One from an earlier try, in which the change was not made, is replaced.
 *
 * @param write writes the copy to a path where nothing is
 * @returns its path
 * @throws Error that says why there is none, and that nothing was changed.
 */
export async function writePreviousBackup(file: string, change: string, write: (path: string) => Promise<void>): Promise<string> {
  const copy = `${file}.before-${change}`;
  // Swept at the next start, should this process die.
  const fresh = `${file}.${randomUUID()}.tmp`;
  try {
    // Made here, so that it is for its owner alone from the beginning.
    await (await open(fresh, 'wx', 0o600)).close();
    await write(fresh);
    // Copying a file copies what may be done with it.
    await chmod(fresh, 0o600);
    const handle = await open(fresh, 'r+');
    await handle.sync().finally(() => handle.close());
    await rename(fresh, copy);
    await syncFolder(dirname(file));
    return copy;
  } catch (cause) {
    await rm(fresh, { force: true });
    throw new Error(
      `${file} is to be brought up to date ("${change}"), and no copy of it could be kept first, so nothing was changed: ` +
        `${cause instanceof Error ? cause.message : String(cause)} See that its folder has as much room left as it takes, then start again.`,
      { cause },
    );
  }
}

/** Removes what a killed process left half-written beside a store's file. Where others may use that too, only what they can do without may be called so. */
export async function deleteTemporaryFiles(file: string): Promise<void> {
  const left = (await readdir(dirname(file))).filter((name) => name.startsWith(`${basename(file)}.`) && name.endsWith('.tmp'));
  for (const name of left) await rm(join(dirname(file), name), { force: true });
}

/** Can the file's folder be written to, and is the file still there? Tried with a small file beside it. */
export async function fileHealth(file: string): Promise<Health> {
  try {
    await access(file);
    await tryToWrite(`${file}.${randomUUID()}.tmp`);
    const { size } = await stat(file);
    return { status: 'ok', detail: `${file}, ${(size / 1e6).toFixed(1)} MB` };
  } catch (thrown) {
    return {
      status: 'failed',
      detail: `${file} cannot be written: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      hint: `See that ${dirname(file)} exists, belongs to this process and has free space; after a file was lost, restore it and restart.`,
    };
  }
}
