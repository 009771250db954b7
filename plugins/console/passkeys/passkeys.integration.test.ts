import { type TestHost, testDatabase, testHost } from 'chronoscribe/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { testAuthenticator } from '../testing/authenticator.ts';
import { testBrowser } from '../testing/browser.ts';
import { auditEntries, joined } from '../testing/people.ts';

const Options = z.object({ challenge_id: z.string(), challenge: z.string() });
const Passkeys = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) });

describe.each(['sqlite', 'lowdb', 'postgres'])('passkeys with the store %s', (use) => {
  let host: TestHost;
  /** Passkeys belong to a name, so the host is reached by one. */
  let origin: string;
  let named: TestHost;
  beforeAll(async () => {
    const database = use === 'postgres' ? await testDatabase() : undefined;
    const store = database === undefined ? { use } : { use, with: { url: database.url } };
    host = await testHost({ config: { providers: { store } } });
    origin = host.url.replace('127.0.0.1', 'localhost');
    const call: TestHost['call'] = (method, path, options = {}) =>
      host.call(method, path, { ...options, headers: { host: new URL(origin).host, ...options.headers } });
    named = { ...host, call };
    return async () => {
      await host.stop();
      await database?.stop();
    };
  });

  const withPasskey = async () => {
    const { browser, person } = await joined(named, ['clinician']);
    const authenticator = testAuthenticator('localhost');
    const options = Options.parse((await browser.call('POST', '/api/v1/passkeys/options', { json: {} })).json);
    const made = await browser.call('POST', '/api/v1/passkeys', {
      json: { challenge_id: options.challenge_id, response: authenticator.create(options, origin), name: 'Laptop' },
    });
    expect([made.status, made.json]).toMatchObject([201, { name: 'Laptop', last_used_at: null }]);
    return { browser, person, authenticator };
  };
  const ask = async () =>
    Options.parse((await testBrowser(named).call('POST', '/api/v1/session/passkey/options', { json: {} })).json);
  const answer = (challenge_id: string, response: object) =>
    testBrowser(named).call('POST', '/api/v1/session/passkey', { json: { challenge_id, response } });

  test('a passkey signs its person in, and is listed with its last use', async () => {
    const { browser, person, authenticator } = await withPasskey();
    const options = await ask();
    const signedIn = await answer(options.challenge_id, authenticator.get(options, origin));
    expect([signedIn.status, signedIn.json]).toMatchObject([200, { person: { id: person.id } }]);
    expect((await browser.call('GET', '/api/v1/passkeys')).json).toMatchObject({
      items: [{ name: 'Laptop', last_used_at: expect.any(String) }],
    });
    expect(await auditEntries(host)).toContainEqual(
      expect.objectContaining({
        ...{ action: 'POST /api/v1/session/passkey', person: person.id, outcome: 200 },
        request: expect.any(String),
      }),
    );
  });

  test('an answer is accepted once', async () => {
    const { authenticator } = await withPasskey();
    const options = await ask();
    const response = authenticator.get(options, origin);
    expect((await answer(options.challenge_id, response)).status).toBe(200);
    const again = await answer(options.challenge_id, response);
    expect([again.status, again.json]).toMatchObject([422, { detail: [{ type: 'challenge_expired' }] }]);
    // Nor with another challenge.
    expect((await answer((await ask()).challenge_id, response)).status).toBe(401);
  });

  test('a passkey of another site, of a copied authenticator, or that nobody registered is refused', async () => {
    const { authenticator } = await withPasskey();
    const phished = await ask();
    const elsewhere = authenticator.get(phished, 'https://elsewhere.example');
    expect((await answer(phished.challenge_id, elsewhere)).status).toBe(401);

    const first = await ask();
    expect((await answer(first.challenge_id, authenticator.get(first, origin))).status).toBe(200);
    authenticator.counter = 0;
    const copied = await ask();
    expect((await answer(copied.challenge_id, authenticator.get(copied, origin))).status).toBe(401);

    const unknown = await ask();
    const stranger = testAuthenticator('localhost');
    expect((await answer(unknown.challenge_id, stranger.get(unknown, origin))).status).toBe(401);
    const malformed = await ask();
    expect((await answer(malformed.challenge_id, {})).status).toBe(401);
  });

  test('a challenge for one person registers no passkey of another', async () => {
    const { browser } = await joined(named, ['clinician']);
    const other = await joined(named, ['clinician']);
    const options = Options.parse((await browser.call('POST', '/api/v1/passkeys/options', { json: {} })).json);
    const made = await other.browser.call('POST', '/api/v1/passkeys', {
      json: {
        ...{ challenge_id: options.challenge_id, name: 'Mine' },
        response: testAuthenticator('localhost').create(options, origin),
      },
    });
    expect(made.status).toBe(422);
  });

  test('a passkey that was removed, and one of a disabled person, sign nobody in', async () => {
    const removed = await withPasskey();
    const { items } = Passkeys.parse((await removed.browser.call('GET', '/api/v1/passkeys')).json);
    const stranger = await joined(named, ['clinician']);
    const path = `/api/v1/passkeys/${items[0]?.id}`;
    expect((await stranger.browser.call('DELETE', path)).status).toBe(404);
    expect((await removed.browser.call('DELETE', path)).status).toBe(204);
    const disabled = await withPasskey();
    await host.call('PATCH', `/api/v1/people/${disabled.person.id}`, { json: { disabled: true } });
    for (const { authenticator } of [removed, disabled]) {
      const options = await ask();
      expect((await answer(options.challenge_id, authenticator.get(options, origin))).status).toBe(401);
    }
  });

  test('a host that is reached by an address has no passkeys, and says so', async () => {
    const methods = (own: TestHost) => own.call('GET', '/api/v1/session/methods', { key: null });
    expect((await methods(host)).json).toMatchObject({ passkey: false });
    expect((await methods(named)).json).toMatchObject({ passkey: true, password: true, oidc: null });
    const refused = await testBrowser(host).call('POST', '/api/v1/session/passkey/options', { json: {} });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('localhost')]);
  });
});
