/**
 * What must not compile, proved by the compiler: each `@ts-expect-error` fails the type check when its line compiles.
 * Nothing here runs.
 */
import {
  defineKind,
  definePlugin,
  defineProvider,
  EventStream,
  oneFile,
  rawBody,
  route,
  Store,
  workflow,
} from 'chronoscribe';
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
      byRun: true,
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
  byRun: true,
  handle: ({ run }) =>
    // @ts-expect-error the workflow answers with flashes
    run(
      workflow<string>('other')
        .step('one', () => 1)
        .answer((flashes) => ({ body: { flashes }, location: '/' })),
      'go',
    ),
});

const lighting = workflow<string>('lighting')
  .step('one', () => true)
  .answer((lit) => ({ body: { lit }, location: '/' }));

route({
  method: 'POST',
  path: '/v1/lamp',
  summary: 'A run that was not declared',
  response: z.object({ lit: z.boolean() }),
  // @ts-expect-error it is not answered by a run
  handle: ({ run }) => run(lighting, 'go'),
});

route({
  method: 'POST',
  path: '/v1/lamp',
  summary: 'A run that was declared and not begun',
  response: z.object({ lit: z.boolean() }),
  byRun: true,
  // @ts-expect-error it is answered by a run
  handle: () => ({ lit: true }),
});

route({
  method: 'POST',
  path: '/v1/lamp',
  summary: 'A run with a status of its own',
  response: z.object({ lit: z.boolean() }),
  byRun: true,
  // @ts-expect-error a run chooses its status
  status: 201,
  handle: ({ run }) => run(lighting, 'go'),
});

route({
  method: 'GET',
  // @ts-expect-error a parameter is written in braces
  path: '/mist/:id',
  summary: 'A path of another framework',
  response: z.null(),
  handle: () => null,
});

const chart = { accept: ['image/png'], maxBytes: 10, description: 'A chart.' };

export const charted = route({
  method: 'POST',
  path: '/v1/charts',
  summary: 'A raw body beside fields of the query',
  request: z.object({ scale: z.int() }),
  body: rawBody(chart),
  response: z.null(),
  handle: ({ body, input }) => {
    body.sha256 satisfies string;
    input.scale satisfies number;
    return null;
  },
});

route({
  method: 'POST',
  path: '/v1/charts',
  summary: 'A raw body that was not declared',
  response: z.object({ bytes: z.int() }),
  // @ts-expect-error no body was declared
  handle: ({ body }) => ({ bytes: body.bytes }),
});

route({
  method: 'POST',
  path: '/v1/charts',
  summary: 'Two bodies',
  // @ts-expect-error a request has one body
  files: { chart: oneFile(chart) },
  body: rawBody(chart),
  response: z.null(),
  handle: () => null,
});

async function* flashes(): AsyncGenerator<number> {
  yield 1;
}

export const watched = route({
  method: 'GET',
  path: '/v1/flashes',
  summary: 'Events',
  response: z.object({ flashes: z.int() }),
  events: z.number(),
  handle: ({ wantsEvents }) => (wantsEvents ? new EventStream(flashes()) : { flashes: 0 }),
});

route({
  method: 'GET',
  path: '/v1/flashes',
  summary: 'Events of another shape',
  response: z.object({ flashes: z.int() }),
  events: z.string(),
  // @ts-expect-error an event is a string
  handle: () => new EventStream(flashes()),
});

route({
  method: 'GET',
  path: '/v1/flashes',
  summary: 'Events that were not declared',
  response: z.object({ flashes: z.int() }),
  // @ts-expect-error there are no events
  handle: () => new EventStream(flashes()),
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

export const withoutSettings = defineProvider({ kind: Lamp, name: 'plain', create: () => ({ light: () => 'white' }) });

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

interface Bell {
  ring(): number;
}
const Bell = defineKind<Bell>('bell');

export const buoy = defineProvider({
  kind: Lamp,
  name: 'buoy',
  config: z.strictObject({}),
  provides: { bell: Bell },
  create: () => ({ light: () => 'red', bell: { ring: () => 1 } }),
  stop: ({ bell }) => {
    bell.ring() satisfies number;
  },
});

defineProvider({
  kind: Lamp,
  name: 'dumb-buoy',
  config: z.strictObject({}),
  provides: { bell: Bell },
  // @ts-expect-error what is provided must be held
  create: () => ({ light: () => 'red' }),
});

defineProvider({
  kind: Lamp,
  name: 'cracked-buoy',
  config: z.strictObject({}),
  provides: { bell: Bell },
  // @ts-expect-error a bell counts
  create: () => ({ light: () => 'red', bell: { ring: () => 'dull' } }),
});
