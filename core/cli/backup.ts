import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../files/atomic-write.ts';
import { makeFolder, syncFolder } from '../files/durable-write.ts';
import { lockFile } from '../files/file-lock.ts';
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
    const path = backupPath(positionals[0] ?? join(plan.configuration.data, 'backups'));
    const folder = dirname(path);
    await makeFolder(folder);
    const release = await lockFile(join(folder, '.backup.lock'));
    if (release === undefined) throw new Error(`Another backup is being written to ${folder}. Wait for its end.`);
    try {
      await deleteUnfinished(folder);
      const manifest = await exportArchive(plan, folder, (bytes) => writeFileAtomic(path, bytes));
      process.stdout.write(`${formatManifest(manifest)}\nwritten to ${path}\n`);
      if (keep.data !== undefined) await deleteOldest(folder, keep.data);
    } finally {
      release();
    }
    return 0;
  },
};

const backupName = /^chronoscribe-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/;

function backupPath(named: string): string {
  if (named.endsWith('.tar')) return resolve(named);
  const time = new Date()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  return resolve(named, `chronoscribe-${time}.tar`);
}

/** Deletes what a killed process left of a backup. */
async function deleteUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (/^chronoscribe-.*\.tar\..*\.tmp$/.test(name)) await rm(join(folder, name), { force: true });
  }
}

/** Keeps the newest `keep` backups: their names sort by time. */
async function deleteOldest(folder: string, keep: number): Promise<void> {
  const backups = (await readdir(folder)).filter((name) => backupName.test(name)).toSorted();
  for (const name of backups.slice(0, -keep)) {
    await rm(join(folder, name));
    process.stdout.write(`deleted ${basename(name)}\n`);
  }
  await syncFolder(folder);
}
