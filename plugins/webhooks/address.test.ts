import { expect, test } from 'vitest';
import { isPublicAddress, rejectUrl, resolveAddresses } from './address.ts';

test.each(['93.184.216.34', '8.8.8.8', '::ffff:8.8.8.8', '2606:2800:220:1:248:1893:25c8:1946'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  '127.0.0.1',
  '127.8.9.1',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.2.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:168.63.129.16',
  '::127.0.0.1',
  '::7f00:1',
  '::a9fe:a9fe',
  '::ffff:0:7f00:1',
  '0:0:0:1::7f00:1',
  '64:ff9b:1::7f00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'not an address',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  'http://127.0.0.1/hook',
  'http://127.1/hook',
  'http://2130706433/hook',
  'http://0x7f000001/hook',
  'http://0177.0.0.1/hook',
  'http://１２７.０.０.１/hook',
  'http://127.0.0.1./hook',
  'http://[::1]:8080/hook',
  'http://[::ffff:7f00:1]/hook',
  'http://[0:0:0:0:0:ffff:10.0.0.1]/hook',
  'http://[::127.0.0.1]/hook',
  'http://[::ffff:168.63.129.16]/hook',
  'http://169.254.169.254/latest/meta-data',
  'https://localhost/hook',
  'https://db.localhost./hook',
])('%s is rejected unless private addresses are allowed', (url) => {
  expect(rejectUrl(new URL(url), false)).toContain('allowPrivateAddresses');
  expect(rejectUrl(new URL(url), true)).toBeUndefined();
});

test.each([
  ['ftp://example.org/hook', /https/],
  ['file:///etc/passwd', /https/],
  ['https://user:secret@example.org/', /password/],
])('%s is always rejected', (url, reason) => {
  expect(rejectUrl(new URL(url), true)).toMatch(reason);
});

test('a name is resolved at each delivery and rejected if any address is private', async () => {
  const publicOne = { address: '93.184.216.34', family: 4 } as const;
  const privateOne = { address: '10.0.0.7', family: 4 } as const;
  expect(rejectUrl(new URL('https://hooks.example.org/'), false)).toBeUndefined();
  expect(await resolveAddresses('hooks.example.org', false, async () => [publicOne])).toEqual([publicOne]);
  await expect(resolveAddresses('hooks.example.org', false, async () => [publicOne, privateOne])).rejects.toThrow(
    /private/,
  );
  expect(await resolveAddresses('hooks.example.org', true, async () => [privateOne])).toEqual([privateOne]);
});
