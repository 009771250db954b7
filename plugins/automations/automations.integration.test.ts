import { definePlugin, Store, workflow } from 'chronoscribe';
import { testHost } from 'chronoscribe/testing';
import { afterAll, describe, expect, test } from 'vitest';
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
  routes: () => [],
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
