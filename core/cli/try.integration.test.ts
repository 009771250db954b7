import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/provider.ts';
import { cli, launch } from './testing.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

/** Runs the tour where everything that it makes can be seen. */
const tour = (...args: readonly string[]) => cli(['try', ...args], { environment: { TMPDIR: folder.path } });

test('shows a note with its evidence and a clock that travels, and leaves nothing behind', async () => {
  const { code, stdout, stderr } = await tour();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const section of ['Subjective', 'Objective', 'Assessment', 'Plan', 'Follow-Up']) {
    expect(stdout).toMatch(new RegExp(`^${section}\n {2}\\S.*\n {6}\\d\\d:\\d\\d (patient|clinician)`, 'm'));
  }
  expect(stdout).toMatch(/Travel successful +1969-07-20T20:17:40Z +Tranquility Base\n/);
  expect(stdout).toMatch(/Fast-forward successful +1969-07-21T02:17:40Z\n/);
  expect(stdout).not.toContain('\u001b');
  expect(await readdir(folder.path)).toEqual([]);
});

test('takes a transcript of the user instead', async () => {
  const own = join(folder.path, 'own.vtt');
  await writeFile(own, 'WEBVTT\n\n00:01.000 --> 00:04.000\n<v Ana>My knee hurts since Tuesday.\n');
  const { code, stdout } = await tour('--file', own);
  expect(code).toBe(0);
  expect(stdout).toContain('My knee hurts since Tuesday.');
  expect(await readdir(folder.path)).toEqual(['own.vtt']);
});

test("says in the host's own words why a file is refused, and leaves nothing behind", async () => {
  const own = join(folder.path, 'own.pdf');
  await writeFile(own, '%PDF-1.7\n');
  const { code, stderr } = await tour('--file', own);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^\S.+\n$/);
  expect(stderr).not.toContain('    at ');
  expect(await readdir(folder.path)).toEqual(['own.pdf']);
});

test('says that there is no such file', async () => {
  const { code, stderr } = await tour('--file', join(folder.path, 'none.vtt'));
  expect(code).toBe(1);
  expect(stderr).toContain('none.vtt');
});

test('leaves nothing behind when it is broken off', async () => {
  await mkdir(join(folder.path, 'tmp'));
  const child = launch(['try'], { environment: { TMPDIR: join(folder.path, 'tmp') } });
  // The tour has begun: its host runs.
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  await once(child, 'close');
  expect(child.signalCode).toBeNull();
  expect(await readdir(join(folder.path, 'tmp'))).toEqual([]);
});
