import { randomUUID } from 'node:crypto';
import { access, mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Health } from 'chronoscribe';

/** Makes a new name in a folder durable. Windows has no such call and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Makes the file, empty and for its owner alone, where there is none. An existing file is not even opened: closing it again would
 * release every lock that this process holds on it (POSIX).
 */
export async function ensureFile(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.close();
  } catch (thrown) {
    if (hasCode(thrown, 'EEXIST')) return;
    throw thrown;
  }
  await syncFolder(dirname(file));
}

/** Can the file's folder be written to, and is the file still there? Tried with a small file beside it. */
export async function fileHealth(file: string): Promise<Health> {
  const probe = `${file}.${randomUUID()}.tmp`;
  try {
    await access(file);
    const handle = await open(probe, 'wx', 0o600);
    try {
      await handle.writeFile('can this folder be written to?');
      await handle.sync();
    } finally {
      await handle.close();
      await rm(probe, { force: true });
    }
    const { size } = await stat(file);
    return { status: 'ok', detail: `${file}, ${(size / 1e6).toFixed(1)} MB` };
  } catch (thrown) {
    return {
      status: 'failed',
      detail: `${file} cannot be written: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      mend: `See that ${dirname(file)} exists, belongs to this process and has free space; after a file was lost, restore it and restart.`,
    };
  }
}

export function hasCode(thrown: unknown, ...codes: readonly string[]): boolean {
  return thrown instanceof Error && 'code' in thrown && codes.some((code) => code === thrown.code);
}
