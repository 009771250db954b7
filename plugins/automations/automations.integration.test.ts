import { definePlugin, route, Store, workflow } from 'chronoscribe';
import { type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

const File = z.object({ order: z.string(), copies: z.int().min(1).default(1) });

/** A laboratory, whose results automations can listen to and file. */
const laboratory = definePlugin({
  name: 'laboratory',
  auth: 'clinical',
  needs: { store: Store },
  triggers: { 'lab.arrived': z.object({ order: z.string(), pages: z.int() }) },
  actions: {
    'lab.file': {
      input: File,
      run: workflow<z.output<typeof File>>('lab-file')
        .step('file', ({ input }) => input.order)
        .answer((order) => ({ body: { order }, location: '' })),
    },
  },
  routes: ({ needs: { store }, emit }) => [
    route({
      method: 'POST',
      path: '/lab/results',
      summary: 'Take a result',
      request: z.object({ order: z.string(), pages: z.int() }),
      response: z.object({}),
      async handle({ account, input: payload }) {
        await store.transaction((documents) => emit(documents, 'lab.arrived', { account, payload }));
        return {};
      },
    }),
  ],
});

const host = await testHost({
  plugins: [laboratory],
  config: {
    automations: {
      'file-long-results': {
        on: 'lab.arrived',
        if: 'pages / (pages - 1) == 1',
        do: [{ 'lab.file': { order: "='lab ' + order", copies: '=pages' } }],
      },
    },
  },
});
afterAll(() => host.stop());

const path = '/api/v1/automations';
const trial = (name: string, json: object) => host.call('POST', `${path}/${name}/test`, { json });

describe('the automations of the configuration', () => {
  test('are listed with what fired in the last day', async () => {
    expect((await host.call('GET', path)).json).toEqual({
      items: [
        {
          name: 'file-long-results',
          on: ['lab.arrived'],
          actions: ['lab.file'],
          mode: 'queued',
          account: null,
          counts: {
            ...{ fired: 0, waiting: 0, started: 0, done: 0, skipped: 0 },
            ...{ failed: 0, cancelled: 0, replaced: 0, loop: 0 },
          },
          configured: true,
          written: null,
        },
      ],
    });
  });

  test('can be tried with an event, and nothing is done', async () => {
    const { status, json } = await trial('file-long-results', { payload: { order: 'o7', pages: 3 } });
    expect(status).toBe(200);
    expect(json).toEqual({
      condition: true,
      actions: [{ action: 'lab.file', input: { order: 'lab o7', copies: 3 }, error: null }],
      error: null,
    });
  });

  test('say why a condition or an input has no value for an event', async () => {
    const { json } = await trial('file-long-results', { payload: { order: 'o7', pages: 1 } });
    expect(json).toMatchObject({ condition: null, error: expect.stringContaining('division by zero') });
    const none = await trial('file-long-results', { payload: { order: 'o7', pages: 0 } });
    expect(none.json).toMatchObject({ actions: [{ input: null, error: expect.stringMatching(/copies: .*>=1/) }] });
  });

  test('refuse an event that their trigger does not have', async () => {
    expect(await trial('file-long-results', { payload: { order: 7, pages: 1 } })).toMatchObject({
      status: 422,
      json: { detail: [{ loc: ['body', 'payload', 'order'] }] },
    });
    expect((await trial('file-long-results', { trigger: 'lab.left', payload: {} })).status).toBe(422);
    expect((await trial('file-short-results', { payload: {} })).status).toBe(404);
  });
});

const Listed = z.object({
  items: z.array(
    z.object({
      name: z.string(),
      on: z.array(z.string()),
      counts: z.object({ done: z.int(), skipped: z.int() }),
      written: z.looseObject({ by: z.string(), fault: z.string().nullable() }).nullable(),
    }),
  ),
});
const found = async (name: string) => {
  const { json } = await host.call('GET', path);
  return Listed.parse(json).items.find((each) => each.name === name);
};
const file = { 'lab.file': { order: "='screen ' + order" } };
const put = (name: string, json: object) => host.call('PUT', `${path}/${name}`, { json });

describe('an automation that is written while the host runs', () => {
  test('works at once, is changed, and does nothing more once it is deleted', async () => {
    const arrive = (order: string) => host.call('POST', '/lab/results', { json: { order, pages: 2 } });
    expect((await put('by-hand', { on: 'lab.arrived', if: 'pages > 5', do: [file] })).status).toBe(200);
    await arrive('o1');
    await expect.poll(async () => (await found('by-hand'))?.counts).toEqual({ done: 0, skipped: 1 });
    await put('by-hand', { on: 'lab.arrived', if: 'pages > 1', do: [file, file] });
    await arrive('o2');
    await expect.poll(async () => (await found('by-hand'))?.counts).toEqual({ done: 1, skipped: 1 });
    expect((await host.call('DELETE', `${path}/by-hand`)).status).toBe(204);
    expect(await found('by-hand')).toBeUndefined();
    expect((await host.call('DELETE', `${path}/by-hand`)).status).toBe(404);
  });

  test('is changed from what a person saw, and not over what another has written since', async () => {
    const write = (pages: number, version?: number | null) =>
      put('shared', {
        on: 'lab.arrived',
        if: `pages > ${pages}`,
        do: [file],
        ...(version !== undefined && { version }),
      });
    const versionOf = ({ json }: { readonly json: unknown }) => z.object({ version: z.int() }).parse(json).version;
    const first = versionOf(await write(100, null));
    expect((await write(101, null)).status).toBe(409);
    const second = versionOf(await write(102, first));
    const refused = await write(103, first);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('changed by')]);
    expect((await found('shared'))?.written).toMatchObject({ version: second, definition: { if: 'pages > 102' } });
    expect((await host.call('DELETE', `${path}/shared?version=${first}`)).status).toBe(409);
    expect((await host.call('DELETE', `${path}/shared?version=${second}`)).status).toBe(204);
    expect((await write(104, second)).status).toBe(409);
    // Without a version it is written whatever there is.
    expect(versionOf(await write(105))).toBeGreaterThan(second);
    expect((await host.call('DELETE', `${path}/shared`)).status).toBe(204);
  });

  test.each([
    ['an unknown trigger', { on: 'lab.left', do: [file] }, ['body', 'on']],
    ['a condition that is none', { on: 'lab.arrived', if: 'pages +', do: [file] }, ['body', 'if']],
    ['a condition that is no yes or no', { on: 'lab.arrived', if: 'pages', do: [file] }, ['body', 'if']],
    ['an unknown field', { on: 'lab.arrived', do: [{ 'lab.file': { order: '=order', colour: 'red' } }] }, ['colour']],
    ['a wrong constant', { on: 'lab.arrived', do: [{ 'lab.file': { order: 'o', copies: 0 } }] }, ['copies']],
    ['an unknown action', { on: 'lab.arrived', do: [{ 'lab.shred': {} }] }, ['lab.shred']],
    [
      'an action that names a folder',
      { on: 'lab.arrived', do: [{ 'transcripts.export': {} }] },
      ['transcripts.export'],
    ],
    ['a cron expression that is none', { on: { cron: 'never' }, do: [{ 'clock.pause': {} }] }, ['cron']],
    ['a time zone that is none', { on: { cron: '0 7 * * *', timeZone: 'Europe/Nowhere' }, do: [file] }, ['timeZone']],
    ['no action', { on: 'lab.arrived', do: [] }, ['do']],
  ])('is refused with %s, at its field', async (_, definition, place) => {
    const { status, json } = await put('wrong', definition);
    expect(status).toBe(422);
    const { detail } = z.object({ detail: z.array(z.object({ loc: z.array(z.unknown()) })) }).parse(json);
    expect(detail.map(({ loc }) => loc)).toContainEqual(expect.arrayContaining(place));
    expect(await found('wrong')).toBeUndefined();
  });

  test('has a name, and not one of the configuration, which is stronger', async () => {
    expect((await put('Not A Name', { on: 'lab.arrived', do: [file] })).status).toBe(422);
    expect(await put('file-long-results', { on: 'lab.arrived', do: [file] })).toMatchObject({ status: 409 });
  });

  test('on a schedule fires at its times, which are listed and shown before', async () => {
    const definition = { on: { cron: '0 7 * * MON', timeZone: 'Europe/Berlin' }, do: [{ 'clock.pause': {} }] };
    const outlook = await host.call('POST', `${path}/mondays/outlook`, { json: { definition } });
    const next = Array.from({ length: 5 }, () => expect.any(Number));
    expect(outlook.json).toEqual({ next, past: [] });
    await put('mondays', definition);
    const schedules = async () => {
      const { json } = await host.call('GET', '/api/v1/schedules');
      return z.object({ items: z.array(z.looseObject({ name: z.string(), cron: z.string() })) }).parse(json).items;
    };
    expect(await schedules()).toMatchObject([{ name: 'mondays', cron: '0 7 * * MON', timeZone: 'Europe/Berlin' }]);
    await put('mondays', { ...definition, on: { cron: '0 8 * * TUE' } });
    expect(await schedules()).toMatchObject([{ name: 'mondays', cron: '0 8 * * TUE', timeZone: 'UTC' }]);
    const started = await host.call('POST', '/api/v1/schedules/mondays/run');
    expect(started.status).toBe(202);
    await expect.poll(async () => (await found('mondays'))?.counts.done).toBe(1);
    await host.call('DELETE', `${path}/mondays`);
    expect(await schedules()).toEqual([]);
  });

  test('is tried on events that have happened, and runs for one of them when that is asked for', async () => {
    const event = { description: 'a delivery', time: '2020-05-04T09:00:00Z', location: 'Ward 3' };
    await host.call('POST', '/v1/record-event', { json: event });
    const definition = {
      on: 'event.passed',
      if: "event.location == 'Ward 3'",
      do: [{ 'lab.file': { order: '=event.description' } }],
    };
    const { json } = await host.call('POST', `${path}/deliveries/outlook`, { json: { definition } });
    expect(json).toMatchObject({
      past: [{ trigger: 'event.passed', condition: true, actions: [{ input: { order: 'a delivery' } }] }],
    });
    await put('deliveries', definition);
    const { past } = z.object({ past: z.array(z.object({ payload: z.unknown() })) }).parse(json);
    const run = () => host.call('POST', `${path}/deliveries/run`, { json: past[0] ?? {} });
    const { status, json: started } = await run();
    expect(status).toBe(202);
    const { id } = z.object({ id: z.string() }).parse(started);
    await expect
      .poll(async () => (await host.call('GET', `/api/v1/runs/${id}`)).json)
      .toMatchObject({ status: 'done' });
    expect((await found('deliveries'))?.counts).toEqual({ done: 1, skipped: 0 });
  });

  test('is there after a restart, and does nothing once the configuration has one of its name', async () => {
    const folder = await temporaryFolder();
    onTestFinished(() => folder.remove());
    const during = async (automations: object, work: (host: TestHost) => Promise<unknown>) => {
      const host = await testHost({ plugins: [laboratory], dataFolder: folder.path, config: { automations } });
      await work(host).finally(() => host.stop());
    };
    const listed = async (host: TestHost) => (await host.call('GET', path)).json;
    const definition = { on: 'lab.arrived', do: [file] };
    await during({}, (host) => host.call('PUT', `${path}/kept`, { json: definition }));
    await during({}, async (host) => {
      const written = { definition, by: expect.any(String), fault: null };
      expect(await listed(host)).toMatchObject({ items: [{ name: 'kept', configured: false, written }] });
    });
    await during({ kept: { on: 'lab.arrived', if: 'pages > 1', do: [file, file] } }, async (host) => {
      const actions = ['lab.file', 'lab.file'];
      expect(await listed(host)).toMatchObject({
        items: [{ name: 'kept', configured: true, actions, written: { definition } }],
      });
      expect((await host.call('DELETE', `${path}/kept`)).status).toBe(204);
      expect(await listed(host)).toMatchObject({ items: [{ name: 'kept', written: null }] });
    });
  });

  test('says what can be written: triggers with their payload, and actions with their input', async () => {
    const { json } = await host.call('GET', `${path}/catalog`);
    expect(json).toMatchObject({
      triggers: expect.arrayContaining([
        expect.objectContaining({ name: 'lab.arrived', payload: expect.objectContaining({ type: 'object' }) }),
      ]),
      actions: expect.arrayContaining([expect.objectContaining({ name: 'lab.file' })]),
    });
    expect(JSON.stringify(json)).not.toContain('transcripts.export');
  });
});
