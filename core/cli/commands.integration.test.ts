import { expect, test } from 'vitest';
import { version } from '../api/package.ts';
import { cli } from './testing.ts';

test('says which version it is', async () => {
  expect(await cli(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test('says what it can do when it is asked', async () => {
  const { code, stdout } = await cli(['--help']);
  expect(code).toBe(0);
  expect(stdout).toContain('Usage: chronoscribe COMMAND');
});

test('says what it can do, as a failure, when it is told nothing', async () => {
  const { code, stdout, stderr } = await cli([]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('Usage: chronoscribe COMMAND');
});

test('guesses which command was meant', async () => {
  const { code, stderr } = await cli(['strat']);
  expect(code).toBe(1);
  expect(stderr).toContain('unknown command "strat"; known: start, dev, check');
  expect(stderr).toContain('did you mean "start"?');
});

test('explains each command', async () => {
  const names = ['start', 'check', 'doctor', 'keys', 'openapi', 'new', 'try'];
  const explained = await Promise.all(names.map((name) => cli([name, '--help'])));
  const usages = names.map((name) => expect.stringMatching(new RegExp(`^Usage: chronoscribe ${name} `)));
  expect(explained).toEqual(usages.map((stdout) => ({ code: 0, stdout, stderr: '' })));
});

test.each([
  [['start', '--prot', '1'], "Unknown option '--prot'"],
  [['start', '--port'], "Option '--port <value>' argument missing"],
  [['check', 'clinic.yaml'], 'not understood: clinic.yaml'],
  [['keys'], 'expected one of: create, list, rotate, revoke, accounts'],
  [['keys', 'revoke'], 'missing: ID'],
  [['new', 'plugin'], 'missing: NAME'],
])('refuses %j, and shows how it is used', async (args, message) => {
  const { code, stdout, stderr } = await cli(args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(`${message}\n\nUsage: chronoscribe ${args[0]} `);
});
