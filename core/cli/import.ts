import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { restoreArchive } from '../archive/restore.ts';
import { planHost } from '../host/plan.ts';
import { Archive } from '../kinds/archive.ts';
import { Blobs } from '../kinds/blobs.ts';
import { WorkflowEngine } from '../kinds/workflow-engine.ts';
import { archiveCounts } from './archive-counts.ts';
import { type Command, parse } from './command.ts';
import { withParts } from './open-parts.ts';
import { configurationOptions, configurationUsage, requested } from './request.ts';
import { inTemporaryFolder } from './temporary.ts';

/** Brings an archive into an empty store. */
export const command: Command = {
  usage: `Usage: chronoscribe import FILE [OPTIONS]

Brings what "chronoscribe export" or "chronoscribe backup" wrote into the store and the blobs of the configuration, whatever they
are. Both must be empty, and no host may have run on them. All of the file is checked before anything is written. "-" reads from
standard input.

To go back to a backup: stop the host, move the files of the store, the engine and the blobs away, import, start.

${configurationUsage}`,
  async run(args) {
    const { values, positionals } = parse(args, configurationOptions, ['FILE']);
    const [file = ''] = positionals;
    const { parts } = await planHost(requested(values));
    const bring = (path: string) =>
      withParts(parts, { archive: Archive, blobs: Blobs, engine: WorkflowEngine }, (to) => restoreArchive(path, to));
    const manifest =
      file === '-' ? await inTemporaryFolder(async (folder) => bring(await received(folder))) : await bring(resolve(file));
    process.stdout.write(`${archiveCounts(manifest)}\nbrought in from ${file === '-' ? 'standard input' : resolve(file)}\n`);
    return 0;
  },
};

/** It is gone through more than once, so it is kept meanwhile. */
async function received(folder: string): Promise<string> {
  const path = `${folder}/archive.tar`;
  await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }));
  return path;
}
