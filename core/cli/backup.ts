import { rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { backupFolder, listBackups, newBackupPath, writeBackup } from '../archive/backup-folder.ts';
import { syncFolder } from '../files/durable-write.ts';
import { exportArchive, formatManifest, planToRead } from './archive.ts';
import { configurationOptions, defineCommand, form } from './command.ts';

const keep = z
  .string()
  .transform(Number)
  .refine((count) => Number.isInteger(count) && count > 0, 'expected a number of backups, 1 or more')
  .optional()
  .meta({
    value: 'N',
    description: 'delete all but the newest N of these backups from the folder, after the new one is written',
  });

/** Exports to a file named after the time; made to be called by a timer. */
export const command = defineCommand({
  name: 'backup',
  about: `Writes the same file as "chronoscribe export" into a folder, as chronoscribe-2030-01-31T00-00-00Z.tar, also while the host runs.
The default folder is "backups" in the data folder; another disk or machine is safer. "chronoscribe import" loads it.`,
  forms: {
    '': form(['[FOLDER | FILE.tar]'], { keep, ...configurationOptions }, async (values, named?: string) => {
      const plan = await planToRead(values);
      const path = backupPath(named ?? backupFolder(plan.configuration.data));
      const manifest = await writeBackup(path, (folder, write) => exportArchive(plan, folder, write));
      process.stdout.write(`${formatManifest(manifest)}\nwritten to ${path}\n`);
      if (values.keep !== undefined) await deleteOldest(dirname(path), values.keep);
    }),
  },
});

function backupPath(named: string): string {
  return named.endsWith('.tar') ? resolve(named) : newBackupPath(named);
}

/** Keeps the newest `keep` backups: their names sort by time. */
async function deleteOldest(folder: string, keep: number): Promise<void> {
  for (const { name } of (await listBackups(folder)).slice(0, -keep)) {
    await rm(join(folder, name));
    process.stdout.write(`deleted ${basename(name)}\n`);
  }
  await syncFolder(folder);
}
