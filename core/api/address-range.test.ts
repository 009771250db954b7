import { describe, expect, test } from 'vitest';
import { AddressRange, addressFilter, parseAddress } from './address-range.ts';

describe('an address in ranges', () => {
  test.each([
    ['192.0.2.0/24', '192.0.2.255', true],
    ['192.0.2.0/24', '192.0.3.0', false],
    ['192.0.2.7', '192.0.2.7', true],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['192.0.2.0/24', '::ffff:192.0.2.9', true],
    ['192.0.2.0/24', '::ffff:c000:209', true],
    ['::ffff:192.0.2.0/120', '192.0.2.9', true],
    ['::ffff:192.0.2.0/120', '192.0.3.9', false],
    ['2001:db8::/32', '2001:DB8:0::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    // `::/96` is where IPv4 addresses were once embedded: no address of IPv4 is in it today.
    ['::/96', '192.0.2.7', false],
    ['::/96', '::ffff:192.0.2.7', false],
    ['::/96', '::1', true],
    ['192.0.2.0/24', '::192.0.2.7', false],
    ['0.0.0.0/0', '::1', false],
    ['::/0', '192.0.2.7', false],
    ['::/0', '::ffff:192.0.2.7', false],
    ['::/0', '2001:db8::1', true],
    ['0.0.0.0/0', 'no address', false],
  ])('%s has %s: %s', (range, address, expected) => {
    expect(addressFilter([range])(address)).toBe(expected);
  });

  test('any of several ranges is enough, and none has no address', () => {
    const isInside = addressFilter(['10.0.0.0/8', 'fd00::/8']);
    expect(['10.9.8.7', 'fd12::1', '11.0.0.1'].map(isInside)).toEqual([true, true, false]);
    expect(addressFilter([])('10.0.0.1')).toBe(false);
  });
});

test.each(['', 'example', '10.0.0.0/33', '2001:db8::/129', '10.0.0/8', '10.0.0.0/', '10.0.0.0/8/8', 'fe80::1%eth0'])(
  '"%s" is no range',
  (text) => {
    expect(AddressRange.safeParse(text).success).toBe(false);
  },
);

test('an address has one form', () => {
  expect(['::FFFF:10.0.0.1', '2001:0db8:0:0::1', '10.0.0.1', 'unknown', ''].map(parseAddress)).toEqual([
    '10.0.0.1',
    '2001:db8::1',
    '10.0.0.1',
    undefined,
    undefined,
  ]);
});
