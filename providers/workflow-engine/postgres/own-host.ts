import { randomUUID } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode, lockFile } from 'chronoscribe/files';
import type { Ownership } from '../runs/hosting.ts';

/**
 * Makes this process the one that works for the host of a data folder, until it ends. The id of the host is noted in
 * the folder, so that its next start goes on with the runs that this one has taken.
 *
 * @throws Error if another process works for this host.
 */
export async function ownHost(dataFolder: string): Promise<Ownership> {
  const file = join(dataFolder, 'workflow-host');
  const release = await lockFile(`${file}.lock`);
  if (release === undefined) {
    throw new Error(
      `Another process works on workflows with the data folder ${dataFolder}. Stop it, or give this one a data folder ` +
        'of its own: hosts share the database and the blobs, not this folder.',
    );
  }
  const host = (await hostIn(file)) ?? randomUUID();
  await writeFile(file, '', { mode: 0o600 });
  await writeFile(file, `${(await stat(file)).ino}\n${host}\n`);
  return { host, release };
}

/** The host that is noted in a file. None in a copy of it, which has another inode: the first host may be alive. */
async function hostIn(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((thrown: unknown) => {
    if (hasCode(thrown, 'ENOENT')) return '';
    throw thrown;
  });
  const [inode, host = ''] = text.split('\n');
  return host !== '' && Number(inode) === (await stat(file)).ino ? host : undefined;
}
