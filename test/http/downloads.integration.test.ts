import { testHost } from 'chronoscribe/testing';
import { afterAll, expect, test } from 'vitest';
import { probe } from '../fixtures/probe.ts';

const host = await testHost({ plugins: probe().plugins });
afterAll(() => host.stop());

test('a file is answered as it is, under a name that no header can be broken with', async () => {
  const { status, text, headers } = await host.call('GET', '/v1/probe/file');
  expect([status, text]).toEqual([200, 'Größe']);
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(headers.get('content-disposition')).toBe('attachment; filename="a__b_.txt"');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('a file of another type than text has that type alone', async () => {
  const { headers } = await host.call('GET', '/v1/probe/file?type=application/x-subrip');
  expect(headers.get('content-type')).toBe('application/x-subrip');
});

test('a file of a type that the route does not declare is a fault of ours', async () => {
  expect((await host.call('GET', '/v1/probe/file?type=text/html')).status).toBe(500);
});
