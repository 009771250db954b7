import { scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashPassword, isOutdated, verifyPassword } from './password.ts';

test('a password is verified by a hash that differs each time, and nothing is verified without one', async () => {
  const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
  expect(one).not.toBe(other);
  expect(await verifyPassword('correct horse', one)).toBe(true);
  expect(await verifyPassword('correct horsf', one)).toBe(false);
  expect(await verifyPassword('correct horse', null)).toBe(false);
  // Composed and decomposed: two keyboards write the same password.
  expect(await verifyPassword('caf\u0065\u0301', await hashPassword('caf\u00e9'))).toBe(true);
});

test('a hash of another cost is verified, and is to be renewed', async () => {
  const salt = Buffer.alloc(16, 7);
  const key = scryptSync('correct horse', salt, 32, { N: 2 ** 14, r: 8, p: 1 });
  const old = ['scrypt', 14, 8, 1, salt.toString('base64url'), key.toString('base64url')].join('$');
  expect(await verifyPassword('correct horse', old)).toBe(true);
  expect(isOutdated(old)).toBe(true);
  expect(isOutdated(await hashPassword('correct horse'))).toBe(false);
});
