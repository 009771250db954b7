import { readFile } from 'node:fs/promises';
import { testHost } from 'chronoscribe/testing';
import { expect, test } from 'vitest';
import { operations } from './operations.ts';
import { calledOperations, digestOf, parseDocument, timeNavigation } from './testing/api-document.ts';
import { consoleSources } from './testing/console-sources.ts';

const host = await testHost();
const whole = parseDocument((await host.call('GET', '/openapi.json')).json);
const document = timeNavigation(whole);
await host.stop();

test('the client offers every operation that the service describes, and no other', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(
    Object.values(operations)
      .map(([method, path]) => `${method} ${path}`)
      .toSorted(),
  ).toEqual(described.toSorted());
});

test('every operation is named by its path, but for those on the clocks', () => {
  const named = Object.entries(operations).filter(([, [, path]]) => !path.startsWith('/v1/clocks'));
  const paths = named.map(([name]) => `/v1/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
  expect(paths).toEqual(named.map(([, [, path]]) => path));
});

test("the client's types are made from the service's document; if not, run npm run client:types", async () => {
  const types = await readFile(new URL('./openapi.ts', import.meta.url), 'utf8');
  expect(types).toContain(`// Document: sha256 ${digestOf(document)}\n`);
});

test("the console's types are made of the operations that it calls; if not, run npm run client:types", async () => {
  const types = await readFile(new URL('../../plugins/console/web/src/shared/openapi.ts', import.meta.url), 'utf8');
  expect(types).toContain(`// Document: sha256 ${digestOf(calledOperations(whole, await consoleSources()))}\n`);
});
