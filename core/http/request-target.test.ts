import { expect, test } from 'vitest';
import { hasDotSegment, repeatedHeader } from './request-target.ts';

test.each([
  '/..',
  '/v1/../admin/keys',
  '/v1/./travel',
  '/v1/%2e%2e/admin',
  '/v1/.%2E/admin',
  '/v1/%2E',
  '/console/..%2fadmin',
  '/console/%2e%2e%5cadmin',
  '/v1\\..\\admin',
  'http://localhost/v1/../admin',
  '/v1/..?a=b',
])('%s has a dot segment', (target) => expect(hasDotSegment(target)).toBe(true));

test.each(['/', '/v1/travel', '/v1/...', '/a..b/c.d', '/v1/travel?to=../x', '/v1/%252e%252e', 'http://a.b/v1'])(
  '%s has none',
  (target) => expect(hasDotSegment(target)).toBe(false),
);

test.each(['host', 'Authorization', 'x-api-key', 'Content-Type', 'content-length', 'transfer-encoding', 'origin'])(
  'a second header %s is found, however it is written',
  (name) => {
    expect(repeatedHeader(['accept', 'a', name, 'x', name.toUpperCase(), 'x'])).toBe(name.toLowerCase());
    expect(repeatedHeader([name, 'x', 'accept', 'a', 'accept', name])).toBeUndefined();
  },
);
