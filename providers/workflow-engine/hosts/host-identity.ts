import { randomUUID } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode, lockFile } from 'chronoscribe/files';
import { z } from 'zod';

export interface HostIdentity {
  /** The same for this data folder each time, and another for each folder. */
  readonly id: string;
  /** Lets another process be this host. */
  release(): void;
}

/**
 * Makes this process the host that the data folder belongs to, until `release` is called or the process is gone, however it ends. So whoever was this
 * host before is known to be dead, and what it was at can be gone on with at once. In a copy of the folder, whose first host may live, the name is
 * another.
 *
 * @throws Error where another process is this host, or where its name is damaged.
 */
export async function takeIdentity(dataFolder: string): Promise<HostIdentity> {
  const file = join(dataFolder, 'workflow-host');
  const release = await lockFile(`${file}.lock`);
  if (release === undefined) {
    throw new Error(
      `Another process works on workflows with the data folder ${dataFolder}. Stop it, or give this one a data folder of its own: hosts share the database and the blobs, not this folder.`,
    );
  }
  try {
    return { id: await nameIn(file), release };
  } catch (thrown) {
    release();
    throw thrown;
  }
}

/** What the file holds. A copy of it is another file, with another inode. */
const Name = z.object({ host: z.uuid(), inode: z.number() });

async function nameIn(file: string): Promise<string> {
  const kept = await keptName(file);
  if (kept !== undefined && kept.inode === (await stat(file)).ino) return kept.host;
  const host = randomUUID();
  await writeFile(file, '', { mode: 0o600 });
  await writeFile(file, JSON.stringify({ host, inode: (await stat(file)).ino } satisfies z.input<typeof Name>), { flush: true });
  return host;
}

/** Undefined where there is none yet, or where a process died before it had written it. */
async function keptName(file: string): Promise<z.output<typeof Name> | undefined> {
  const text = await readFile(file, 'utf8').catch((thrown: unknown) => {
    if (hasCode(thrown, 'ENOENT')) return '';
    throw thrown;
  });
  if (text === '') return undefined;
  try {
    return Name.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(
      `${file} does not hold the name of this host. Delete it: the host gets a new one, and what it was at is gone on with when the lease of the old one is over.`,
      { cause },
    );
  }
}
