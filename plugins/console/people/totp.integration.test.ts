import { testHost } from 'chronoscribe/testing';
import { TOTP } from 'otpauth';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { testBrowser } from '../testing/browser.ts';
import { joined, password } from '../testing/people.ts';

const Started = z.object({ secret: z.string(), uri: z.string().startsWith('otpauth://totp/Chronoscribe:') });

const host = await testHost();
afterAll(() => host.stop());

/** A person who begins to use an authenticator. */
async function withTotp() {
  const { browser, email, person } = await joined(host, ['clinician']);
  const { secret } = Started.parse((await browser.call('POST', '/api/v1/people/me/totp')).json);
  const code = (steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
  const confirm = (tried: string) => browser.call('POST', '/api/v1/people/me/totp/confirm', { json: { code: tried } });
  const signIn = (fields: object) =>
    testBrowser(host).call('POST', '/api/v1/session', { json: { email, password, ...fields } });
  return { browser, person, code, confirm, signIn };
}

test('a confirmed authenticator is asked for a code beside the password', async () => {
  const { browser, code, confirm, signIn } = await withTotp();
  // Not before it was confirmed: a secret that nobody could store would lock its person out.
  expect((await signIn({})).status).toBe(200);
  expect((await confirm('000000')).status).toBe(422);
  expect((await confirm(code(-1))).status).toBe(204);
  expect((await browser.call('GET', '/api/v1/session')).json).toMatchObject({ person: { has_totp: true } });

  const missing = await signIn({});
  expect([missing.status, missing.json]).toMatchObject([401, { detail: [{ type: 'code-required' }] }]);
  expect(missing.headers.get('set-cookie')).toBeNull();
  // Who does not know the password does not learn that there is a code.
  expect((await signIn({ password: 'wrong password' })).json).toMatchObject({
    detail: [{ type: 'invalid-credentials' }],
  });
  expect((await signIn({ code: '000000' })).status).toBe(401);
  expect((await signIn({ code: code() })).status).toBe(200);
});

test('a code is accepted once', async () => {
  const { code, confirm, signIn } = await withTotp();
  const first = code();
  expect((await confirm(first)).status).toBe(204);
  expect((await signIn({ code: first })).status).toBe(401);
  const next = code(1);
  const answers = await Promise.all([signIn({ code: next }), signIn({ code: next })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
});

test('codes can be switched off, and are by a reset link, for who has lost the authenticator', async () => {
  const off = await withTotp();
  await off.confirm(off.code());
  expect((await off.browser.call('POST', '/api/v1/people/me/totp')).status).toBe(409);
  expect((await off.browser.call('DELETE', '/api/v1/people/me/totp')).status).toBe(204);
  expect((await off.signIn({})).status).toBe(200);

  const lost = await withTotp();
  await lost.confirm(lost.code());
  const { json } = await host.call('POST', `/api/v1/people/${lost.person.id}/reset`);
  const { link } = z.object({ link: z.string() }).parse(json);
  const accept = { name: 'Person', password };
  await testBrowser(host).call('POST', `/api/v1/invitations/${link.split('/').at(-1)}`, { json: accept });
  expect((await lost.signIn({})).status).toBe(200);
});
