import { once } from 'node:events';
import { dirname, resolve } from 'node:path';
import { makeFolder, refuseExisting, writeFileAtomic } from '../files/durable-write.ts';
import { exportArchive, formatManifest, planToRead } from './archive.ts';
import { configurationOptions, defineCommand, form } from './command.ts';

/** Writes everything that the store and the blobs hold into one file that any other store can import. */
export const command = defineCommand({
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
        process.stderr.write(formatManifest(await exportArchive(plan, plan.configuration.data, writeToStdout)));
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

async function writeToStdout(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const piece of bytes) if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
}
