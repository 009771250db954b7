import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Lends `use` the path of an empty folder, which is deleted afterwards with all that is in it. */
export async function inTemporaryFolder<T>(use: (path: string) => Promise<T>): Promise<T> {
  const path = await mkdtemp(join(tmpdir(), 'chronoscribe-'));
  try {
    return await use(path);
  } finally {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  }
}
