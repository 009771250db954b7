import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { z } from 'zod';
import { parseJson } from '../api/text.ts';

/** Whether `thrown` is a system error with one of these codes, such as `ENOENT`. */
export function hasCode(thrown: unknown, ...codes: readonly string[]): boolean {
  return thrown instanceof Error && 'code' in thrown && codes.some((code) => code === thrown.code);
}

/** What `work` resolves with; undefined if its file or folder does not exist. */
export async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((thrown: unknown) => {
    if (hasCode(thrown, 'ENOENT')) return undefined;
    throw thrown;
  });
}

/** What a JSON file holds; null if there is none, or if it is no such JSON. */
export async function readJsonFile<T>(file: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    return schema.safeParse(parseJson(await readFile(file, 'utf8'))).data ?? null;
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT', 'ENOTDIR')) return null;
    throw thrown;
  }
}

/**
 * Makes the names in a folder durable: files that were created, renamed or deleted in it stay so after a power failure.
 * A missing folder is no error. Windows has no such call and needs none.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await ifThere(open(folder, 'r'));
  await handle?.sync().finally(() => handle.close());
}

/**
 * Creates a folder and its parents, with access for their owner only. A folder that exists is no error. Node's
 * recursive `mkdir` never returns on file systems that refuse new folders, such as /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeOneFolder(path);
  } catch (thrown) {
    if (!hasCode(thrown, 'ENOENT') || dirname(path) === path) throw thrown;
    await makeFolder(dirname(path));
    await makeOneFolder(path);
  }
}

async function makeOneFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (thrown) {
    if (!hasCode(thrown, 'EEXIST') || !(await stat(path)).isDirectory()) throw thrown;
  }
}

/**
 * Creates an empty file with access for its owner only, unless it exists. An existing file is not opened, since closing
 * it would release every lock of this process on it (POSIX).
 */
export async function ensureFile(file: string): Promise<void> {
  await makeFolder(dirname(file));
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.close();
  } catch (thrown) {
    if (hasCode(thrown, 'EEXIST')) return;
    throw thrown;
  }
  await syncFolder(dirname(file));
}

/**
 * Checks that a file can be written: writes and deletes `probe`, a path that does not exist yet.
 *
 * @throws the system's error
 */
export async function checkWritable(probe: string): Promise<void> {
  const handle = await open(probe, 'wx', 0o600);
  try {
    await handle.writeFile('can this folder be written to?');
    await handle.sync();
  } finally {
    await handle.close();
    await rm(probe, { force: true });
  }
}

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
