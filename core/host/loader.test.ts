import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineKind } from '../api/kind.ts';
import { definePlugin } from '../api/plugin.ts';
import { defineProvider } from '../api/provider.ts';
import { suggestProvider } from './loader.ts';

const kinds = {
  lamp: defineKind('lamp'),
  bell: defineKind('bell'),
  horn: defineKind('horn'),
  tide: defineKind('tide'),
};

const lamp = (name: string, provides: readonly (keyof typeof kinds)[]) =>
  defineProvider({
    kind: kinds.lamp,
    name,
    config: z.strictObject({}),
    provides: Object.fromEntries(provides.map((kind) => [kind, kinds[kind]])),
    create: (): Readonly<Record<string, unknown>> => ({}),
  });

const fog = definePlugin({
  name: 'fog',
  auth: 'time',
  provides: { horn: kinds.horn, tide: kinds.tide },
  start: () => ({ horn: 'low', tide: 'high' }),
  routes: () => [],
});

const bundled = {
  providers: [lamp('oil', []), lamp('buoy', ['bell', 'tide']), lamp('ship', ['bell'])],
  plugins: [fog],
};

test.each([
  ['lamp', 'configure one under providers.lamp (oil, buoy, ship)'],
  ['horn', 'enable plugin fog'],
  ['bell', 'choose a lamp that keeps one (buoy, ship)'],
  ['tide', 'enable plugin fog'],
  ['weather', 'no bundled provider or plugin answers it: add one that does, as providers.weather or as a plugin'],
])('whoever lacks a %s is told: %s', (kind, advice) => {
  expect(suggestProvider(kind, bundled)).toBe(advice);
});
