import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { testFolder } from './testing/folder.ts';
import { cli, launch } from './testing.ts';

const in_ = testFolder();

/** Runs the tour where everything that it makes can be seen. */
const tour = (...args: readonly string[]) => cli(['try', ...args], { environment: { TMPDIR: in_() } });

test('shows a note with its evidence and a clock that travels, and leaves nothing behind', async () => {
  const { code, stdout, stderr } = await tour();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const section of ['Subjective', 'Objective', 'Assessment', 'Plan', 'Follow-Up']) {
    expect(stdout).toMatch(new RegExp(`^${section}\n {2}\\S.*\n {6}\\d\\d:\\d\\d (patient|clinician)`, 'm'));
  }
  expect(stdout).toMatch(/Travel successful +1969-07-20T20:17:40Z +Tranquility Base\n/);
  expect(stdout).toMatch(/Fast-forward successful +1969-07-21T02:17:40Z\n/);
  expect(stdout).not.toContain('\u001b');
  expect(await readdir(in_())).toEqual([]);
});

test('takes a transcript of the user instead', async () => {
  const own = in_('own.vtt');
  await writeFile(own, 'WEBVTT\n\n00:01.000 --> 00:04.000\n<v Ana>My knee hurts since Tuesday.\n');
  const { code, stdout } = await tour('--file', own);
  expect(code).toBe(0);
  expect(stdout).toContain('My knee hurts since Tuesday.');
  expect(await readdir(in_())).toEqual(['own.vtt']);
});

test("says in the host's own words why a file is refused, and leaves nothing behind", async () => {
  const own = in_('own.pdf');
  await writeFile(own, '%PDF-1.7\n');
  const { code, stderr } = await tour('--file', own);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^\S.+\n$/);
  expect(stderr).not.toContain('    at ');
  expect(await readdir(in_())).toEqual(['own.pdf']);
});

test('says that there is no such file', async () => {
  const { code, stderr } = await tour('--file', in_('none.vtt'));
  expect(code).toBe(1);
  expect(stderr).toContain('none.vtt');
});

test('leaves nothing behind when it is broken off', async () => {
  await mkdir(in_('tmp'));
  const child = launch(['try'], { environment: { TMPDIR: in_('tmp') } });
  // The tour has begun: its host runs.
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  await once(child, 'close');
  expect(child.signalCode).toBeNull();
  expect(await readdir(in_('tmp'))).toEqual([]);
});
