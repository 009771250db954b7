import { once } from 'node:events';
import { dirname, resolve } from 'node:path';
import { refuseExisting, writeFileAtomic } from '../files/atomic-write.ts';
import { makeFolder } from '../files/durable-write.ts';
import { archiveCounts } from './archive-counts.ts';
import { archiveOf, planToRead } from './archive-of.ts';
import { type Command, parse } from './command.ts';
import { configurationOptions, configurationUsage } from './request.ts';

/** Everything that the store and the blobs hold, in one file that any other store takes. */
export const command: Command = {
  usage: `Usage: chronoscribe export FILE [OPTIONS]

Writes all that a host keeps into one file, beside the running host too: accounts, hashes of keys, clocks, anchors, events with
their branches, records, runs, webhooks, files. "chronoscribe import" brings it into any other store. Two exports of the same are
the same to the byte. The file is for its owner alone, and as confidential as what it holds. "-" writes to standard output.

Not in it: the audit log, models, and what steps of unfinished runs made; those runs begin anew after the import.

${configurationUsage}`,
  async run(args) {
    const { values, positionals } = parse(args, configurationOptions, ['FILE']);
    const [file = ''] = positionals;
    const plan = await planToRead(values);
    if (file === '-') {
      process.stderr.write(archiveCounts(await archiveOf(plan, plan.configuration.data, printed)));
      return 0;
    }
    const path = resolve(file);
    await refuseExisting(path);
    await makeFolder(dirname(path));
    const manifest = await archiveOf(plan, dirname(path), (bytes) => writeFileAtomic(path, bytes));
    process.stdout.write(`${archiveCounts(manifest)}\nwritten to ${path}\n`);
    return 0;
  },
};

async function printed(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const piece of bytes) if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
}
