import { testHost } from 'chronoscribe/testing';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { operations } from './operations.ts';

const host = await testHost();
const { paths } = z
  .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
  .parse((await host.call('GET', '/openapi.json')).json);
await host.stop();

test('the client offers every operation that the service describes, and no other', () => {
  const described = Object.entries(paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
  expect(
    Object.values(operations)
      .map(([method, path]) => `${method} ${path}`)
      .toSorted(),
  ).toEqual(described.toSorted());
});

test('every operation is named by its path, but for those on the clocks', () => {
  const named = Object.entries(operations).filter(([, [, path]]) => !path.startsWith('/v1/clocks'));
  const expected = named.map(([name]) => `/v1/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
  expect(expected).toEqual(named.map(([, [, path]]) => path));
});
