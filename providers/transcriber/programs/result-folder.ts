import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The name goes on with the id of the process that has the folder. */
const name = /^chronoscribe-recogniser-(\d+)-/;

let swept: Promise<void> | undefined;

/**
 * Lends an empty folder for what a recogniser writes, which is what was said: only this user can read it, and it goes whatever happens. What a process left that was killed goes when another one
 * first lends a folder.
 */
export async function withResultFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  swept ??= sweep();
  await swept;
  const folder = await mkdtemp(join(tmpdir(), `chronoscribe-recogniser-${process.pid}-`));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function sweep(): Promise<void> {
  for (const entry of await readdir(tmpdir())) {
    const owner = name.exec(entry)?.[1];
    // One of another user is not ours to delete.
    if (owner !== undefined && !isAlive(Number(owner))) {
      await rm(join(tmpdir(), entry), { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // It is there, and another user's.
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}
