import { afterAll, expect, test } from 'vitest';
import { testHost } from '../testing/host.ts';
import { cli } from './testing.ts';

const host = await testHost();
afterAll(() => host.stop());

const seed = (...args: readonly string[]) => cli(['seed', ...args]);

test('gives a running host events to play with; a second time it leaves them as they are', async () => {
  const first = await seed('history', '--url', host.url, '--key', host.key);
  expect({ ...first, stdout: first.stdout.replace(/\d+/, 'N') }).toEqual({
    code: 0,
    stdout: 'N events recorded\n',
    stderr: '',
  });
  const checked = await host.call('GET', '/v1/check-paradox');
  expect(checked.json).toMatchObject({ timeline_stability: 'Stable', findings: [] });
  const again = await seed('history', '--url', host.url, '--key', host.key);
  expect(again.stdout).toMatch(/^0 events recorded, \d{3} were there already\n$/);
});

test('takes the key from the environment', async () => {
  const { key } = await host.newAccount();
  const seeded = await cli(['seed', 'history', '--url', host.url], { environment: { CHRONOSCRIBE_API_KEY: key } });
  expect(seeded.stdout).toMatch(/^\d{3} events recorded\n$/);
});

test.each([
  ['a collection that is not there', ['histroy', '--key', 'k'], /histroy.*history/s],
  ['no key', ['history'], /--key KEY/],
  ['a timeline that is not there', ['history', '--timeline', 'no', '--key'], /There is no timeline "no"/],
  ['a key that is none', ['history', '--key', 'csk_nothing'], /key/i],
])('is refused for %s, with how to mend it', async (_what, args, said) => {
  const withKey = args.at(-1) === '--key' ? [...args, host.key] : args;
  const refused = await seed(...withKey, '--url', host.url);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(said);
});

test('says where it looked for a host that does not answer', async () => {
  const refused = await seed('history', '--key', 'k', '--url', 'http://127.0.0.1:9');
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('No host answers at http://127.0.0.1:9') });
});
