import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/provider.ts';
import { cli, startCli } from './testing.ts';

const folder = await temporaryFolder();
const host = await startCli(['--data', join(folder.path, 'data')]);
afterAll(async () => {
  await host.stop();
  await folder.remove();
});

const people = (...args: readonly string[]) => cli(['people', ...args, '--url', host.url, '--key', host.key]);
const link = /^http:\/\/127\.0\.0\.1:\d+\/console\/invitation\/[\w-]{43}\n$/;

test('people are invited, listed, disabled and given another link', async () => {
  const made = await people('invite', 'Ada@practice.example', '--name', 'Ada', '--roles', 'clinician, developer');
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(link) });
  expect((await people('list')).stdout).toMatch(/^ada@practice\.example +Ada +clinician,developer +enabled +never$/m);
  expect(await people('disable', 'ada@practice.example')).toEqual({
    ...{ code: 0, stdout: 'disabled ada@practice.example\n', stderr: '' },
  });
  expect((await people('list')).stdout).toContain('disabled');
  expect((await people('enable', 'ADA@practice.example')).code).toBe(0);
  expect(await people('reset', 'ada@practice.example')).toMatchObject({ stdout: expect.stringMatching(link) });
});

test('each role that the help names can be given', async () => {
  const named = /--roles LIST +what the person may do: (.*); default/.exec(
    (await cli(['people', '--help'])).stdout,
  )?.[1];
  const all = (named ?? '').replace(/, which.*/, '').split(/, (?:or )?/);
  expect(all).toContain('a role or scope of a plugin');
  const roles = all.filter((role) => role !== 'a role or scope of a plugin');
  expect(roles).toContain('operator');
  const made = await people('invite', 'all@practice.example', '--name', 'All', '--roles', roles.join(','));
  expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('valid until') });
});

test.each(['automations', 'people'])('a key with the scope that the help of %s names is enough', async (command) => {
  const [, scope = ''] =
    /--key KEY +an API key with the scope (\w+)/.exec((await cli([command, '--help'])).stdout) ?? [];
  const made = await cli(['keys', 'create', '--scopes', scope, '--data', join(folder.path, 'data')]);
  const args = command === 'people' ? ['list'] : [];
  const done = await cli([command, ...args, '--url', host.url, '--key', made.stdout.trim()]);
  expect(done).toMatchObject({ code: 0, stderr: '' });
});

test('a mistake is explained', async () => {
  expect((await people('invite', 'x@y.example')).stderr).toContain('missing: --name NAME');
  expect((await people('invite', 'x@y.example', '--name', 'X', '--roles', 'boss')).stderr).toContain('admin');
  expect((await people('disable', 'nobody@y.example')).stderr).toContain('nobody with the address nobody@y.example');
});
