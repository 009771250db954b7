import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/provider.ts';
import { cli, startCli } from './testing.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let data: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  data = join(folder.path, 'data');
  await (await startCli(['--data', data])).stop();
});
afterEach(() => folder.remove());

const backup = (...args: readonly string[]) => cli(['backup', ...args, '--data', data]);
const tars = async (path: string) => (await readdir(path)).filter((name) => !name.startsWith('.'));

test('lies in the data folder under a name with the time, for its owner alone, and is said to be there', async () => {
  const { code, stdout } = await backup();
  expect(code).toBe(0);
  const [name = ''] = await tars(join(data, 'backups'));
  expect(name).toMatch(/^chronoscribe-20\d\d-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/);
  expect((await stat(join(data, 'backups', name))).mode & 0o777).toBe(0o600);
  expect(stdout).toMatch(/^documents\/accounts +1\n/);
  expect(stdout).toContain(`written to ${join(data, 'backups', name)}\n`);
});

test('--keep deletes the oldest of its own once the new one is there, and nothing else', async () => {
  const place = join(folder.path, 'elsewhere');
  await mkdir(place);
  for (const year of [2021, 2022, 2023])
    await writeFile(join(place, `chronoscribe-${year}-01-01T00-00-00Z.tar`), 'old');
  await writeFile(join(place, 'chronoscribe-holiday.tar'), 'of somebody else');
  await writeFile(join(place, 'chronoscribe-2024-01-01T00-00-00Z.tar.1.tmp'), 'left by a process that died');
  const { stdout } = await backup(place, '--keep', '2');
  expect(stdout).toMatch(/deleted chronoscribe-2021.*\ndeleted chronoscribe-2022.*\n$/);
  expect((await tars(place)).map((name) => name.slice(0, 17)).toSorted()).toEqual([
    'chronoscribe-2023',
    `chronoscribe-${new Date().getUTCFullYear()}`,
    'chronoscribe-holi',
  ]);
});

test('a file may be named, but not one that is there', async () => {
  const file = join(folder.path, 'mine.tar');
  expect(await backup(file)).toMatchObject({ code: 0 });
  expect(await backup(file)).toEqual({
    code: 1,
    stdout: '',
    stderr: `There is a file ${file} already. Name another one, or move it away.\n`,
  });
});

test('what cannot be is said before anything is written', async () => {
  expect((await backup('--keep', 'all')).stderr).toMatch(/^--keep: expected a number of backups, 1 or more\n\nUsage:/);
  expect((await cli(['backup', '--data', join(folder.path, 'daat')])).stderr).toMatch(
    /^There is no data folder .*daat\. /,
  );
  expect(await readdir(folder.path)).toEqual(['data']);
});
