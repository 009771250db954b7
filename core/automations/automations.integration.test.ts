import {
  automations,
  type Documents,
  defineCollection,
  definePlugin,
  on,
  Problem,
  Runs as RunsKind,
  route,
  Store,
  workflow,
} from 'chronoscribe';
import { type TestHost, testHost } from 'chronoscribe/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

const Filed = z.object({ id: z.string(), order: z.string(), run: z.string() });
const filed = defineCollection({ name: 'lab_filed', schema: Filed, indexes: [] });

const File = z.object({ order: z.string(), fail: z.boolean().default(false) });
const Arrived = z.object({ order: z.string(), pages: z.int() });

let gate = Promise.withResolvers<void>();

/** A laboratory: a result that arrives is told to automations, and an action files it. */
const laboratory = definePlugin({
  name: 'laboratory',
  auth: 'clinical',
  needs: { store: Store },
  triggers: { 'lab.arrived': Arrived, 'lab.filed': z.object({ order: z.string() }) },
  async start({ needs: { store } }) {
    await store.prepare(filed);
    return {};
  },
  actions: ({ needs: { store }, emit }) => ({
    'lab.file': {
      input: File,
      run: workflow<z.output<typeof File>>('lab-file')
        .step('file', async ({ input: { order, fail } }, { account, runId: run }) => {
          if (fail) throw new Problem('lab-closed', { status: 503, detail: 'The laboratory is closed.' });
          await store.transaction(async (documents) => {
            await documents.insert(filed, { id: `${run}/${order}`, order, run });
            await emit(documents, 'lab.filed', { account, payload: { order } });
          });
          return order;
        })
        .answer((order) => ({ body: { order }, location: '' })),
    },
    'lab.wait': {
      input: z.object({ order: z.string() }),
      run: workflow<{ readonly order: string }>('lab-wait')
        .step('wait', async ({ input: { order } }, { runId: run }) => {
          await gate.promise;
          await store.put(filed, { id: run, order, run });
          return order;
        })
        .answer((order) => ({ body: { order }, location: '' })),
    },
  }),
  routes: ({ needs: { store }, emit }) => [
    route({
      method: 'POST',
      path: '/lab/results',
      summary: 'Take a result',
      request: Arrived.extend({ breaks: z.boolean().default(false) }),
      response: z.object({}),
      async handle({ account, input: { breaks, ...payload } }) {
        await store.transaction(async (documents) => {
          await emit(documents, 'lab.arrived', { account, payload });
          if (breaks) throw new Problem('lab-broken', { status: 409, detail: 'The change was undone.' });
        });
        return {};
      },
    }),
    route({
      method: 'GET',
      path: '/lab/filed',
      summary: 'List what was filed',
      response: z.object({ orders: z.array(z.string()), runs: z.array(z.string()) }),
      handle: async () => filedIn(store),
    }),
  ],
});

async function filedIn(documents: Documents) {
  const { items } = await documents.find(filed, {});
  return { orders: items.map(({ order }) => order).toSorted(), runs: items.map(({ run }) => run) };
}

async function start(automations: object): Promise<TestHost> {
  gate = Promise.withResolvers();
  const host = await testHost({ plugins: [laboratory], config: { automations } });
  onTestFinished(() => host.stop());
  return host;
}

const arrive = (host: TestHost, order: string, more = {}) =>
  host.call('POST', '/lab/results', { json: { order, pages: 1, ...more } });
const orders = async (host: TestHost) => {
  const { json } = await host.call('GET', '/lab/filed');
  return z.object({ orders: z.array(z.string()) }).parse(json).orders;
};
const counts = async (host: TestHost, name: string) => {
  const { json } = await host.call('GET', '/api/v1/automations');
  const { items } = z
    .object({ items: z.array(z.object({ name: z.string(), counts: z.record(z.string(), z.int()) })) })
    .parse(json);
  return items.find((each) => each.name === name)?.counts;
};
const Runs = z.object({
  items: z.array(
    z.object({ id: z.string(), workflow: z.string(), name: z.string(), status: z.string(), error: z.unknown() }),
  ),
});
const runsOf = async (host: TestHost, name: string) => {
  const { json } = await host.call('GET', `/api/v1/runs?workflow=automation-${name}`);
  return Runs.parse(json).items;
};

const file = { 'lab.file': { order: '=order' } };

describe('an automation', () => {
  test('does its actions for each event, in a run that the account sees', async () => {
    const host = await start({
      filing: { on: 'lab.arrived', do: [file, { 'lab.file': { order: "=order + '-copy'" } }] },
    });
    expect((await arrive(host, 'a')).status).toBe(200);
    await expect.poll(() => orders(host)).toEqual(['a', 'a-copy']);
    await expect.poll(() => counts(host, 'filing')).toMatchObject({ fired: 1, done: 1, started: 0 });
    const [run] = await runsOf(host, 'filing');
    expect(run).toMatchObject({ name: 'filing', status: 'done' });
    const { json } = await host.call('GET', `/api/v1/runs/${run?.id}`);
    expect(json).toMatchObject({
      steps: [
        { name: 'lab.file', kind: 'child', status: 'done', steps: [{ name: 'file', status: 'done' }] },
        { name: 'lab.file 2', kind: 'child', status: 'done' },
      ],
    });
  });

  test('runs for no event whose change was undone', async () => {
    const host = await start({ filing: { on: 'lab.arrived', do: [file] } });
    expect((await arrive(host, 'undone', { breaks: true })).status).toBe(409);
    await arrive(host, 'kept');
    await expect.poll(() => orders(host)).toEqual(['kept']);
    expect(await counts(host, 'filing')).toMatchObject({ fired: 1 });
  });

  test('does nothing for an event for which its condition does not hold', async () => {
    const host = await start({ filing: { on: 'lab.arrived', if: 'pages > 2', do: [file] } });
    await arrive(host, 'short');
    await arrive(host, 'long', { pages: 3 });
    await expect.poll(() => counts(host, 'filing')).toMatchObject({ fired: 2, done: 1, skipped: 1 });
    expect(await orders(host)).toEqual(['long']);
  });

  test('whose condition has no value fails its run with the event, and not the work that it was told of', async () => {
    const host = await start({ filing: { on: 'lab.arrived', if: '10 / pages > 1', do: [file] } });
    expect((await arrive(host, 'none', { pages: 0 })).status).toBe(200);
    await expect.poll(() => counts(host, 'filing')).toMatchObject({ failed: 1 });
    expect(await runsOf(host, 'filing')).toMatchObject([
      {
        status: 'failed',
        error: {
          detail: [{ msg: expect.stringContaining('division by zero'), type: 'automation_failed' }],
          event: { trigger: 'lab.arrived', payload: { order: 'none', pages: 0 } },
        },
      },
    ]);
  });

  test('is for the events of one account if it names one', async () => {
    const host = await start({ filing: { on: 'lab.arrived', account: 'default', do: [file] } });
    const { key } = await host.newAccount();
    await host.call('POST', '/lab/results', { json: { order: 'theirs', pages: 1 }, key });
    await arrive(host, 'ours');
    await expect.poll(() => orders(host)).toEqual(['ours']);
    expect(await counts(host, 'filing')).toMatchObject({ fired: 1 });
  });

  test('that sets itself off ends after sixteen links', async () => {
    const host = await start({
      circle: { on: ['lab.arrived', 'lab.filed'], do: [{ 'lab.file': { order: "=order + 'x'" } }] },
    });
    await arrive(host, '');
    await expect.poll(() => counts(host, 'circle')).toMatchObject({ fired: 17, done: 16, loop: 1 });
    expect((await orders(host)).map((order) => order.length)).toEqual(Array.from({ length: 16 }, (_, at) => at + 1));
  });

  test('that fails for failed runs does not go on without end', async () => {
    const failing = { on: 'run.failed', do: [{ 'lab.file': { order: '=run.id', fail: true } }] };
    const first = { on: 'lab.arrived', do: [{ 'lab.file': { order: '=order', fail: true } }] };
    const host = await start({ first, failing });
    await arrive(host, 'a');
    await expect.poll(() => counts(host, 'failing')).toMatchObject({ failed: 15, loop: 1 });
    expect(await orders(host)).toEqual([]);
  });

  test('fires by a schedule on the clock of an account', async () => {
    const yearly = {
      on: { cron: '0 0 1 1 *', clock: 'account' },
      account: 'default',
      do: [{ 'lab.file': { order: '=time' } }],
    };
    const host = await start({ yearly });
    const travel = { destination_time: '2031-12-31T23:00:00Z', location: 'here' };
    expect((await host.call('POST', '/v1/travel', { json: travel })).status).toBe(200);
    await host.call('POST', '/v1/fast-forward', { json: { duration: '2h' } });
    await expect.poll(() => orders(host)).toContain('2032-01-01T00:00:00.000Z');
  });
});

describe('an automation that a plugin brings', () => {
  const couriers = definePlugin({
    name: 'couriers',
    auth: 'clinical',
    needs: { store: Store },
    workflows: ({ needs: { store } }) => ({
      thank: workflow<z.output<typeof Arrived>>('couriers-thank')
        .step('write', async ({ input: { order, pages } }, { runId: run }) => {
          await store.put(filed, { id: run, order: `${order}, ${pages} pages`, run });
          return order;
        })
        .answer((order) => ({ body: { order }, location: '' })),
    }),
    extends: ({ workflows }) => [
      on('lab.arrived', Arrived, workflows.thank),
      automations.add({ name: 'long', on: 'lab.arrived', if: 'pages > 2', do: [file] }),
    ],
    routes: () => [],
  });
  /** An event that is told while the plugins start, before anybody knows who listens. */
  const early = definePlugin({
    name: 'early',
    auth: 'clinical',
    needs: { store: Store, runs: RunsKind },
    triggers: { 'lab.sent': Arrived },
    start: async ({ needs: { store }, emit }) => {
      await store.transaction((documents) =>
        emit(documents, 'lab.sent', { account: 'default', payload: { order: 'early', pages: 1 } }),
      );
      return {};
    },
    extends: [automations.add({ name: 'sent', on: 'lab.sent', do: [file] })],
    routes: () => [],
  });

  test('runs for the events of another plugin, and by its condition', async () => {
    const host = await testHost({ plugins: [couriers, laboratory] });
    onTestFinished(host.stop);
    await arrive(host, 'a');
    await arrive(host, 'b', { pages: 3 });
    await expect.poll(() => orders(host)).toEqual(['a, 1 pages', 'b', 'b, 3 pages']);
    await expect.poll(() => counts(host, 'couriers-thank')).toMatchObject({ fired: 2, done: 2 });
  });

  test('runs once for an event of a plugin that is still starting', async () => {
    const host = await testHost({ plugins: [early, laboratory] });
    onTestFinished(host.stop);
    await expect.poll(() => counts(host, 'sent')).toMatchObject({ fired: 1, done: 1 });
    expect(await orders(host)).toEqual(['early']);
  });

  test.each([
    ['an unknown trigger', { on: 'lab.lost' }, 'plugin p  automations.long.on\n    unknown trigger "lab.lost"'],
    ['an unknown action', { do: [{ 'lab.burn': {} }] }, 'unknown action "lab.burn"'],
    ['a name that the configuration has', { name: 'filing' }, 'the plugin p brings an automation of this name'],
  ])('with %s stops the start', async (_what, change, said) => {
    const brought = automations.add({ name: 'long', on: 'lab.arrived', do: [file], ...change });
    const plugin = definePlugin({ name: 'p', auth: 'clinical', extends: [brought], routes: () => [] });
    const config = { automations: { filing: { on: 'lab.arrived', do: [file] } } };
    await expect(testHost({ plugins: [plugin, laboratory], config })).rejects.toThrow(said);
  });
});

describe('events that come while the automation runs', () => {
  const waiting = { 'lab.wait': { order: '=order' } };

  test('wait for their turn', async () => {
    const host = await start({ slow: { on: 'lab.arrived', do: [waiting] } });
    for (const order of ['a', 'b', 'c']) await arrive(host, order);
    await expect.poll(() => counts(host, 'slow')).toMatchObject({ started: 1, waiting: 2 });
    gate.resolve();
    await expect.poll(() => orders(host)).toEqual(['a', 'b', 'c']);
    const created = (await runsOf(host, 'slow')).length;
    expect(created).toBe(3);
  });

  test('run at once in the mode parallel', async () => {
    const host = await start({ slow: { on: 'lab.arrived', do: [waiting], mode: 'parallel' } });
    for (const order of ['a', 'b', 'c']) await arrive(host, order);
    await expect.poll(() => counts(host, 'slow')).toMatchObject({ started: 3, waiting: 0 });
    gate.resolve();
    await expect.poll(() => orders(host)).toEqual(['a', 'b', 'c']);
  });

  test('are replaced by the latest in the mode latest', async () => {
    const host = await start({ slow: { on: 'lab.arrived', do: [waiting], mode: 'latest' } });
    await arrive(host, 'a');
    await expect.poll(() => counts(host, 'slow')).toMatchObject({ started: 1 });
    for (const order of ['b', 'c', 'd']) await arrive(host, order);
    await expect.poll(() => counts(host, 'slow')).toMatchObject({ waiting: 1, replaced: 2 });
    gate.resolve();
    await expect.poll(() => orders(host)).toEqual(['a', 'd']);
  });

  test.each(['queued', 'latest'])('of another account neither wait nor are replaced in the mode %s', async (mode) => {
    const host = await start({ slow: { on: 'lab.arrived', do: [waiting], mode } });
    const { key } = await host.newAccount();
    for (const order of ['a', 'b']) await arrive(host, order);
    await expect.poll(() => counts(host, 'slow')).toMatchObject({ started: 1, waiting: 1 });
    for (const order of ['x', 'y']) await host.call('POST', '/lab/results', { json: { order, pages: 1 }, key });
    await expect.poll(() => counts(host, 'slow')).toMatchObject({ started: 2, waiting: 2, replaced: 0 });
    gate.resolve();
    await expect.poll(() => orders(host)).toEqual(['a', 'b', 'x', 'y']);
  });
});
