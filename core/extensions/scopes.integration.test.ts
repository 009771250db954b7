import { definePlugin, pluginRoles, pluginScopes, route } from 'chronoscribe';
import { testHost } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { joined } from '../../plugins/console/testing/people.ts';

const response = z.object({ sent: z.int() });
const book = pluginScopes.add({ name: 'couriers.send', about: 'Sends couriers', roles: ['clinician', 'viewer'] });
const desk = pluginRoles.add({
  name: 'couriers.desk',
  about: 'Sends couriers, and reads notes',
  scopes: ['couriers.send'],
  reads: ['clinical'],
});
const couriers = (more: object = {}) =>
  definePlugin({
    name: 'couriers',
    auth: 'couriers.send',
    extends: [book, desk],
    routes: () => [
      route({ method: 'GET', path: '/couriers', summary: 'Count', response, handle: () => ({ sent: 0 }) }),
      route({ method: 'POST', path: '/couriers', summary: 'Send', response, handle: () => ({ sent: 1 }) }),
    ],
    ...more,
  });

/** A host with the plugin, and how it answers who reads and who changes. */
async function hosting() {
  const host = await testHost({ plugins: [couriers()] });
  onTestFinished(host.stop);
  const answers = async (call: (method: 'GET' | 'POST') => Promise<{ readonly status: number }>) => [
    (await call('GET')).status,
    (await call('POST')).status,
  ];
  const newKey = async (...scopes: readonly string[]) => {
    const made = await host.call('POST', '/admin/keys', { json: { account_id: 'default', scopes } });
    return { ...made, key: z.object({ key: z.string() }).safeParse(made.json).data?.key ?? '' };
  };
  return { host, answers, newKey };
}

test('a key is given the scope of a plugin, and calls its routes and no others', async () => {
  const { host, answers, newKey } = await hosting();
  const called = (key: string) => answers((method) => host.call(method, '/couriers', { key }));
  const { key, json } = await newKey('couriers.send');
  expect(json).toMatchObject({ scopes: ['couriers.send'] });
  expect(await called(key)).toEqual([200, 200]);
  expect((await host.call('GET', '/api/v1/transcripts', { key })).status).toBe(403);
  expect(await called((await newKey('admin')).key)).toEqual([200, 200]);
  const { text } = await host.call('GET', '/couriers', { key: (await newKey('time', 'clinical')).key });
  expect(text).toContain('This key lacks the scope \\"couriers.send\\" or \\"admin\\"');
  const unknown = await newKey('couriers.sent');
  expect([unknown.status, unknown.text]).toEqual([422, expect.stringContaining('couriers.send')]);
});

test.each([
  ['a clinician, whom the plugin names,', ['clinician'], [200, 200]],
  ['a viewer, whom the plugin names,', ['viewer'], [200, 403]],
  ['a developer, whom it does not name,', ['developer'], [403, 403]],
  ['a developer who is given the scope', ['developer', 'couriers.send'], [200, 200]],
  ['who has a role of the plugin', ['couriers.desk'], [200, 200]],
  ['an administrator', ['admin'], [200, 200]],
  ['an operator', ['operator'], [403, 403]],
])('%s may in it what the role allows', async (_who, roles, expected) => {
  const { host, answers } = await hosting();
  const { browser } = await joined(host, roles);
  expect(await answers((method) => browser.call(method, '/couriers'))).toEqual(expected);
  const offered = await browser.call('GET', '/api/v1/console/extensions');
  expect(offered.json).toMatchObject({
    scopes: [{ name: 'couriers.send', about: 'Sends couriers' }],
    roles: [{ name: 'couriers.desk', about: 'Sends couriers, and reads notes' }],
  });
});

test('a role of a plugin opens its scopes and no other, reads alone where it says so, and is given to no key', async () => {
  const { host, newKey } = await hosting();
  const { browser } = await joined(host, ['couriers.desk']);
  const session = await browser.call('GET', '/api/v1/session');
  expect(session.json).toMatchObject({ scopes: ['couriers.send', 'clinical'], read_only: ['clinical'] });
  expect((await browser.call('GET', '/api/v1/transcripts')).status).toBe(200);
  expect((await browser.call('POST', '/api/v1/transcripts/batch')).status).toBe(403);
  expect((await browser.call('GET', '/v1/clocks')).status).toBe(403);
  expect((await newKey('couriers.desk')).status).toBe(422);
});

test('scope and role stand in the description of the API, for programs and for people', async () => {
  const { host } = await hosting();
  const { json } = await host.call('GET', '/openapi.json');
  expect(json).toMatchObject({
    info: {
      description: expect.stringContaining(
        'The scope couriers.send: Sends couriers. The role couriers.desk: Sends couriers, and reads notes.',
      ),
    },
    'x-extension-points': { 'chronoscribe.scopes': ['couriers'], 'chronoscribe.roles': ['couriers'] },
    paths: { '/couriers': { get: { security: expect.arrayContaining([{ bearer: ['couriers.send'] }]) } } },
  });
  const { text } = await host.call('GET', '/docs');
  expect(text).toContain('Needs a key with the scope couriers.send or admin.');
});

const role = (more: Partial<Parameters<typeof pluginRoles.add>[0]>) =>
  pluginRoles.add({ name: 'couriers.desk', about: 'The desk', scopes: [], ...more });
const oidc = { issuer: 'https://id.example', clientId: 'host', roleClaim: 'groups', roles: { desk: 'couriers.sent' } };

test('groups of an identity provider have a role of a plugin', async () => {
  const withRole = { ...oidc, roles: { desk: ['couriers.desk', 'couriers.send'] } };
  const config = { plugins: { console: { with: { oidc: withRole } } } };
  const host = await testHost({ plugins: [couriers()], config });
  expect((await host.call('GET', '/api/v1/session/methods')).json).toMatchObject({ oidc: { name: 'Single sign-on' } });
  await host.stop();
});

test.each<readonly [what: string, options: () => Parameters<typeof testHost>[0], said: string]>([
  [
    'a scope that no plugin brings',
    () => ({ plugins: [couriers({ extends: [] })] }),
    'plugin couriers: unknown scope "couriers.send"; known: time',
  ],
  [
    'a scope that another name has',
    () => ({ plugins: [couriers({ auth: 'couriers.sends' })] }),
    'did you mean "couriers.send"? (a plugin brings one by pluginScopes.add({ name: "couriers.sends"',
  ],
  [
    'a scope that another plugin brings',
    () => ({ plugins: [couriers(), couriers({ name: 'vans', routes: () => [] })] }),
    'chronoscribe.scopes "couriers.send" is declared by plugin couriers and plugin vans. Disable one of them, or rename it.',
  ],
  [
    'a role with a scope that no plugin brings',
    () => ({ plugins: [couriers({ extends: [book, role({ scopes: ['couriers.sent'] })] })] }),
    'plugin couriers: role "couriers.desk": unknown scope "couriers.sent"; known: time',
  ],
  [
    'a role that administers',
    () => ({ plugins: [couriers({ extends: [book, role({ scopes: ['admin'] as never })] })] }),
    'extension of chronoscribe.roles: scopes.0: ',
  ],
  [
    'a role that is called as a scope',
    () => ({ plugins: [couriers({ extends: [book, role({ name: 'couriers.send' })] })] }),
    'the scope or role "couriers.send" is declared by plugin couriers and plugin couriers. Remove one of them, or rename',
  ],
  [
    'a scope of a wrong form',
    () => ({ plugins: [couriers({ auth: 'Couriers.send' })] }),
    'plugin "couriers": auth: unknown scope "Couriers.send"',
  ],
  [
    'a scope for a role that does not exist',
    () => {
      const roles = ['nurse'] as never;
      return { plugins: [couriers({ extends: [pluginScopes.add({ name: 'couriers.send', about: 'Sends', roles })] })] };
    },
    'roles.0: expected one of clinician, viewer, developer, got "nurse"',
  ],
  [
    'roles of an identity provider that no plugin brings',
    () => ({ plugins: [couriers()], config: { plugins: { console: { with: { oidc } } } } }),
    'oidc.roles: unknown role "couriers.sent"',
  ],
])('%s stops the start', async (_what, options, said) => {
  await expect((async () => testHost(options()))()).rejects.toThrow(said);
});
