import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineKind } from '../api/kind.ts';
import { defineProvider, type ModelPackage } from '../api/provider.ts';
import { Models } from '../kinds/operations.ts';
import { startFileServer } from '../models/testing/file-server.ts';
import { parrot, parrotFile } from '../models/testing/parrot.ts';
import { silentLog, temporaryFolder } from '../testing/provider.ts';
import { compose } from './container.ts';
import { catalogueOf, modelsPart } from './models.ts';
import type { Part } from './part.ts';
import { planHost } from './plan.ts';

test('whoever needs the models gets them, from the folder models of the data folder', async () => {
  await using cleanup = new AsyncDisposableStack();
  const folder = await temporaryFolder();
  cleanup.defer(() => folder.remove());
  const server = await startFileServer(parrotFile);
  cleanup.defer(() => server.stop());
  let given: unknown;
  const user: Part = {
    name: 'transcriber parrot',
    needs: { models: Models },
    provides: {},
    async create(needs) {
      given = needs.models;
      return {};
    },
    stop: async () => undefined,
    health: async () => undefined,
  };
  const models = modelsPart({ data: folder.path, models: { mirror: null } }, silentLog);
  await compose(
    [user, models],
    (_, create) => create(),
    () => {},
  );
  const options = { download: true, signal: new AbortController().signal, progress: () => {} };
  // The boundary where types are erased: the container hands over what answers `needs`.
  const path = await (given as Models).ensure(parrot(server.url), options);
  expect(path).toBe(join(folder.path, 'models', 'parrot-small'));
});

test('every host has them', async () => {
  const provider = defineProvider({
    kind: defineKind<object>('transcriber'),
    name: 'parrot',
    config: z.strictObject({}),
    needs: { models: Models },
    create: () => ({}),
  });
  const { parts } = await planHost({
    environment: {},
    flags: {},
    workingDirectory: '/',
    extraProviders: [{ provider }],
  });
  expect(parts.map(({ name }) => name)).toContain('host models');
});

const url = 'https://github.com/parrot';

function bird(name: string, models: readonly ModelPackage[]) {
  return defineProvider({
    kind: defineKind<object>('bird'),
    name,
    config: z.strictObject({}),
    models,
    create: () => ({}),
  });
}

test('a model that several providers work with is there once, and all are in order', () => {
  const providers = [bird('one', [parrot(url)]), bird('two', [parrot(url), parrot(url, { name: 'ara' })])];
  expect(catalogueOf(providers).map(({ name }) => name)).toEqual(['ara', 'parrot-small']);
});

test('one name for two models is refused, and both providers are named', () => {
  const providers = [bird('one', [parrot(url)]), bird('two', [parrot(url, { bytes: 5 })])];
  expect(() => catalogueOf(providers)).toThrow('bird one and bird two mean different models by "parrot-small"');
});
