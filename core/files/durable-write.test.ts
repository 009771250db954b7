import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/provider.ts';
import { ensureFile, makeFolder } from './durable-write.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

describe('creating a folder', () => {
  test('creates its parents too, for their owner only, and may be repeated', async () => {
    const path = join(folder.path, 'a', 'b', 'c');
    await makeFolder(path);
    await makeFolder(path);
    for (const made of [path, join(folder.path, 'a')]) expect((await stat(made)).mode & 0o777).toBe(0o700);
  });

  test('works for concurrent calls that need the same parents', async () => {
    const files = Array.from({ length: 50 }, (_, i) => join(folder.path, 'x', 'y', 'z', String(i)));
    await Promise.all(files.map(ensureFile));
    for (const file of files) expect((await stat(file)).isFile()).toBe(true);
  });

  test('is refused if a file has its name or that of a parent', async () => {
    await writeFile(join(folder.path, 'file'), '');
    await expect(makeFolder(join(folder.path, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeFolder(join(folder.path, 'file', 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });
});
