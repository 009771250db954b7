import { randomUUID } from 'node:crypto';
import { type TestHost, testHost } from 'chronoscribe/testing';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type TestBrowser, testBrowser } from '../testing/browser.ts';
import { freePort } from '../testing/free-port.ts';
import { startIdentityProvider, type TestIdentityProvider } from '../testing/identity-provider.ts';
import { sleepFor } from '../testing/later.ts';
import { auditEntries, invited, joined, password } from '../testing/people.ts';

let host: TestHost;
let assuming: TestHost;
let provider: TestIdentityProvider;
let assumed: TestIdentityProvider;

let address = 0;
const named = (own: TestHost, name: string): TestHost => ({
  ...own,
  call: (method, path, options = {}) =>
    own.call(method, path, {
      ...options,
      // Each from an address of its own, so that many tests can sign in.
      headers: { host: name, 'x-forwarded-for': `192.0.2.${(address++ % 250) + 1}`, ...options.headers },
    }),
});

beforeAll(async () => {
  const start = async (settings: object) => {
    const name = `localhost:${await freePort()}`;
    const identities = await startIdentityProvider(`http://${name}/api/v1/session/oidc/callback`);
    const oidc = { ...identities.settings, roleClaim: 'groups', roles: { doctors: 'clinician' }, ...settings };
    const own = await testHost({
      config: { http: { trustedProxies: ['127.0.0.1'] }, plugins: { console: { with: { oidc } } } },
    });
    return { host: named(own, name), identities };
  };
  ({ host, identities: provider } = await start({}));
  ({ host: assuming, identities: assumed } = await start({ emailVerified: 'assumed' }));
});
afterAll(async () => {
  for (const each of [host, assuming, provider, assumed]) await each.stop();
});

const claimed = (claims: Readonly<Record<string, unknown>>, identities = provider) => {
  const id = randomUUID();
  identities.accounts.set(id, claims);
  return id;
};
const signIn = async (id: string, browser: TestBrowser, at = { identities: provider, query: '' }) => {
  const begun = await browser.call('GET', `/api/v1/session/oidc/start?return_to=/console/visits${at.query}`);
  const returned = await at.identities.signIn(begun.headers.get('location') ?? '', id);
  const answer = await browser.call('GET', returned.pathname + returned.search, {
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  return answer.headers.get('location');
};
const isIn = async (browser: TestBrowser) => (await browser.call('GET', '/api/v1/session')).status === 200;
const notInvited = '/console/sign-in?error=not-invited';

test.each([
  ['is missing', {}],
  ['is the text "true"', { email_verified: 'true' }],
  ['is 1', { email_verified: 1 }],
  ['is null', { email_verified: null }],
  ['is false', { email_verified: false }],
])('an address whose email_verified %s brings nobody in', async (_, claims) => {
  const email = `${randomUUID()}@practice.example`;
  await invited(host, { email, name: 'X', roles: ['admin'] });
  const browser = testBrowser(host);
  expect(await signIn(claimed({ email, groups: ['doctors'], ...claims }), browser)).toBe(notInvited);
  expect(await isIn(browser)).toBe(false);
});

test('a setting takes the address of a provider that never says so, and still not one that it says is unverified', async () => {
  const at = { identities: assumed, query: '' };
  const email = `${randomUUID()}@practice.example`;
  await invited(assuming, { email, name: 'X', roles: ['viewer'] });
  for (const email_verified of [false, 'false']) {
    expect(await signIn(claimed({ email, email_verified }, assumed), testBrowser(assuming), at)).toBe(notInvited);
  }
  const browser = testBrowser(assuming);
  expect(await signIn(claimed({ email: email.toUpperCase() }, assumed), browser, at)).toBe('/console/visits');
  expect(await isIn(browser)).toBe(true);
});

test('a letter that only looks like another in lower case is not that other one', async () => {
  // U+212A KELVIN SIGN is k in lower case.
  await invited(host, { email: 'kim@practice.example', name: 'Kim', roles: ['admin'] });
  for (const email of ['\u212Aim@practice.example', 'kim@practice.example\u0000', ' kim@pr\u0430ctice.example']) {
    expect(await signIn(claimed({ email, email_verified: true }), testBrowser(host))).toBe(notInvited);
  }
});

test('who has a password is linked after a sign-in with it in the same browser, and not before', async () => {
  const { email, person } = await joined(host, ['clinician']);
  const id = claimed({ email, email_verified: true });
  const browser = testBrowser(host);
  const waiting = '/console/sign-in?pending=link&return_to=%2Fvisits';
  expect(await signIn(id, browser)).toBe(waiting);
  expect(await isIn(browser)).toBe(false);

  // Somebody else who signs in here is not linked with it.
  const other = await joined(host, ['clinician']);
  await browser.call('POST', '/api/v1/session', { json: { email: other.email, password } });
  await browser.call('DELETE', '/api/v1/session');
  // Nor is it linked by the person in another browser.
  await testBrowser(host).call('POST', '/api/v1/session', { json: { email, password } });
  expect(await signIn(id, testBrowser(host))).toBe(waiting);

  expect((await browser.call('POST', '/api/v1/session', { json: { email, password } })).status).toBe(200);
  expect(await auditEntries(host)).toContainEqual(
    expect.objectContaining({ action: 'link with the identity provider', person: person.id }),
  );
  const later = testBrowser(host);
  expect(await signIn(id, later)).toBe('/console/visits');
  expect((await later.call('GET', '/api/v1/session')).json).toMatchObject({ person: { id: person.id } });
  // Another identity with the same address is a stranger from then on.
  expect(await signIn(claimed({ email, email_verified: true }), testBrowser(host))).toBe(notInvited);
});

test('a disabled person is not linked', async () => {
  const { email, person } = await joined(host, ['clinician']);
  await host.call('PATCH', `/api/v1/people/${person.id}`, { json: { disabled: true } });
  expect(await signIn(claimed({ email, email_verified: true }), testBrowser(host))).toBe(notInvited);
});

/** A person who is linked, and has an authenticator. */
const withTotp = async () => {
  const { email, browser } = await joined(host, ['clinician']);
  const { secret } = z
    .object({ secret: z.string() })
    .parse((await browser.call('POST', '/api/v1/people/me/totp')).json);
  const code = (steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
  await browser.call('POST', '/api/v1/people/me/totp/confirm', { json: { code: code(-1) } });
  const id = claimed({ email, email_verified: true });
  const linking = testBrowser(host);
  await signIn(id, linking);
  await linking.call('POST', '/api/v1/session', { json: { email, password, code: code() } });
  return { id, email, code };
};

test('asks for the second factor that the provider has not asked for, once, and in the browser that began', async () => {
  const { id, code } = await withTotp();
  const browser = testBrowser(host);
  expect(await signIn(id, browser)).toBe('/console/sign-in?pending=code&return_to=%2Fvisits');
  expect(await isIn(browser)).toBe(false);
  const send = (tried: string, by = browser) => by.call('POST', '/api/v1/session/oidc/code', { json: { code: tried } });
  expect((await send('000000')).status).toBe(401);
  expect((await send(code(1), testBrowser(host))).status).toBe(403);
  expect(await isIn(browser)).toBe(false);
  expect((await send(code(1))).status).toBe(200);
  expect(await isIn(browser)).toBe(true);
  expect((await send(code(1))).status).toBe(403);
});

test.each([
  [['pwd', 'mfa'], true],
  [['otp'], true],
  [['hwk'], true],
  [['swk', 'pin'], true],
  [['swk'], false],
  [['pwd'], false],
  [['sms', 'pwd'], false],
  [['geo', 'rba'], false],
])('a provider that names %j has asked for a second factor: %s', async (amr, isEnough) => {
  const { id } = await withTotp();
  const browser = testBrowser(host);
  provider.amr.set(id, amr);
  expect(await signIn(id, browser)).toContain(isEnough ? '/console/visits' : 'pending=code');
  expect(await isIn(browser)).toBe(isEnough);
});

test('who has only the provider confirms by signing in there again, as the same person', async () => {
  const email = `${randomUUID()}@practice.example`;
  const id = claimed({ email, email_verified: true, groups: ['doctors'] });
  const browser = testBrowser(host);
  await signIn(id, browser);
  const change = () => browser.call('POST', '/api/v1/people/me/totp');
  // The provider has not said when the person signed in there: that may be long ago.
  expect((await change()).json).toMatchObject({ detail: [{ type: 'confirmation_required' }] });
  const again = { identities: provider, query: '&again=true' };
  expect(await signIn(id, browser, again)).toBe('/console/visits');
  expect((await change()).status).toBe(200);
  sleepFor(6 * 60_000);
  expect((await change()).status).toBe(403);
  const other = claimed({ email: `${randomUUID()}@practice.example`, email_verified: true, groups: ['doctors'] });
  expect(await signIn(other, browser, again)).toBe('/console/sign-in?error=oidc-other-person');
  expect((await change()).status).toBe(403);
  const asked = await browser.call('GET', '/api/v1/session/oidc/start?again=true');
  expect(asked.headers.get('location')).toMatch(/prompt=login&max_age=0|max_age=0.*prompt=login/);
  expect(await signIn(id, browser, again)).toBe('/console/visits');
  expect((await change()).status).toBe(200);
  // Nobody signs in again who is not signed in.
  expect(
    (await testBrowser(host).call('GET', '/api/v1/session/oidc/start?again=true')).headers.get('location'),
  ).toContain('error=unauthorized');
});
