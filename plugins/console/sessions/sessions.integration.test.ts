import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { type TestHost, testDatabase, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { testBrowser } from '../testing/browser.ts';

const Session = z.object({ account_id: z.string(), scopes: z.array(z.string()), idle_expires_at: z.iso.datetime() });
const Sessions = z.object({ items: z.array(z.object({ id: z.string(), current: z.boolean() })) });
const SessionId = z.object({ id: z.string() });
const Issued = z.object({ key: z.string(), id: z.string() });

describe.each(['sqlite', 'lowdb', 'postgres'])('sessions with the store %s', (use) => {
  let host: TestHost;
  beforeAll(async () => {
    const database = use === 'postgres' ? await testDatabase() : undefined;
    const store = database === undefined ? { use } : { use, with: { url: database.url } };
    host = await testHost({ config: { providers: { store } } });
    return async () => {
      await host.stop();
      await database?.stop();
    };
  });

  const signedIn = async (key = host.key) => {
    const browser = testBrowser(host);
    const answer = await browser.call('POST', '/api/v1/session', { json: { key } });
    expect(answer.status).toBe(200);
    return { ...browser, answer };
  };
  const newKey = async (scopes: readonly string[]) =>
    Issued.parse((await host.call('POST', '/admin/keys', { json: { account_id: 'default', scopes } })).json);

  test('a key signs a browser in, and the cookie alone is a caller from then on', async () => {
    const { answer, call } = await signedIn();
    expect(answer.headers.get('set-cookie')).toMatch(/^chronoscribe=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(Session.parse(answer.json)).toMatchObject({
      account_id: 'default',
      scopes: ['time', 'clinical', 'admin', 'operator'],
    });
    expect((await call('GET', '/api/v1/session')).json).toEqual(answer.json);
    expect((await call('GET', '/v1/current-time')).status).toBe(200);
    expect((await call('POST', '/admin/accounts', { json: { name: 'Nord' } })).status).toBe(201);
  });

  test('a session may do what its key may, and ends with it', async () => {
    const { key, id } = await newKey(['time']);
    const { call } = await signedIn(key);
    expect((await call('GET', '/v1/current-time')).status).toBe(200);
    expect((await call('GET', '/api/v1/transcripts')).status).toBe(403);
    await host.call('DELETE', `/admin/keys/${id}`);
    expect((await call('GET', '/v1/current-time')).status).toBe(401);
    expect((await call('GET', '/api/v1/session')).status).toBe(401);
  });

  test('signing out ends the session, whoever has its cookie', async () => {
    const { call, cookie } = await signedIn();
    const stolen = testBrowser(host);
    stolen.plant(cookie());
    expect((await stolen.call('GET', '/api/v1/session')).status).toBe(200);
    const out = await call('DELETE', '/api/v1/session');
    expect(out.status).toBe(204);
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await stolen.call('GET', '/api/v1/session')).status).toBe(401);
  });

  test('ending one session alone takes neither the next one of the browser nor its cookie', async () => {
    const browser = await signedIn();
    const { id: locked } = SessionId.parse(browser.answer.json);
    await browser.call('POST', '/api/v1/session', { json: { key: host.key } });
    const late = await browser.call('DELETE', `/api/v1/session?only=${locked}`);
    expect([late.status, late.headers.get('set-cookie')]).toEqual([204, null]);
    const answer = await browser.call('GET', '/api/v1/session');
    expect(answer.status).toBe(200);
    const { id } = SessionId.parse(answer.json);
    expect((await browser.call('DELETE', `/api/v1/session?only=${id}`)).headers.get('set-cookie')).toBeNull();
    expect((await browser.call('GET', '/api/v1/session')).status).toBe(401);
  });

  test('a person sees the sessions of the key and ends one of them, or all', async () => {
    const { key } = await newKey(['time']);
    const here = await signedIn(key);
    const there = await signedIn(key);
    const { items } = Sessions.parse((await here.call('GET', '/api/v1/sessions')).json);
    expect(items.map(({ current }) => current)).toEqual([false, true]);
    expect((await here.call('DELETE', `/api/v1/sessions/${items[0]?.id}`)).status).toBe(204);
    expect((await there.call('GET', '/api/v1/session')).status).toBe(401);
    const again = await signedIn(key);
    await here.call('DELETE', '/api/v1/session?everywhere=true');
    expect((await again.call('GET', '/api/v1/session')).status).toBe(401);
  });

  test('the sessions of others look as if they did not exist', async () => {
    const mine = await signedIn((await newKey(['time'])).key);
    const { items } = Sessions.parse((await mine.call('GET', '/api/v1/sessions')).json);
    const other = await signedIn((await newKey(['time'])).key);
    const refused = await other.call('DELETE', `/api/v1/sessions/${items[0]?.id}`);
    expect(refused.status).toBe(404);
    expect(refused.text).toBe((await other.call('DELETE', '/api/v1/sessions/ses_none')).text);
    expect((await mine.call('GET', '/api/v1/session')).status).toBe(200);
  });

  const monitor = async (headers: Readonly<Record<string, string>>): Promise<IncomingMessage> => {
    const path = '/v1/monitor-events?location=Berlin&time_range=0000-01-01T00:00:00Z/9999-12-31T23:59:59Z';
    const options = { headers: { accept: 'text/event-stream', ...headers }, agent: false };
    const [incoming] = (await once(httpRequest(new URL(path, host.url), options).end(), 'response')) as [
      IncomingMessage,
    ];
    expect(incoming.statusCode).toBe(200);
    return incoming.setEncoding('utf8');
  };

  test('a stream ends within the moment in which its session does, and one of a key goes on', async () => {
    const { call, cookie } = await signedIn();
    const ofKey = await monitor({ 'x-api-key': host.key });
    const ofSession = Array.fromAsync(await monitor({ cookie: cookie() }));
    await call('DELETE', '/api/v1/session');
    expect((await ofSession).join('')).toContain('event: stopping');
    // The streams that are watched are looked at together, so that of the key was looked at too if it is watched.
    ofKey.resume();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(ofKey.complete).toBe(false);
    ofKey.destroy();
  });
});

let host: TestHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.stop());

describe('what is no sign-in', () => {
  test('a wrong key is refused, and sets no cookie', async () => {
    const answer = await testBrowser(host).call('POST', '/api/v1/session', { json: { key: 'csk_wrong' } });
    expect(answer.status).toBe(401);
    expect(answer.json).toMatchObject({ detail: [{ type: 'invalid-credentials' }] });
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('a token that somebody planted before the sign-in is not the token of the session', async () => {
    const browser = testBrowser(host);
    browser.plant('chronoscribe=known-to-an-attacker');
    await browser.call('POST', '/api/v1/session', { json: { key: host.key } });
    const attacker = testBrowser(host);
    attacker.plant('chronoscribe=known-to-an-attacker');
    expect((await attacker.call('GET', '/api/v1/session')).status).toBe(401);
    expect((await browser.call('GET', '/api/v1/session')).status).toBe(200);
  });

  test('a second sign-in of a browser ends its session before', async () => {
    const browser = testBrowser(host);
    await browser.call('POST', '/api/v1/session', { json: { key: host.key } });
    const former = browser.cookie();
    await browser.call('POST', '/api/v1/session', { json: { key: host.key } });
    const old = testBrowser(host);
    old.plant(former);
    expect((await old.call('GET', '/api/v1/session')).status).toBe(401);
  });

  test('the store holds no token', async () => {
    const browser = testBrowser(host);
    await browser.call('POST', '/api/v1/session', { json: { key: host.key } });
    const [, token = 'none'] = browser.cookie().split('=');
    const files = ['chronoscribe.db', 'chronoscribe.db-wal'].map((name) => join(host.dataFolder, name));
    const stored = (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('');
    expect(stored).toContain('ses_');
    expect(stored).not.toContain(token);
  });

  test('attempts from one address are limited', async () => {
    const own = await testHost();
    onTestFinished(() => own.stop());
    const browser = testBrowser(own);
    const attempt = () => browser.call('POST', '/api/v1/session', { json: { key: 'csk_wrong' } });
    for (let count = 0; count < 30; count += 1) expect((await attempt()).status).toBe(401);
    const refused = await attempt();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('the age of a session', () => {
  test.each([
    ['that is not used', { idleMinutes: 0.02 }],
    ['that is used all the time', { sessionHours: 1 / 2400 }],
  ])('a session %s ends', async (_, settings) => {
    const own = await testHost({ config: { plugins: { console: { with: settings } } } });
    onTestFinished(() => own.stop());
    const browser = testBrowser(own);
    await browser.call('POST', '/api/v1/session', { json: { key: own.key } });
    const isIdle = 'idleMinutes' in settings;
    const used = testBrowser(own);
    used.plant(browser.cookie());
    if (isIdle) {
      const { idle_expires_at } = Session.parse((await used.call('GET', '/api/v1/session')).json);
      await new Promise((resolve) => setTimeout(resolve, Date.parse(idle_expires_at) - Date.now() + 20));
      expect((await used.call('GET', '/api/v1/session')).status).toBe(401);
    } else {
      await expect.poll(async () => (await used.call('GET', '/v1/current-time')).status).toBe(401);
    }
  });
});

describe('pages of other sites', () => {
  const signedIn = async () => {
    const browser = testBrowser(host);
    await browser.call('POST', '/api/v1/session', { json: { key: host.key } });
    return (headers: Readonly<Record<string, string>>, method = 'POST') =>
      host.call(method, method === 'POST' ? '/v1/fast-forward' : '/v1/current-time', {
        ...{ key: null, headers: { cookie: browser.cookie(), ...headers } },
        ...(method === 'POST' && { json: { duration: '1s' } }),
      });
  };

  test('cannot change anything with the session, nor can a request that does not tell where it comes from', async () => {
    const send = await signedIn();
    const foreign = [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'http://localhost:3000' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site', origin: host.url },
    ];
    for (const headers of foreign) {
      const answer = await send(headers);
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('cross-site-request');
    }
    expect((await send({ origin: host.url })).status).not.toBe(403);
    expect((await send({ 'sec-fetch-site': 'none' })).status).not.toBe(403);
    expect((await send({ 'sec-fetch-site': 'cross-site' }, 'GET')).status).toBe(200);
  });

  test('cannot sign a browser in', async () => {
    const answer = await host.call('POST', '/api/v1/session', {
      ...{ key: null, json: { key: host.key } },
      headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('a key needs no origin, also beside a cookie', async () => {
    const send = await signedIn();
    expect((await send({ authorization: `Bearer ${host.key}` })).status).not.toBe(403);
  });
});

describe('the name of the host', () => {
  const named = (name: string, own = host) =>
    own.call('GET', '/api/v1/session/none', { key: null, headers: { host: name } });

  test('a name that points to this machine from elsewhere is refused, with the setting that allows it', async () => {
    const answer = await named('attacker.example');
    expect(answer.status).toBe(421);
    expect(answer.text).toContain('http.allowedHosts');
    for (const name of ['localhost:1', '127.0.0.1', '[::1]:8080', 'notes.localhost']) {
      expect((await named(name)).status).toBe(404);
    }
  });

  test('an allowed name gets a cookie that is bound to it and to TLS', async () => {
    const own = await testHost({ config: { http: { allowedHosts: ['notes.example'], rateLimit: { perMinute: 0 } } } });
    onTestFinished(() => own.stop());
    const signIn = (origin: string) =>
      own.call('POST', '/api/v1/session', {
        ...{ key: null, json: { key: own.key } },
        headers: { host: 'notes.example', origin },
      });
    expect((await signIn('https://notes.example')).headers.get('set-cookie')).toMatch(
      /^__Host-chronoscribe=[\w-]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const refused = await signIn('http://notes.example');
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('https');
    expect((await named('elsewhere.example', own)).status).toBe(421);
  });
});

test('without the plugin, a cookie is nobody', async () => {
  const own = await testHost({ config: { plugins: { console: false } } });
  onTestFinished(() => own.stop());
  expect((await own.call('GET', '/v1/current-time', { key: null, headers: { cookie: 'chronoscribe=x' } })).status).toBe(
    401,
  );
  expect((await own.call('GET', '/console/', { key: null })).status).toBe(404);
});
