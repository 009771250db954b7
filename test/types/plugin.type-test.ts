/**
 * What must not compile, proved by the compiler: each `@ts-expect-error` fails the type check when its line compiles. Nothing here runs.
 */
import { defineKind, definePlugin, defineProvider, oneFile, route, Store, workflow } from 'chronoscribe';
import { z } from 'zod';

interface Lamp {
  light(): string;
}
const Lamp = defineKind<Lamp>('lamp');

export const working = definePlugin({
  name: 'lighthouse',
  auth: 'time',
  config: z.strictObject({ colour: z.string().default('white') }),
  needs: { store: Store },
  provides: { lamp: Lamp },
  start: ({ config, needs }) => ({
    lamp: { light: () => config.colour },
    // More than is provided may be held.
    prepare: () => needs.store.prepare(),
  }),
  workflows: () => ({
    signal: workflow<{ ships: number }>('signal')
      .step('flashes', ({ input }) => input.ships * 2)
      .answer((flashes) => ({ body: { flashes }, location: '/signals/1' })),
  }),
  routes: ({ parts, workflows }) => [
    route({
      method: 'POST',
      path: '/v1/signals/{harbour}/{pier}',
      summary: 'Signal',
      request: z.object({ ships: z.int() }),
      files: { chart: oneFile({ accept: ['image/png'], maxBytes: 10, description: 'A chart.' }) },
      response: z.object({ flashes: z.int() }),
      handle: async ({ input, path, files, run }) => {
        parts.prepare satisfies () => Promise<void>;
        [path.harbour, path.pier, files.chart.sha256] satisfies string[];
        return run(workflows.signal, { ships: input.ships });
      },
    }),
  ],
});

route({
  method: 'GET',
  path: '/v1/lamp',
  summary: 'A response of another shape',
  response: z.object({ lit: z.boolean() }),
  // @ts-expect-error the response says boolean
  handle: () => ({ lit: 'yes' }),
});

route({
  method: 'GET',
  path: '/v1/lamp/{id}',
  summary: 'A path parameter that the path does not have',
  response: z.object({ name: z.string() }),
  // @ts-expect-error the path has only `id`
  handle: ({ path }) => ({ name: path.name }),
});

route({
  method: 'POST',
  path: '/v1/lamp',
  summary: 'A run whose answer has another shape',
  response: z.object({ lit: z.boolean() }),
  handle: ({ run }) =>
    // @ts-expect-error the workflow answers with flashes
    run(
      workflow<string>('other')
        .step('one', () => 1)
        .answer((flashes) => ({ body: { flashes }, location: '/' })),
      'go',
    ),
});

definePlugin({
  name: 'undeclared-need',
  auth: 'time',
  needs: { store: Store },
  routes: ({ needs }) => {
    // @ts-expect-error only the store was declared
    needs.lamp.light();
    return [];
  },
});

definePlugin({
  name: 'unkept-provides',
  auth: 'time',
  provides: { lamp: Lamp },
  // @ts-expect-error what is provided must be returned
  start: () => ({ candle: 1 }),
  routes: () => [],
});

definePlugin({
  name: 'wrong-instance',
  auth: 'time',
  provides: { lamp: Lamp },
  // @ts-expect-error a lamp lights
  start: () => ({ lamp: { darken: () => 'dark' } }),
  routes: () => [],
});

export const provider = defineProvider({
  kind: Lamp,
  name: 'oil',
  config: z.strictObject({ oil: z.number() }),
  create: ({ config }) => ({ light: () => config.oil.toFixed() }),
});

defineProvider({
  kind: Lamp,
  name: 'broken',
  config: z.strictObject({ oil: z.number() }),
  // @ts-expect-error there is no setting called gas
  create: ({ config }) => ({ light: () => config.gas }),
});

defineProvider({
  kind: Lamp,
  name: 'not-a-lamp',
  config: z.strictObject({}),
  // @ts-expect-error a lamp lights with words
  create: () => ({ light: () => 7 }),
});
