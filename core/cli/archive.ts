import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { backupFolder, listBackups, newBackupPath, writeBackup } from '../archive/backup-folder.ts';
import type { Manifest } from '../archive/format.ts';
import { restoreArchive } from '../archive/read.ts';
import { writeArchive } from '../archive/write.ts';
import { makeFolder, refuseExisting, syncFolder, writeFileAtomic } from '../files/durable-write.ts';
import { type Plan, planHost } from '../host/plan.ts';
import { Blobs } from '../kinds/blobs.ts';
import { Archive } from '../kinds/store.ts';
import { WorkflowEngine } from '../kinds/workflow-engine.ts';
import { type ConfigurationValues, configurationOptions, defineCommand, form, hostRequest, table } from './command.ts';
import { withParts, withTemporaryFolder } from './parts.ts';

/** Writes everything that the store and the blobs hold into one file that any other store can import. */
export const exportCommand = defineCommand({
  name: 'export',
  about: `Writes everything that a host stores into one file, also while the host runs: accounts, hashes of keys, clocks, anchors, events with
their branches, records, runs, webhooks, files. "chronoscribe import" loads it into any other store. Two exports of the same data
are identical byte for byte. The file is readable by its owner only, and as confidential as its content. "-" writes to standard
output.

Not included: the audit log, models, and the step results of unfinished runs; those runs start again after the import.`,
  forms: {
    '': form(['FILE'], configurationOptions, async (values, file: string) => {
      const plan = await planToRead(values);
      if (file === '-') {
        const manifest = await exportArchive(plan, plan.configuration.data, async (bytes) => {
          for await (const piece of bytes) if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
        });
        process.stderr.write(formatManifest(manifest));
        return;
      }
      const path = resolve(file);
      await refuseExisting(path);
      await makeFolder(dirname(path));
      const manifest = await exportArchive(plan, dirname(path), (bytes) => writeFileAtomic(path, bytes));
      process.stdout.write(`${formatManifest(manifest)}\nwritten to ${path}\n`);
    }),
  },
});

/** Loads an archive into an empty store. */
export const importCommand = defineCommand({
  name: 'import',
  about: `Loads a file of "chronoscribe export" or "chronoscribe backup" into the configured store and blobs, of any kind. Both must be
empty, and no host may have run on them. The whole file is checked before anything is written. "-" reads from standard input.

To restore a backup: stop the host, move the files of the store, the engine and the blobs away, import, start.`,
  forms: {
    '': form(['FILE'], configurationOptions, async (values, file: string) => {
      const plan = await planHost(hostRequest(values));
      const restore = (path: string) =>
        withParts(plan, { archive: Archive, blobs: Blobs, engine: WorkflowEngine }, (to) =>
          restoreArchive(path, { ...to, sealing: plan.sealing }),
        );
      const isStdin = file === '-';
      // Standard input is saved to a file, since an archive is read more than once.
      const manifest = await (!isStdin
        ? restore(resolve(file))
        : withTemporaryFolder(async (folder) => {
            const path = `${folder}/archive.tar`;
            await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }));
            return restore(path);
          }));
      const source = isStdin ? 'standard input' : resolve(file);
      process.stdout.write(`${formatManifest(manifest)}\nbrought in from ${source}\n`);
    }),
  },
});

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
export const backupCommand = defineCommand({
  name: 'backup',
  about: `Writes the same file as "chronoscribe export" into a folder, as chronoscribe-2030-01-31T00-00-00Z.tar, also while the host runs.
The default folder is "backups" in the data folder; another disk or machine is safer. "chronoscribe import" loads it.`,
  forms: {
    '': form(['[FOLDER | FILE.tar]'], { keep, ...configurationOptions }, async (values, named?: string) => {
      const plan = await planToRead(values);
      const place = named ?? backupFolder(plan.configuration.data);
      const path = place.endsWith('.tar') ? resolve(place) : newBackupPath(place);
      const manifest = await writeBackup(path, (folder, write) => exportArchive(plan, folder, write));
      process.stdout.write(`${formatManifest(manifest)}\nwritten to ${path}\n`);
      if (values.keep !== undefined) await deleteOldest(dirname(path), values.keep);
    }),
  },
});

/** Keeps the newest `keep` backups: their names sort by time. */
async function deleteOldest(folder: string, keep: number): Promise<void> {
  for (const { name } of (await listBackups(folder)).slice(0, -keep)) {
    await rm(join(folder, name));
    process.stdout.write(`deleted ${basename(name)}\n`);
  }
  await syncFolder(folder);
}

/**
 * The plan of a host whose data are read, perhaps while that host runs.
 *
 * @throws Error if there is no data folder: a mistyped path is likelier than a host that was never started
 */
export const planToRead = (values: ConfigurationValues): Promise<Plan> => planOn(values, { readOnly: true });

/** The plan of a command that changes what a host has stored. @throws Error as `planToRead` */
export const planToChange = (values: ConfigurationValues): Promise<Plan> => planOn(values, { readOnly: false });

async function planOn(values: ConfigurationValues, use: { readonly readOnly: boolean }): Promise<Plan> {
  const plan = await planHost({ ...hostRequest(values), ...use });
  const { data } = plan.configuration;
  if (existsSync(data)) return plan;
  throw new Error(`There is no data folder ${data}. Name another with --data, or start the host once to make it.`);
}

/**
 * Writes everything that a host stores as one archive. SIGINT and SIGTERM abort it cleanly.
 *
 * @param folder for temporary copies
 * @param write receives the bytes of the archive
 */
function exportArchive(
  plan: Plan,
  folder: string,
  write: (bytes: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<Manifest> {
  return interruptible((signal) =>
    withParts(plan, { archive: Archive, blobs: Blobs }, ({ archive, blobs }) =>
      writeArchive({ archive, blobs, folder, sealing: plan.sealing }, write, signal),
    ),
  );
}

/** The content of an archive as a table: counts and bytes, never names of accounts. */
function formatManifest({ blobs, store }: Manifest): string {
  const bytes = [...blobs, ...store].reduce((sum, part) => sum + part.bytes, 0);
  return table([
    ...store.map(({ name, entries }) => [name, String(entries)]),
    ['files', String(blobs.length)],
    ['bytes in all', String(bytes)],
  ]);
}

/** Runs work whose signal is aborted by SIGINT and SIGTERM, so that it can clean up. */
async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController();
  const interrupt = (signal: NodeJS.Signals) =>
    interruption.abort(new Error(`Interrupted (${signal}); nothing was written.`));
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    return await work(interruption.signal);
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}
