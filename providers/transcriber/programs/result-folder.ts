import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { isProcessAlive } from 'chronoscribe/child-process';

/** The name continues with the id of the process that uses the folder. */
const name = /^chronoscribe-recogniser-(\d+)-/;

let swept: Promise<void> | undefined;

/**
 * Runs `use` with an empty folder for a recogniser's result, which is clinical: only this user can read it, and it is
 * always deleted. The first call also deletes what killed processes have left.
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

/** The one file in a folder with this extension; null if there is none, or one that is not the only one. */
export async function theOnlyFile(folder: string, extension: string): Promise<string | null> {
  const [only, ...others] = (await readdir(folder)).filter((file) => extname(file).toLowerCase() === extension);
  return only === undefined || others.length > 0 ? null : join(folder, only);
}

async function sweep(): Promise<void> {
  for (const entry of await readdir(tmpdir())) {
    const owner = name.exec(entry)?.[1];
    // Folders of other users cannot be deleted.
    if (owner !== undefined && !isProcessAlive(Number(owner))) {
      await rm(join(tmpdir(), entry), { recursive: true, force: true }).catch(() => undefined);
    }
  }
}
