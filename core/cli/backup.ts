import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../files/atomic-write.ts';
import { makeFolder, syncFolder } from '../files/durable-write.ts';
import { lockFile } from '../files/file-lock.ts';
import { archiveCounts } from './archive-counts.ts';
import { archiveOf, planToRead } from './archive-of.ts';
import { type Command, parse, UsageError } from './command.ts';
import { configurationOptions, configurationUsage } from './request.ts';

const options = { ...configurationOptions, keep: { type: 'string' } } as const;

const Keep = z.coerce.number().int().min(1).optional();

/** An export under a name of its own, for a timer. */
export const command: Command = {
  usage: `Usage: chronoscribe backup [FOLDER | FILE.tar] [OPTIONS]

Writes what "chronoscribe export" does into a folder, as chronoscribe-2030-01-31T00-00-00Z.tar, beside the running host. The folder
is "backups" in the data folder unless another is named; one on another disk, or another machine, is the better place.
"chronoscribe import" brings it back.

  --keep N        deletes all but the newest N of these backups from the folder, once the new one is there
${configurationUsage}`,
  async run(args) {
    const { values, positionals } = parse(args, options, ['[FOLDER | FILE.tar]']);
    const keep = Keep.safeParse(values.keep);
    if (!keep.success) throw new UsageError('--keep: expected a number of backups, 1 or more');
    const plan = await planToRead(values);
    const path = placeOf(positionals[0] ?? join(plan.configuration.data, 'backups'));
    const folder = dirname(path);
    await makeFolder(folder);
    const release = await lockFile(join(folder, '.backup.lock'));
    if (release === undefined) throw new Error(`Another backup is being written to ${folder}. Wait for its end.`);
    try {
      await sweepUnfinished(folder);
      const manifest = await archiveOf(plan, folder, (bytes) => writeFileAtomic(path, bytes));
      process.stdout.write(`${archiveCounts(manifest)}\nwritten to ${path}\n`);
      if (keep.data !== undefined) await thinOut(folder, keep.data);
    } finally {
      release();
    }
    return 0;
  },
};

const backupName = /^chronoscribe-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/;

function placeOf(named: string): string {
  if (named.endsWith('.tar')) return resolve(named);
  const time = new Date()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  return resolve(named, `chronoscribe-${time}.tar`);
}

/** What a killed process has left of a backup. */
async function sweepUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (/^chronoscribe-.*\.tar\..*\.tmp$/.test(name)) await rm(join(folder, name), { force: true });
  }
}

/** The names sort by time. */
async function thinOut(folder: string, keep: number): Promise<void> {
  const backups = (await readdir(folder)).filter((name) => backupName.test(name)).toSorted();
  for (const name of backups.slice(0, -keep)) {
    await rm(join(folder, name));
    process.stdout.write(`deleted ${basename(name)}\n`);
  }
  await syncFolder(folder);
}
