import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/provider.ts';
import { cli, startCli } from './testing.ts';

const folder = await temporaryFolder();
const host = await startCli(['--data', join(folder.path, 'data')]);
afterAll(async () => {
  await host.stop();
  await folder.remove();
});

const keys = (...args: readonly string[]) => cli(['keys', ...args, '--data', join(folder.path, 'data')]);

async function statusWith(key: string, path: string): Promise<number> {
  const { status } = await fetch(new URL(path, host.url), { headers: { authorization: `Bearer ${key}` } });
  return status;
}

describe('beside a running host', () => {
  test('a key that is made is good at once, for what it may do, and refused as soon as it is revoked', async () => {
    const made = await keys('create', '--name', 'reception', '--scopes', 'clinical');
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^csk_[\w-]{32}\n$/) });
    expect(made.stderr).toContain('Keep it now: it is not shown again.');
    const key = made.stdout.trim();
    expect(await statusWith(key, '/api/v1/runs')).toBe(200);
    expect(await statusWith(key, '/v1/current-time')).toBe(403);

    const id = /key_\S+/.exec(made.stderr)?.[0] ?? '';
    expect(await keys('revoke', id)).toEqual({ code: 0, stdout: `revoked ${id}\n`, stderr: '' });
    expect(await statusWith(key, '/api/v1/runs')).toBe(401);
  });

  test('gives a key a new secret, after which the one before is refused', async () => {
    const made = await keys('create', '--scopes', 'clinical', '--ip', '127.0.0.0/8, ::1');
    const id = /key_\S+/.exec(made.stderr)?.[0] ?? '';
    const rotated = await keys('rotate', id);
    expect(rotated.stderr).toContain(id);
    expect(rotated.stderr).toMatch(/^used from +127\.0\.0\.0\/8, ::1$/m);
    expect(await statusWith(made.stdout.trim(), '/api/v1/runs')).toBe(401);
    expect(await statusWith(rotated.stdout.trim(), '/api/v1/runs')).toBe(200);
  });

  test('lists keys without showing them', async () => {
    await keys('create', '--name', 'reception', '--expires', '2130-01-31T00:00:00+01:00');
    const { code, stdout } = await keys('list');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ID +ACCOUNT +NAME +SCOPES +CREATED +EXPIRES +LAST USED +USED FROM$/m);
    expect(stdout).toMatch(/^key_\S+ +default +first key +time,clinical,admin,operator +\S+ +never +never +any$/m);
    expect(stdout).toMatch(/^key_\S+ +default +reception +time,clinical +\S+ +2130-01-30T23:00:00\.000Z +never +any$/m);
    expect(stdout).not.toContain('csk_');
  });

  test('lists accounts, and makes keys for them', async () => {
    const response = await fetch(new URL('/admin/accounts', host.url), {
      method: 'POST',
      headers: { 'x-api-key': host.key, 'content-type': 'application/json' },
      body: '{"name": "North Clinic"}',
    });
    expect(response.status).toBe(201);
    const { stdout } = await keys('accounts');
    const account = /^(acc_\S+) +North Clinic$/m.exec(stdout)?.[1] ?? '';
    const { stderr } = await keys('create', '--account', account);
    expect(stderr).toMatch(new RegExp(`^account +${account}$`, 'm'));
  });
});

describe('what cannot be', () => {
  test.each([
    [
      ['create', '--account', 'nobody'],
      'There is no account "nobody". POST /admin/accounts creates one, GET /admin/accounts lists them.\n',
    ],
    [['revoke', 'key_nobody'], 'There is no key "key_nobody".\n'],
  ])('%j names what is not there', async (args, stderr) => {
    expect(await keys(...args)).toEqual({ code: 1, stdout: '', stderr });
  });

  test('every option that is wrong is named', async () => {
    const { code, stdout, stderr } = await keys('create', '--scopes', 'time,tiem', '--expires', '2020-01-01T00:00:00Z');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^--scopes: expected one of time, clinical, admin, operator, or text like \S+\n--expires: that time has passed\n\nUsage:/,
    );
  });

  test('a mistyped data folder is not made', async () => {
    const { code, stderr } = await cli(['keys', 'list', '--data', join(folder.path, 'daat')]);
    expect(code).toBe(1);
    expect(stderr).toBe(
      `There is no data folder ${join(folder.path, 'daat')}. Name another with --data, or start the host once to make it.\n`,
    );
    await expect(access(join(folder.path, 'daat'))).rejects.toThrow();
  });
});

test('a key is given the scope of a plugin, which is asked for its names', async () => {
  const [index, zod] = [import.meta.resolve('../index.ts'), import.meta.resolve('zod')];
  await writeFile(
    join(folder.path, 'couriers.ts'),
    `import { definePlugin, pluginScopes, route } from '${index}';
import { z } from '${zod}';
const extended = [pluginScopes.add({ name: 'couriers.send', about: 'Sends couriers' })];
export default definePlugin({ name: 'couriers', auth: 'couriers.send', extends: extended, routes: () => [] });
`,
  );
  const config = join(folder.path, 'couriers.yaml');
  await writeFile(config, 'plugins: { couriers: { use: ./couriers.ts } }\n');
  const made = await keys('create', '--scopes', 'time,couriers.send', '--config', config);
  expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('time, couriers.send') });
  expect(await keys('create', '--scopes', 'couriers.sent', '--config', config)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('unknown scope "couriers.sent"; known: time'),
  });
  expect(await keys('create', '--scopes', 'couriers.send')).toMatchObject({ code: 1 });
  const checked = await cli(['doctor', '--config', config, '--data', join(folder.path, 'data')]);
  expect(checked.stdout).toContain('scope couriers.send: Sends couriers');
});
