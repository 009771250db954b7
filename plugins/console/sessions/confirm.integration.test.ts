import { testHost } from 'chronoscribe/testing';
import { TOTP } from 'otpauth';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { testAuthenticator } from '../testing/authenticator.ts';
import { type TestBrowser, testBrowser } from '../testing/browser.ts';
import { sleepFor } from '../testing/later.ts';
import { auditEntries, joined, password } from '../testing/people.ts';

const sixMinutes = 6 * 60_000;
const origin = 'http://localhost';

const host = await testHost();
afterAll(() => host.stop());

const confirm = (browser: TestBrowser, json: object, headers = {}) =>
  browser.call('POST', '/api/v1/session/confirm', { json, headers });
const typeOf = ({ status, text }: { readonly status: number; readonly text: string }) => [
  status,
  /confirmation[-_]\w+/.exec(text)?.[0],
];

describe('a session whose owner has proved nothing for six minutes', () => {
  test('is refused an act on another account in an entry that only operators see', async () => {
    const { browser } = await joined(host, ['operator', 'admin']);
    const { account } = await host.newAccount();
    sleepFor(sixMinutes);
    expect((await browser.call('DELETE', `/admin/accounts/${account}`)).status).toBe(403);
    expect((await auditEntries(host)).findLast(({ record }) => record === account)).toMatchObject({
      account: null,
      action: 'DELETE /admin/accounts/{id}',
      outcome: 403,
    });
  });

  test('changes no factor, no password, no person and no key, and reads and works as before', async () => {
    const { browser, person } = await joined(host, ['operator', 'admin', 'developer']);
    const made = await host.call('POST', '/admin/keys', { json: { account_id: 'default' } });
    const { id } = z.object({ id: z.string() }).parse(made.json);
    sleepFor(sixMinutes);
    const refused: readonly (readonly [string, string, object?])[] = [
      ['POST', '/api/v1/people/me/totp'],
      ['POST', '/api/v1/people/me/totp/confirm', { code: '123456' }],
      ['DELETE', '/api/v1/people/me/totp'],
      ['POST', '/api/v1/passkeys/options'],
      ['POST', '/api/v1/passkeys', { name: 'x', challenge_id: 'x', response: {} }],
      ['DELETE', '/api/v1/passkeys/none'],
      ['PATCH', '/api/v1/people/me', { password: { new: 'kaffee wolke fahrrad mond' } }],
      ['PATCH', '/api/v1/people/me', { name: 'Dr. Somebody Else' }],
      ['POST', '/api/v1/people', { email: 'thief@x.example', name: 'T', roles: ['admin'] }],
      ['PATCH', `/api/v1/people/${person.id}`, { roles: ['admin'] }],
      ['POST', `/api/v1/people/${person.id}/reset`],
      ['POST', '/admin/keys', { account_id: 'default', scopes: ['admin'], expires_at: null }],
      ['POST', `/admin/keys/${id}/rotate`, {}],
      ['DELETE', `/admin/keys/${id}`],
      ['POST', '/admin/accounts', { name: 'x' }],
      ['DELETE', '/admin/accounts/none'],
      ['DELETE', '/api/v1/sessions/ses_none'],
      ['DELETE', '/api/v1/session?everywhere=true'],
    ];
    for (const [method, path, json] of refused) {
      const answer = await browser.call(method, path, json === undefined ? {} : { json });
      expect([method, path, answer.status]).toEqual([method, path, 403]);
      expect(answer.text).toMatch(/confirmation[-_]required/);
      // A key that is sent beside the cookie does not stand for its owner.
      const beside = await browser.call(method, path, { ...(json && { json }), headers: { 'x-api-key': 'csk_none' } });
      expect([path, beside.status >= 400]).toEqual([path, true]);
    }
    expect((await browser.call('GET', '/api/v1/people')).status).toBe(200);
    expect((await browser.call('PATCH', '/api/v1/people/me', { json: { scheme: 'dark' } })).status).toBe(200);
    expect((await browser.call('POST', '/v1/fast-forward', { json: { duration: '1m' } })).status).toBe(200);
    // Keys need no proof.
    expect((await host.call('DELETE', `/admin/keys/${id}`)).status).toBe(204);
    expect((await browser.call('DELETE', '/api/v1/session')).status).toBe(204);
  });

  test('may again after the password, for five minutes', async () => {
    const { browser, person } = await joined(host, ['admin']);
    sleepFor(sixMinutes);
    const make = () => browser.call('POST', '/admin/keys', { json: { account_id: 'default' } });
    expect((await make()).status).toBe(403);
    expect(typeOf(await confirm(browser, { password: 'not the password' }))).toEqual([403, 'confirmation_refused']);
    expect((await make()).status).toBe(403);
    expect((await confirm(browser, { password })).status).toBe(200);
    expect((await make()).status).toBe(201);
    sleepFor(sixMinutes);
    expect((await make()).status).toBe(403);
    const entries = (await auditEntries(host)).filter((entry) => entry.person === person.id);
    expect(entries.filter(({ action }) => action === 'POST /api/v1/session/confirm')).toMatchObject([
      { outcome: 403 },
      { outcome: 200 },
    ]);
  });

  test('may again after a code or a passkey of its owner, and of nobody else', async () => {
    const { browser } = await joined(host, ['clinician']);
    const { secret } = z
      .object({ secret: z.string() })
      .parse((await browser.call('POST', '/api/v1/people/me/totp')).json);
    const code = () => new TOTP({ secret }).generate({ timestamp: Date.now() });
    expect(typeOf(await confirm(browser, { code: code() }))).toEqual([403, 'confirmation_refused']);
    await browser.call('POST', '/api/v1/people/me/totp/confirm', { json: { code: code() } });
    const authenticator = testAuthenticator('localhost');
    const headers = { host: 'localhost' };
    const challenge = z.looseObject({ challenge_id: z.string(), challenge: z.string() });
    const asked = challenge.parse((await browser.call('POST', '/api/v1/passkeys/options', { headers })).json);
    const added = await browser.call('POST', '/api/v1/passkeys', {
      headers,
      json: { name: 'Key', challenge_id: asked.challenge_id, response: authenticator.create(asked, origin) },
    });
    expect(added.status).toBe(201);
    sleepFor(sixMinutes);

    const passkey = async () => {
      const options = challenge.parse(
        (await browser.call('POST', '/api/v1/session/passkey/options', { headers })).json,
      );
      return { challenge_id: options.challenge_id, response: authenticator.get(options, origin) };
    };
    const other = await joined(host, ['clinician']);
    expect(typeOf(await confirm(other.browser, { passkey: await passkey() }, headers))).toEqual([
      403,
      'confirmation_refused',
    ]);
    const answer = await passkey();
    expect((await confirm(browser, { passkey: answer }, headers)).status).toBe(200);
    expect((await confirm(browser, { passkey: answer }, headers)).status).toBe(422);
    expect((await browser.call('DELETE', '/api/v1/people/me/totp')).status).toBe(204);
  });

  test('takes one proof at a time, from pages of this host alone, and a limited number', async () => {
    const { browser, email } = await joined(host, ['admin']);
    sleepFor(sixMinutes);
    expect((await confirm(browser, {})).status).toBe(422);
    expect((await confirm(browser, { password, code: '1' })).status).toBe(422);
    expect((await confirm(browser, { password }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await confirm(testBrowser(host), { password })).status).toBe(401);
    const statuses = [];
    for (let guess = 0; guess < 12; guess += 1) {
      statuses.push((await confirm(browser, { password: `guess ${guess}` })).status);
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([403, 429]);
    expect((await confirm(browser, { password })).status).toBe(429);
    // Who knows the password signs in, which is a proof too.
    expect((await browser.call('POST', '/api/v1/session', { json: { email, password } })).status).toBe(200);
    expect((await browser.call('POST', '/admin/keys', { json: { account_id: 'default' } })).status).toBe(201);
  });
});

test('a session of a key is confirmed with that key', async () => {
  const browser = testBrowser(host);
  await browser.call('POST', '/api/v1/session', { json: { key: host.key } });
  sleepFor(sixMinutes);
  const make = () => browser.call('POST', '/admin/accounts', { json: { name: 'Nord' } });
  expect((await make()).status).toBe(403);
  expect((await confirm(browser, { password })).status).toBe(403);
  const { key } = await host.newAccount();
  expect((await confirm(browser, { key })).status).toBe(403);
  expect((await confirm(browser, { key: host.key })).status).toBe(200);
  expect((await make()).status).toBe(201);
});

test('an idle session ends by the wall clock, also if the machine slept, and what a page asks by itself is no use of it', async () => {
  const { browser } = await joined(host, ['clinician']);
  const { browser: polling } = await joined(host, ['clinician']);
  const background = { headers: { 'x-chronoscribe-background': 'true' } };
  for (let minutes = 0; minutes < 30; minutes += 10) {
    sleepFor(10 * 60_000);
    await polling.call('GET', '/api/v1/runs', background);
    if (minutes < 20) expect((await browser.call('GET', '/api/v1/runs')).status).toBe(200);
  }
  expect((await polling.call('GET', '/api/v1/runs', background)).status).toBe(401);
  expect((await browser.call('GET', '/api/v1/runs')).status).toBe(200);
  sleepFor(2 * 3_600_000);
  expect((await browser.call('GET', '/api/v1/runs')).status).toBe(401);
});

/** Unsafe operations that give and take no access, or that prove by themselves who may. Another one needs a reason to be here. */
const withoutConfirmation = [
  // Signing in, by what proves it.
  'POST /api/v1/session',
  'POST /api/v1/session/confirm',
  'POST /api/v1/session/passkey',
  'POST /api/v1/session/passkey/options',
  'POST /api/v1/session/oidc/code',
  'POST /api/v1/invitations/{token}',
  // Signing out; everywhere, the handler asks for a proof.
  'DELETE /api/v1/session',
  // Name and screens; for another password, the handler asks for the present one or a proof.
  'PATCH /api/v1/people/me',
  // It reads: a definition is too long for an address.
  'POST /api/v1/automations/{name}/outlook',
  // What sections a note has gives nobody access to anything.
  'PUT /api/v1/templates/{name}',
  'DELETE /api/v1/templates/{name}',
];

test('every operation that changes people, factors, keys or accounts declares that a session needs a proof', async () => {
  const own = await testHost({
    config: { plugins: { console: { with: { oidc: { issuer: 'https://id.example', clientId: 'x' } } } } },
  });
  onTestFinished(() => own.stop());
  const Operation = z.looseObject({
    tags: z.array(z.string()),
    security: z.array(z.record(z.string(), z.array(z.string()))),
    'x-confirmation': z.boolean().default(false),
  });
  const document = z
    .object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })
    .parse((await own.call('GET', '/openapi.json', { key: null })).json);
  const unsafe = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      return ['get', 'head', 'options'].includes(method) ? [] : [{ name, path, operation }];
    }),
  );
  const givesAccess = unsafe.filter(
    ({ path, operation: { tags, security } }) =>
      tags.includes('console') ||
      path.startsWith('/admin/') ||
      // Neither a public route nor one of an everyday scope.
      security.some((scheme) =>
        Object.values(scheme)
          .flat()
          .some((scope) => !['time', 'clinical'].includes(scope)),
      ),
  );
  expect(givesAccess.length).toBeGreaterThan(20);
  const missing = givesAccess.filter(({ operation }) => !operation['x-confirmation']).map(({ name }) => name);
  expect(missing.toSorted()).toEqual(withoutConfirmation.toSorted());
});
