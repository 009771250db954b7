import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { type TestHost, testDatabase, testHost } from 'chronoscribe/testing';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { testBrowser } from '../testing/browser.ts';
import { auditEntries, invited, joined, password } from '../testing/people.ts';

const Session = z.object({
  person: z.object({ id: z.string(), name: z.string(), roles: z.array(z.string()), has_password: z.boolean() }),
  scopes: z.array(z.string()),
});
const People = z.object({ items: z.array(z.object({ id: z.string(), email: z.string(), disabled: z.boolean() })) });

test.each(['lowdb', 'postgres'])('an invited person joins, signs in, and signs out, with the store %s', async (use) => {
  const database = use === 'postgres' ? await testDatabase() : undefined;
  onTestFinished(async () => database?.stop());
  const store = database === undefined ? { use } : { use, with: { url: database.url } };
  const host = await testHost({ config: { providers: { store } } });
  onTestFinished(() => host.stop());
  const { email, browser } = await joined(host, ['clinician']);
  expect((await browser.call('DELETE', '/api/v1/session')).status).toBe(204);
  expect((await browser.call('GET', '/api/v1/transcripts')).status).toBe(401);
  expect((await browser.call('POST', '/api/v1/session', { json: { email, password } })).status).toBe(200);
  expect((await browser.call('GET', '/api/v1/transcripts')).status).toBe(200);
});

describe('a person', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await testHost();
    return () => host.stop();
  });

  test('an invited person chooses a password by the link, once, and signs in with it later', async () => {
    const { token, person } = await invited(host, { email: 'Ada@Practice.example', name: 'Ada', roles: ['clinician'] });
    const shown = await host.call('GET', `/api/v1/invitations/${token}`, { key: null });
    expect(shown.json).toMatchObject({ email: 'ada@practice.example', name: 'Ada', purpose: 'invite' });
    const browser = testBrowser(host);
    const accept = { name: 'Dr. Ada', password };
    const answer = await browser.call('POST', `/api/v1/invitations/${token}`, { json: accept });
    expect(Session.parse(answer.json)).toMatchObject({
      person: { id: person.id, name: 'Dr. Ada', roles: ['clinician'], has_password: true },
      scopes: ['time', 'clinical'],
    });
    expect((await browser.call('GET', '/api/v1/transcripts')).status).toBe(200);
    expect((await browser.call('GET', '/admin/keys')).status).toBe(403);

    expect((await host.call('GET', `/api/v1/invitations/${token}`, { key: null })).status).toBe(404);
    expect((await testBrowser(host).call('POST', `/api/v1/invitations/${token}`, { json: accept })).status).toBe(404);
    const later = testBrowser(host);
    const signIn = { email: 'ADA@practice.example', password };
    expect((await later.call('POST', '/api/v1/session', { json: signIn })).status).toBe(200);
  });

  test('a wrong password, an unknown address and a disabled person are refused in the same words', async () => {
    const { person, email } = await joined(host, ['clinician']);
    const gone = await joined(host, ['clinician']);
    await host.call('PATCH', `/api/v1/people/${gone.person.id}`, { json: { disabled: true } });
    const attempt = (json: object) => testBrowser(host).call('POST', '/api/v1/session', { json });
    const wrong = await attempt({ email, password: 'not the password' });
    expect(wrong.status).toBe(401);
    expect(wrong.json).toMatchObject({ detail: [{ type: 'invalid-credentials' }] });
    expect(wrong.headers.get('set-cookie')).toBeNull();
    expect((await attempt({ email: 'nobody@practice.example', password })).text).toBe(wrong.text);
    expect((await attempt({ email: gone.email, password })).text).toBe(wrong.text);
    expect(wrong.text).not.toContain(person.id);
  });

  test.each([
    ['Ann\u2028Lee', 'Ann Lee'],
    [' \u001b[2JAnn\r\nLee\u0000', '[2JAnn Lee'],
    ['A\u0007\u009b1m', 'A 1m'],
  ])('the name %j of a person, a key or an account is one line that does nothing to a terminal', async (name, kept) => {
    const { person, browser } = await joined(host, ['viewer']);
    const invitation = { email: `${person.id}@x.example`, name, roles: ['viewer'] };
    const other = await host.call('POST', '/api/v1/people', { json: invitation });
    expect(other.json).toMatchObject({ person: { name: kept } });
    const own = await browser.call('PATCH', '/api/v1/people/me', { json: { name } });
    expect(own.json).toMatchObject({ person: { name: kept } });
    const made = await host.call('POST', '/admin/keys', { json: { account_id: 'default', name } });
    expect(made.json).toMatchObject({ name: kept });
    expect((await host.call('POST', '/admin/accounts', { json: { name } })).json).toMatchObject({ name: kept });
  });

  test('who is disabled is signed out everywhere, and open streams end', async () => {
    const { person, browser } = await joined(host, ['developer']);
    const query = 'location=Berlin&time_range=0000-01-01T00:00:00Z/9999-12-31T23:59:59Z';
    const stream = httpRequest(new URL(`/v1/monitor-events?${query}`, host.url), {
      headers: { accept: 'text/event-stream', cookie: browser.cookie() },
      agent: false,
    }).end();
    const [incoming] = (await once(stream, 'response')) as [IncomingMessage];
    expect(incoming.statusCode).toBe(200);
    const text = Array.fromAsync(incoming.setEncoding('utf8'));
    await host.call('PATCH', `/api/v1/people/${person.id}`, { json: { disabled: true } });
    expect((await text).join('')).toContain('event: stopping');
    expect((await browser.call('GET', '/v1/current-time')).status).toBe(401);
    await host.call('PATCH', `/api/v1/people/${person.id}`, { json: { disabled: false } });
    // Enabled again, but not signed in again.
    expect((await browser.call('GET', '/v1/current-time')).status).toBe(401);
  });

  test('only an operator gives the role operator, and changes who has it; the last one stays', async () => {
    const operator = await joined(host, ['operator', 'viewer']);
    const { browser: admin, person } = await joined(host, ['admin']);
    const expectForbidden = async (method: string, path: string, json?: object) => {
      const { status, text } = await admin.call(method, path, json === undefined ? {} : { json });
      expect([path, status, text]).toEqual([path, 403, expect.stringContaining('operator')]);
    };
    await expectForbidden('POST', '/api/v1/people', { email: 'o@x.example', name: 'O', roles: ['viewer', 'operator'] });
    await expectForbidden('PATCH', `/api/v1/people/${person.id}`, { roles: ['admin', 'operator'] });
    for (const json of [{ roles: ['viewer'] }, { disabled: true }, { name: 'X' }]) {
      await expectForbidden('PATCH', `/api/v1/people/${operator.person.id}`, json);
    }
    await expectForbidden('POST', `/api/v1/people/${operator.person.id}/reset`);
    const key = { account_id: 'default', scopes: ['operator'] };
    await expectForbidden('POST', '/admin/keys', key);
    expect((await operator.browser.call('GET', '/admin/accounts')).status).toBe(200);

    const last = await host.call('PATCH', `/api/v1/people/${operator.person.id}`, { json: { roles: ['viewer'] } });
    expect([last.status, last.text]).toEqual([409, expect.stringContaining('last operator')]);

    // A link that an admin knows does not open an operator's account later.
    const known = await invited(host, { email: 'later@x.example', name: 'L', roles: ['viewer'] });
    const path = `/api/v1/people/${known.person.id}`;
    expect((await host.call('PATCH', path, { json: { roles: ['operator'] } })).status).toBe(200);
    expect((await host.call('GET', `/api/v1/invitations/${known.token}`, { key: null })).status).toBe(404);
  });

  test('the last administrator cannot be disabled, nor lose the role, also if others were only invited', async () => {
    const { account, key } = await host.newAccount();
    const admin = await host.call('POST', '/admin/keys', { json: { account_id: account, scopes: ['admin'] } });
    const adminKey = z.object({ key: z.string() }).parse(admin.json).key;
    const first = await joined(host, ['admin'], adminKey);
    const second = await invited(
      host,
      { email: `${first.person.id}@x.example`, name: 'B', roles: ['admin'] },
      adminKey,
    );
    const change = (id: string, json: object) => host.call('PATCH', `/api/v1/people/${id}`, { json, key: adminKey });
    for (const json of [{ disabled: true }, { roles: ['viewer'] }]) {
      const refused = await change(first.person.id, json);
      expect([refused.status, refused.json]).toEqual([
        409,
        { detail: [expect.objectContaining({ type: 'last_admin' })] },
      ]);
    }
    await testBrowser(host).call('POST', `/api/v1/invitations/${second.token}`, { json: { name: 'B', password } });
    expect((await change(first.person.id, { disabled: true })).status).toBe(200);
    // Those of another account look as if they did not exist.
    expect((await host.call('PATCH', `/api/v1/people/${second.person.id}`, { json: { disabled: true } })).status).toBe(
      404,
    );
    expect((await host.call('GET', '/api/v1/people', { key })).status).toBe(403);
    const { items } = People.parse((await host.call('GET', '/api/v1/people')).json);
    expect(items.map(({ id }) => id)).not.toContain(second.person.id);
  });

  test('a reset link changes the password and ends all sessions', async () => {
    const { person, email, browser } = await joined(host, ['clinician']);
    const reset = await host.call('POST', `/api/v1/people/${person.id}/reset`);
    const { link } = z.object({ link: z.string() }).parse(reset.json);
    const token = link.split('/').at(-1);
    const another = 'another long password';
    await testBrowser(host).call('POST', `/api/v1/invitations/${token}`, { json: { name: 'C', password: another } });
    expect((await browser.call('GET', '/api/v1/session')).status).toBe(401);
    const attempt = (tried: string) =>
      testBrowser(host).call('POST', '/api/v1/session', { json: { email, password: tried } });
    expect((await attempt(password)).status).toBe(401);
    expect((await attempt(another)).status).toBe(200);
  });

  test('a person changes name, preferences and password, which ends the other sessions', async () => {
    const { email, browser } = await joined(host, ['clinician']);
    const other = testBrowser(host);
    await other.call('POST', '/api/v1/session', { json: { email, password } });
    const change = (json: object) => browser.call('PATCH', '/api/v1/people/me', { json });
    expect((await change({ name: 'Dr. D', language: 'de', scheme: 'dark' })).json).toMatchObject({
      person: { name: 'Dr. D', language: 'de', scheme: 'dark' },
    });
    expect((await other.call('GET', '/api/v1/session')).status).toBe(200);
    const wrong = await change({ password: { current: 'not the password', new: 'a new long password' } });
    expect(wrong.status).toBe(403);
    expect((await change({ password: { current: password, new: 'a new long password' } })).status).toBe(200);
    expect((await browser.call('GET', '/api/v1/session')).status).toBe(200);
    expect((await other.call('GET', '/api/v1/session')).status).toBe(401);
  });
});

describe('people of a host', () => {
  const started = async (config: object = {}) => {
    const host = await testHost({ config });
    onTestFinished(() => host.stop());
    return host;
  };

  test('nobody is invited by what is no e-mail address', async () => {
    const host = await started();
    const wrong = [
      ...[`${'a'.repeat(65)}@practice.example`, `ada@${'a'.repeat(64)}.example`],
      ...['ada@practice-.example', 'ada@practice', 'ada practice@x.example'],
    ];
    for (const email of wrong) {
      const json = { email, name: 'Ada', roles: ['viewer'] };
      const { status, text } = await host.call('POST', '/api/v1/people', { json });
      expect([email, status, text]).toEqual([email, 422, expect.stringContaining('Invalid email address')]);
    }
  });

  test('a viewer reads and changes nothing', async () => {
    const host = await started();
    const { browser } = await joined(host, ['viewer']);
    expect((await browser.call('GET', '/api/v1/transcripts')).status).toBe(200);
    expect((await browser.call('GET', '/v1/current-time')).status).toBe(200);
    for (const [method, path] of [
      ['POST', '/v1/fast-forward'],
      ['DELETE', '/api/v1/transcripts/none'],
      ['POST', '/api/v1/runs/none/retry'],
    ] as const) {
      const answer = await browser.call(method, path, { ...(method === 'POST' && { json: {} }) });
      expect([path, answer.status]).toEqual([path, 403]);
    }
    expect((await browser.call('PATCH', '/api/v1/people/me', { json: { scheme: 'dark' } })).status).toBe(200);
    expect((await browser.call('DELETE', '/api/v1/session')).status).toBe(204);
  });

  test('who has the session of a person cannot find its password by trying', async () => {
    const host = await started();
    const { browser } = await joined(host, ['clinician']);
    const attempt = (tried: string) =>
      browser.call('PATCH', '/api/v1/people/me', {
        json: { password: { current: tried, new: 'a new long password' } },
      });
    const statuses = [];
    for (let guess = 0; guess < 12; guess += 1) statuses.push((await attempt(`guess ${guess}`)).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([403, 429]);
    expect((await attempt(password)).status).toBe(429);
  });

  test('a thousand wrong passwords are refused and limited, and the log tells of both without a secret', async () => {
    const host = await started();
    const { email } = await joined(host, ['clinician']);
    const statuses = new Map<number, number>();
    for (let batch = 0; batch < 50; batch += 1) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          testBrowser(host).call('POST', '/api/v1/session', { json: { email, password: `guess ${batch}-${index}` } }),
        ),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses.keys()].toSorted()).toEqual([401, 429]);
    expect(statuses.get(401)).toBeLessThanOrEqual(10);
    expect((await testBrowser(host).call('POST', '/api/v1/session', { json: { email, password } })).status).toBe(429);
    const entries = (await auditEntries(host)).filter(({ action }) => action === 'POST /api/v1/session');
    expect(entries.map(({ outcome }) => outcome).toSorted()).toEqual([401, 429]);
    expect(entries.every(({ address }) => address === '127.0.0.1')).toBe(true);
    expect(JSON.stringify(entries)).not.toMatch(/guess|long enough/);
  });

  test('the audit log names the person', async () => {
    const host = await started();
    const { person, browser } = await joined(host, ['clinician']);
    await browser.call('GET', '/api/v1/runs');
    expect(await auditEntries(host)).toContainEqual(
      expect.objectContaining({
        action: 'GET /api/v1/runs',
        person: person.id,
        by: 'Person',
        key: expect.stringMatching(/^ses_/),
        address: '127.0.0.1',
      }),
    );
  });

  test('the store holds no password and no token of a link', async () => {
    const host = await started();
    const { token } = await invited(host, { email: 'e@x.example', name: 'E', roles: ['viewer'] });
    await joined(host, ['viewer']);
    const files = ['chronoscribe.db', 'chronoscribe.db-wal'].map((name) => join(host.dataFolder, name));
    const stored = (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('');
    expect(stored).toContain('scrypt$15$8$3$');
    expect(stored).not.toContain(password);
    expect(stored).not.toContain(token);
  });

  test('an address belongs to one person, and a short password is refused', async () => {
    const host = await started();
    const { token } = await invited(host, { email: 'e@x.example', name: 'E', roles: ['viewer'] });
    const again = await host.call('POST', '/api/v1/people', {
      json: { email: 'E@X.example', name: 'E', roles: ['admin'] },
    });
    expect(again.status).toBe(409);
    const short = await testBrowser(host).call('POST', `/api/v1/invitations/${token}`, {
      json: { name: 'E', password: 'short' },
    });
    expect(short.status).toBe(422);
    expect((await host.call('GET', `/api/v1/invitations/${token}`, { key: null })).status).toBe(200);
  });

  test('people do not change others without the role, and a session by key is no person', async () => {
    const host = await started();
    const { browser, person } = await joined(host, ['clinician', 'developer']);
    expect((await browser.call('GET', '/api/v1/people')).status).toBe(403);
    expect((await browser.call('PATCH', `/api/v1/people/${person.id}`, { json: { roles: ['admin'] } })).status).toBe(
      403,
    );
    const byKey = testBrowser(host);
    await byKey.call('POST', '/api/v1/session', { json: { key: host.key } });
    expect((await byKey.call('PATCH', '/api/v1/people/me', { json: { name: 'X' } })).status).toBe(403);
    expect((await byKey.call('GET', '/api/v1/people')).status).toBe(200);
  });
});
