import { randomUUID } from 'node:crypto';
import { type TestHost, testDatabase, testHost } from 'chronoscribe/testing';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../testing/browser.ts';
import { freePort } from '../testing/free-port.ts';
import { beginSignIn, startIdentityProvider, type TestIdentityProvider } from '../testing/identity-provider.ts';
import { auditEntries, invited } from '../testing/people.ts';

describe.each(['sqlite', 'lowdb', 'postgres'])('an identity provider, with the store %s', (use) => {
  let host: TestHost;
  let provider: TestIdentityProvider;
  beforeAll(async () => {
    const database = use === 'postgres' ? await testDatabase() : undefined;
    const store = database === undefined ? { use } : { use, with: { url: database.url } };
    // The host is on a port of its own choice, which its browsers name to the provider.
    const name = `localhost:${await freePort()}`;
    provider = await startIdentityProvider(`http://${name}/api/v1/session/oidc/callback`);
    const oidc = {
      ...provider.settings,
      roleClaim: 'groups',
      roles: { doctors: 'clinician', it: ['admin', 'developer'] },
    };
    const own = await testHost({ config: { providers: { store }, plugins: { console: { with: { oidc } } } } });
    const call: TestHost['call'] = (method, path, options = {}) =>
      own.call(method, path, { ...options, headers: { host: name, ...options.headers } });
    host = { ...own, call };
    return async () => {
      await own.stop();
      await provider.stop();
      await database?.stop();
    };
  });

  const account = (claims: object) => {
    const id = randomUUID();
    provider.accounts.set(id, { email: `${id}@practice.example`, email_verified: true, name: 'Ada', ...claims });
    return { id, email: `${id}@practice.example` };
  };
  const comeBack = async (browser: TestBrowser, returned: URL) => {
    const answer = await browser.call('GET', returned.pathname + returned.search, {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.status).toBe(302);
    return answer.headers.get('location');
  };
  const signIn = async (id: string, browser = testBrowser(host)) => ({
    browser,
    location: await comeBack(browser, await provider.signIn(await beginSignIn(browser), id)),
  });
  const session = async ({ browser }: { readonly browser: TestBrowser }) =>
    (await browser.call('GET', '/api/v1/session')).json;

  test('signs in a person who was invited, with the roles of the invitation, and goes where it was asked to', async () => {
    const { id, email } = account({ groups: ['doctors'] });
    const { person } = await invited(host, { email, name: 'Dr. Ada', roles: ['viewer'] });
    const signedIn = await signIn(id);
    expect(signedIn.location).toBe('/console/visits/3');
    expect(await session(signedIn)).toMatchObject({
      person: { id: person.id, roles: ['viewer'], has_password: false },
    });
    expect(await auditEntries(host)).toContainEqual(
      expect.objectContaining({ action: 'GET /api/v1/session/oidc/callback', person: person.id, outcome: 200 }),
    );
    // Known by the provider's id from now on, whatever the address is.
    provider.accounts.set(id, { email: 'married@practice.example', email_verified: true });
    expect(await session(await signIn(id))).toMatchObject({ person: { id: person.id } });
  });

  test('adds whose group has a role here, and refuses them once they are in no such group', async () => {
    const { id, email } = account({ groups: ['doctors', 'chess'] });
    const first = await signIn(id);
    expect(await session(first)).toMatchObject({ person: { email, roles: ['clinician'] } });
    provider.accounts.set(id, { email, email_verified: true, groups: ['it'] });
    expect(await session(await signIn(id))).toMatchObject({ person: { roles: ['admin', 'developer'] } });
    provider.accounts.set(id, { email, email_verified: true, groups: ['chess'] });
    expect((await signIn(id)).location).toBe('/console/sign-in?error=not-invited');
  });

  test('refuses a stranger, an address that was not confirmed, and a disabled person', async () => {
    const stranger = account({ groups: ['chess'] });
    const unconfirmed = account({ email_verified: false });
    await invited(host, { email: unconfirmed.email, name: 'X', roles: ['admin'] });
    const disabled = account({});
    const { person } = await invited(host, { email: disabled.email, name: 'Y', roles: ['admin'] });
    await host.call('PATCH', `/api/v1/people/${person.id}`, { json: { disabled: true } });
    for (const { id } of [stranger, unconfirmed, disabled]) {
      const refused = await signIn(id);
      expect(refused.location).toBe('/console/sign-in?error=not-invited');
      expect(await session(refused)).toMatchObject({ detail: [{ type: 'invalid_api_key' }] });
    }
  });

  test('a stolen code is worth nothing in another browser, nor a second time', async () => {
    const { id } = account({ groups: ['doctors'] });
    const victim = testBrowser(host);
    const returned = await provider.signIn(await beginSignIn(victim), id);
    const thief = testBrowser(host);
    expect(await comeBack(thief, returned)).toBe('/console/sign-in?error=oidc-expired');
    await beginSignIn(thief);
    expect(await comeBack(thief, returned)).toBe('/console/sign-in?error=oidc-expired');
    expect(await comeBack(victim, returned)).toBe('/console/visits/3');
    expect(await comeBack(victim, returned)).toBe('/console/sign-in?error=oidc-expired');
  });

  test('the code of another sign-in, or with another nonce, is refused', async () => {
    const { id } = account({ groups: ['doctors'] });
    const [one, other] = [testBrowser(host), testBrowser(host)];
    const [mine, theirs] = [await beginSignIn(one), await beginSignIn(other)];
    const swapped = await provider.signIn(mine, id);
    swapped.searchParams.set('code', (await provider.signIn(theirs, id)).searchParams.get('code') ?? '');
    expect(await comeBack(one, swapped)).toBe('/console/sign-in?error=oidc-refused');

    const browser = testBrowser(host);
    const forged = new URL(await beginSignIn(browser));
    forged.searchParams.set('nonce', 'of-somebody-else');
    expect(await comeBack(browser, await provider.signIn(forged.href, id))).toBe('/console/sign-in?error=oidc-refused');
    expect((await browser.call('GET', '/api/v1/session')).status).toBe(401);
  });

  test('leads to no other site', async () => {
    const { id } = account({ groups: ['doctors'] });
    for (const asked of ['https://elsewhere.example/', '//elsewhere.example', '/console/../..//x', '/\\elsewhere']) {
      const browser = testBrowser(host);
      const returned = await provider.signIn(await beginSignIn(browser, asked), id);
      expect(await comeBack(browser, returned)).toBe('/console/');
    }
  });
});

test('a provider that does not answer is an error on the page to sign in, and the next attempt asks again', async () => {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const oidc = { issuer, clientId: 'chronoscribe', name: 'Practice ID' };
  const host = await testHost({ config: { plugins: { console: { with: { oidc } } } } });
  onTestFinished(() => host.stop());
  expect((await host.call('GET', '/api/v1/session/methods', { key: null })).json).toMatchObject({
    oidc: { name: 'Practice ID' },
  });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(await beginSignIn(testBrowser(host))).toBe('/console/sign-in?error=oidc-unavailable');
  }
});

test('an issuer without TLS on another machine, and roles without their claim, are mistakes in the configuration', async () => {
  const start = (oidc: object) => testHost({ config: { plugins: { console: { with: { oidc } } } } });
  await expect(start({ issuer: 'http://id.example', clientId: 'x' })).rejects.toThrow(/use https/);
  await expect(start({ issuer: 'https://id.example', clientId: 'x', roles: { a: 'admin' } })).rejects.toThrow(
    /roleClaim/,
  );
});
