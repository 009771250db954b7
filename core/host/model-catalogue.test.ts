import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineKind } from '../api/kind.ts';
import type { ModelPackage } from '../api/provider.ts';
import { defineProvider } from '../api/provider.ts';
import { parrot } from '../models/testing/parrot.ts';
import { catalogueOf } from './model-catalogue.ts';

const url = 'https://github.com/parrot';

function bird(name: string, models: readonly ModelPackage[]) {
  return defineProvider({ kind: defineKind<object>('bird'), name, config: z.strictObject({}), models, create: () => ({}) });
}

test('a model that several providers work with is there once, and all are in order', () => {
  const providers = [bird('one', [parrot(url)]), bird('two', [parrot(url), parrot(url, { name: 'ara' })])];
  expect(catalogueOf(providers).map(({ name }) => name)).toEqual(['ara', 'parrot-small']);
});

test('one name for two models is refused, and both providers are named', () => {
  const providers = [bird('one', [parrot(url)]), bird('two', [parrot(url, { bytes: 5 })])];
  expect(() => catalogueOf(providers)).toThrow('bird one and bird two mean different models by "parrot-small"');
});
