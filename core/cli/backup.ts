import { rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { backupFolder, listBackups, newBackupPath, writeBackup } from '../archive/backup-folder.ts';
import { syncFolder } from '../files/durable-write.ts';
import { exportArchive, formatManifest, planToRead } from './archive.ts';
import { type Command, configurationOptions, configurationUsage, parse, UsageError } from './command.ts';

const options = { ...configurationOptions, keep: { type: 'string' } } as const;

const Keep = z.coerce.number().int().min(1).optional();

/** Exports to a file named after the time; made to be called by a timer. */
export const command: Command = {
  usage: `Usage: chronoscribe backup [FOLDER | FILE.tar] [OPTIONS]

Writes the same file as "chronoscribe export" into a folder, as chronoscribe-2030-01-31T00-00-00Z.tar, also while the host runs.
The default folder is "backups" in the data folder; another disk or machine is safer. "chronoscribe import" loads it.

  --keep N        delete all but the newest N of these backups from the folder, after the new one is written
${configurationUsage}`,
  async run(args) {
    const { values, positionals } = parse(args, options, ['[FOLDER | FILE.tar]']);
    const keep = Keep.safeParse(values.keep);
    if (!keep.success) throw new UsageError('--keep: expected a number of backups, 1 or more');
    const plan = await planToRead(values);
    const path = backupPath(positionals[0] ?? backupFolder(plan.configuration.data));
    const manifest = await writeBackup(path, (folder, write) => exportArchive(plan, folder, write));
    process.stdout.write(`${formatManifest(manifest)}\nwritten to ${path}\n`);
    if (keep.data !== undefined) await deleteOldest(dirname(path), keep.data);
    return 0;
  },
};

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
