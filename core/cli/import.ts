import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { restoreArchive } from '../archive/read.ts';
import { planHost } from '../host/plan.ts';
import { Blobs } from '../kinds/blobs.ts';
import { Archive } from '../kinds/store.ts';
import { WorkflowEngine } from '../kinds/workflow-engine.ts';
import { formatManifest } from './archive.ts';
import { configurationOptions, defineCommand, form, hostRequest } from './command.ts';
import { withParts, withTemporaryFolder } from './parts.ts';

/** Loads an archive into an empty store. */
export const command = defineCommand({
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
      const manifest = isStdin
        ? await withTemporaryFolder(async (folder) => restore(await saveStdin(folder)))
        : await restore(resolve(file));
      const source = isStdin ? 'standard input' : resolve(file);
      process.stdout.write(`${formatManifest(manifest)}\nbrought in from ${source}\n`);
    }),
  },
});

/** Saves standard input to a file, since an archive is read more than once. */
async function saveStdin(folder: string): Promise<string> {
  const path = `${folder}/archive.tar`;
  await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }));
  return path;
}
