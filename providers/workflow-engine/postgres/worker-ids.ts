import { appendFileSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode, lockFile } from 'chronoscribe/files';
import type { Ownership } from '../database.ts';

/**
 * Makes this process the one that works for the host of a data folder, until it ends. Each openworkflow worker has a
 * new id in each process; they are noted in a file, so that the next start knows which workers are dead.
 *
 * @throws Error if another process works for this host.
 */
export async function ownHost(dataFolder: string): Promise<Ownership> {
  const file = join(dataFolder, 'workflow-workers');
  const release = await lockFile(`${file}.lock`);
  if (release === undefined) {
    throw new Error(
      `Another process works on workflows with the data folder ${dataFolder}. Stop it, or give this one a data folder of its own: hosts share the database and the blobs, not this folder.`,
    );
  }
  const formerWorkers = await workersIn(file);
  await writeFile(file, '', { mode: 0o600 });
  await writeFile(file, `${(await stat(file)).ino}\n`);
  const noted = new Set<string>();
  return {
    formerWorkers,
    addWorker(id) {
      if (noted.has(id)) return;
      noted.add(id);
      appendFileSync(file, `${id}\n`);
    },
    release,
  };
}

/** The workers that are noted in a file. None in a copy of it, which has another inode: the first host may be alive. */
async function workersIn(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch((thrown: unknown) => {
    if (hasCode(thrown, 'ENOENT')) return '';
    throw thrown;
  });
  const [inode, ...workers] = text.split('\n');
  if (workers.length === 0 || Number(inode) !== (await stat(file)).ino) return [];
  return workers.filter((id) => id !== '');
}
