import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { definePlugin } from './plugin.ts';
import { route } from './route.ts';

const declare = (path: string, more: object = {}) =>
  route({ method: 'GET', path, summary: 'Anything', response: z.null(), handle: () => null, ...more });

describe('a route', () => {
  test.each([
    ['/mist/:id', 'GET /mist/:id: write the path parameter as {id} instead of :id.'],
    ['/mist/*', '"*" is not supported'],
    ['mist', 'a path starts with "/"'],
  ])('with the path %s is refused', (path, message) => {
    expect(() => declare(path)).toThrow(message);
  });

  test('may have a colon inside a name', () => {
    expect(declare('/mist/{id}/print:pdf').path).toBe('/mist/{id}/print:pdf');
  });

  test('has no status beside byRun', () => {
    expect(() => declare('/mist', { byRun: true, status: 201 })).toThrow('declares status 201 beside byRun');
  });

  test('has events for a GET only', () => {
    expect(() => declare('/mist', { method: 'POST', events: z.null() })).toThrow('Only a GET can be watched');
  });
});

test('a plugin without routes is refused', () => {
  expect(() => definePlugin(JSON.parse('{ "name": "mist", "auth": "time" }'))).toThrow(
    'plugin "mist": routes: expected a function; `() => []` if there are none',
  );
});
