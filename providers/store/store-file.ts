import { randomUUID } from 'node:crypto';
import { access, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Health } from 'chronoscribe';
import { checkWritable } from 'chronoscribe/files';

/** The hint of errors about damaged files; `docs/backup.md` has more. */
export const restoreHint =
  'Stop the host, move the files of the store, the engine and the blobs away, and restore the last backup: chronoscribe import FILE.';

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
