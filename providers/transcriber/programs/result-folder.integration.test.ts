import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { openResultFolder } from './result-folder.ts';

test('a result folder is private and is deleted, also one that a killed process left', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const left = await mkdtemp(join(tmpdir(), `chronoscribe-recogniser-${pid}-`));
  const folder = await openResultFolder();
  await writeFile(join(folder.path, 'result.json'), 'what was said');
  expect((await stat(folder.path)).mode & 0o777).toBe(0o700);
  await folder[Symbol.asyncDispose]();
  const there = await readdir(tmpdir());
  expect(there).not.toContain(basename(folder.path));
  expect(there).not.toContain(basename(left));
});
