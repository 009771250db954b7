import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ifThere, makeFolder, syncFolder } from './durable-write.ts';

/**
 * Writes a file atomically and durably, with access for its owner only: it is complete, or it does not exist. Leftovers
 * of an earlier attempt that was killed are deleted.
 *
 * @param options.replace whether an existing file is replaced; default false
 * @throws Error if the file exists already and is not to be replaced
 */
export async function writeFileAtomic(
  path: string,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { replace = false }: { readonly replace?: boolean } = {},
): Promise<void> {
  const file = resolve(path);
  const folder = dirname(file);
  await makeFolder(folder);
  if (!replace) await refuseExisting(file);
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
    if (!replace) await refuseExisting(file);
    await rename(fresh, file);
  } finally {
    await rm(fresh, { force: true });
  }
  await syncFolder(folder);
}

/** @throws Error if the file exists */
export async function refuseExisting(file: string): Promise<void> {
  if ((await ifThere(stat(file))) === undefined) return;
  throw new Error(`There is a file ${file} already. Name another one, or move it away.`);
}
