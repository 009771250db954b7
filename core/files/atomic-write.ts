import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { hasCode, makeFolder, syncFolder } from './durable-write.ts';

/**
 * Writes a file that is there whole and durable, for its owner alone, or not at all. What a killed process left of an earlier try is deleted.
 *
 * @throws Error where there is such a file already.
 */
export async function writeFileAtomic(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const file = resolve(path);
  const folder = dirname(file);
  await makeFolder(folder);
  await refuseExisting(file);
  for (const name of await readdir(folder)) {
    if (name.startsWith(`${basename(file)}.`) && name.endsWith('.tmp')) await rm(join(folder, name), { force: true });
  }
  const fresh = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(fresh, 'wx', 0o600);
    try {
      for await (const piece of bytes) await handle.writeFile(piece);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await refuseExisting(file);
    await rename(fresh, file);
  } finally {
    await rm(fresh, { force: true });
  }
  await syncFolder(folder);
}

/** @throws Error where there is such a file. */
export async function refuseExisting(file: string): Promise<void> {
  try {
    await stat(file);
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return;
    throw thrown;
  }
  throw new Error(`There is a file ${file} already. Name another one, or move it away.`);
}
