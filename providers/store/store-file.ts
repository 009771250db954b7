import { randomUUID } from 'node:crypto';
import { access, chmod, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Health } from 'chronoscribe';
import { checkWritable, syncFolder } from 'chronoscribe/files';

/** The hint of errors about damaged files; `docs/backup.md` has more. */
export const restoreHint =
  'Stop the host, move the files of the store, the engine and the blobs away, and restore the last backup: chronoscribe import FILE.';

/**
 * Writes a backup of a store's file before a new version migrates it: `<file>.before-<change>`, durable once this
 * resolves. Its owner should delete it later, since it keeps text that is deleted from the store. Replaces the backup
 * of a failed migration.
 *
 * @param write writes the backup to the path, where an empty file is
 * @returns the path of the backup
 * @throws Error that says why it failed, and that nothing was changed
 */
export async function writePreviousBackup(
  file: string,
  change: string,
  write: (path: string) => Promise<void>,
): Promise<string> {
  const copy = `${file}.before-${change}`;
  // Deleted at the next start if this process dies.
  const fresh = `${file}.${randomUUID()}.tmp`;
  try {
    // Created first, so that only its owner can read it from the beginning.
    await (await open(fresh, 'wx', 0o600)).close();
    await write(fresh);
    // Copying a file copies its permissions.
    await chmod(fresh, 0o600);
    const handle = await open(fresh, 'r+');
    await handle.sync().finally(() => handle.close());
    await rename(fresh, copy);
    await syncFolder(dirname(file));
    return copy;
  } catch (cause) {
    await rm(fresh, { force: true });
    throw new Error(
      `${file} needs the migration "${change}", and the backup before it failed, so nothing was changed: ` +
        `${cause instanceof Error ? cause.message : String(cause)} Make room in its folder for a copy of the file, then start again.`,
      { cause },
    );
  }
}

/** Deletes unfinished files that a killed process left beside a store's file. */
export async function deleteTemporaryFiles(file: string): Promise<void> {
  const left = (await readdir(dirname(file))).filter(
    (name) => name.startsWith(`${basename(file)}.`) && name.endsWith('.tmp'),
  );
  for (const name of left) await rm(join(dirname(file), name), { force: true });
}

/** Checks that the file exists and that its folder can be written. */
export async function fileHealth(file: string): Promise<Health> {
  try {
    await access(file);
    await checkWritable(`${file}.${randomUUID()}.tmp`);
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
