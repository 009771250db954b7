import { expect, test } from 'vitest';
import { Claims, hasSecondFactor, verifiedEmail, withUserInfo } from './claims.ts';
import { OidcSettings } from './settings.ts';

const settings = OidcSettings.parse({ issuer: 'https://id.example', clientId: 'x' });

test('an address and its verification come from the same place', () => {
  const idToken = Claims.parse({ sub: 'a', email: 'ada@x.example' });
  const other = withUserInfo(idToken, { sub: 'a', email: 'eve@x.example', email_verified: true });
  expect(verifiedEmail(other, settings)).toBeUndefined();
  const same = withUserInfo(idToken, { sub: 'a', email: 'ada@x.example', email_verified: true });
  expect(verifiedEmail(same, settings)).toBe('ada@x.example');
  const denied = withUserInfo(Claims.parse({ ...idToken, email_verified: false }), { ...same });
  expect(verifiedEmail(denied, settings)).toBeUndefined();
  expect(verifiedEmail(withUserInfo(Claims.parse({ sub: 'a' }), { ...same }), settings)).toBe('ada@x.example');
});

test('how and when somebody signed in is read from the ID token alone, and only in the form of the standard', () => {
  const told = withUserInfo(Claims.parse({ sub: 'a' }), { sub: 'a', amr: ['mfa'], auth_time: 1 });
  expect([hasSecondFactor(told), told.auth_time]).toEqual([false, undefined]);
  expect(hasSecondFactor(Claims.parse({ sub: 'a', amr: 'mfa' }))).toBe(false);
  expect(hasSecondFactor(Claims.parse({ sub: 'a', amr: ['mfa', 1] }))).toBe(false);
  expect(() => Claims.parse({ sub: '' })).toThrow();
});
