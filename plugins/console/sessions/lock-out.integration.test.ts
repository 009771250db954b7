import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestHost, testHost } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { testBrowser } from '../testing/browser.ts';
import { joined, password } from '../testing/people.ts';
import { networkOf } from './sign-in-limit.ts';

const started = async (): Promise<TestHost> => {
  // Addresses of clients are told by a proxy on this machine.
  const host = await testHost({ config: { http: { trustedProxies: ['127.0.0.1'] } } });
  onTestFinished(() => host.stop());
  return host;
};
const attempt = (host: TestHost, email: string, tried: string, from: string, browser = testBrowser(host)) =>
  browser.call('POST', '/api/v1/session', {
    json: { email, password: tried },
    headers: { 'x-forwarded-for': from },
  });
const addresses = (count: number) => Array.from({ length: count }, (_, index) => `192.0.${index >> 8}.${index & 255}`);

test('wrong passwords of others do not lock a person out of a browser that was used before, whoever sends them', async () => {
  const host = await started();
  const { email, browser } = await joined(host, ['clinician']);
  await browser.call('DELETE', '/api/v1/session');
  const statuses = await Promise.all(
    addresses(120).map(async (from, index) => (await attempt(host, email, `guess ${index}`, from)).status),
  );
  // Many addresses get a bounded number of guesses altogether.
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(50);
  expect((await attempt(host, email, password, '198.51.100.7')).status).toBe(429);
  // From the network of the attack too, such as behind the same router.
  for (let count = 0; count < 40; count += 1) await attempt(host, email, `more ${count}`, '192.0.0.1');
  expect((await attempt(host, email, password, '192.0.0.1', browser)).status).toBe(200);
});

test('a few wrong passwords from one network do not stop the person in another one', async () => {
  const host = await started();
  const { email } = await joined(host, ['clinician']);
  for (let count = 0; count < 12; count += 1) await attempt(host, email, `guess ${count}`, '192.0.2.1');
  expect((await attempt(host, email, password, '192.0.2.1')).status).toBe(429);
  expect((await attempt(host, email, password, '198.51.100.7')).status).toBe(200);
});

test('a known browser is limited too, and is none for another person', async () => {
  const host = await started();
  const known = await joined(host, ['clinician']);
  const other = await joined(host, ['clinician']);
  const statuses = [];
  for (let count = 0; count < 12; count += 1) {
    statuses.push((await attempt(host, known.email, `guess ${count}`, '192.0.2.1', known.browser)).status);
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
  // Another person's browser guesses as any stranger does.
  const strange = [];
  for (const from of addresses(60)) strange.push((await attempt(host, known.email, from, from, other.browser)).status);
  expect(strange.filter((status) => status === 401).length).toBeLessThanOrEqual(50);
  // A token that nobody was given is none.
  const forged = testBrowser(host);
  forged.plant('chronoscribe-device=made-up');
  expect((await attempt(host, known.email, password, '203.0.113.9', forged)).status).toBe(429);
});

test('an unknown address is refused and limited as a known one', async () => {
  const host = await started();
  const { email } = await joined(host, ['clinician']);
  const series = async (address: string) => {
    const answers = [];
    for (let count = 0; count < 12; count += 1) answers.push(await attempt(host, address, 'guess', '192.0.2.1'));
    return answers.map(({ status, text }) => [status, text]);
  };
  expect(await series('nobody@practice.example')).toEqual(await series(email));
});

test('the token of a browser is stored as a hash, and bound to the host', async () => {
  const host = await started();
  const { browser } = await joined(host, ['clinician']);
  const token = /chronoscribe-device=([\w-]+)/.exec(browser.cookie())?.[1] ?? 'none';
  const files = ['chronoscribe.db', 'chronoscribe.db-wal'].map((name) => join(host.dataFolder, name));
  const stored = (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('');
  expect(token).not.toBe('none');
  expect(stored).not.toContain(token);
  const again = testBrowser(host);
  const { email } = await joined(host, ['viewer']);
  const answer = await attempt(host, email, password, '192.0.2.1', again);
  expect(answer.headers.get('set-cookie')).toMatch(
    /chronoscribe-device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=15552000/,
  );
});

test('all addresses of a network of IPv6 count as one', () => {
  expect(networkOf('2001:db8:0:7:1::9')).toBe(networkOf('2001:DB8::7:ffff:0:0:1'));
  expect(networkOf('2001:db8:0:7::1')).not.toBe(networkOf('2001:db8:0:8::1'));
  expect(networkOf('::ffff:192.0.2.1')).toBe(networkOf('192.0.2.1'));
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
});
