import { definePlugin, route } from 'chronoscribe';
import { testHost } from 'chronoscribe/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { form, probe, tinyPng } from '../fixtures/probe.ts';

const Cause = z.union([z.string(), z.object({ id: z.string(), delay: z.int().optional() })]);
const Outcome = z.object({
  description: z.string(),
  changes: z.array(z.object({ action: z.string() })).optional(),
  causes: z.array(Cause).optional(),
  effects: z.record(z.string(), z.unknown()).optional(),
});

const shapes = definePlugin({
  name: 'shapes',
  auth: 'time',
  routes: () => [
    route({
      method: 'POST',
      path: '/v1/shapes/nested',
      summary: 'Nested objects',
      request: z.object({
        event_id: z.string(),
        new_outcome: Outcome,
        safety_check: z.boolean().default(true),
        timeline_id: z.string().optional(),
      }),
      response: z.object({}),
      handle: () => ({}),
    }),
    route({
      method: 'POST',
      path: '/v1/shapes/open',
      summary: 'Any field',
      request: z.looseObject({ text: z.string(), numbers: z.object({}).catchall(z.int()).optional() }),
      response: z.object({ names: z.array(z.string()) }),
      handle: ({ input }) => ({ names: Object.keys(input) }),
    }),
  ],
});

const host = await testHost({ plugins: [...probe().plugins, shapes] });
afterAll(() => host.stop());

const nested = (json: object) => host.call('POST', '/v1/shapes/nested', { json });
const event = { event_id: 'landing', new_outcome: { description: 'The Eagle lands' } };

describe('an unknown field', () => {
  test('of a JSON body is refused by its name, with the nearest known one', async () => {
    const { status, json } = await nested({ ...event, safety_cheque: false });
    expect(status).toBe(422);
    expect(json).toMatchObject({
      type: 'urn:chronoscribe:problem:unknown-field',
      title: 'Unknown field',
      errors: [
        {
          pointer: '/safety_cheque',
          detail: expect.stringMatching(/^unknown field "safety_cheque"; .*did you mean "safety_check"\?$/),
        },
      ],
    });
  });

  test('of a nested object, an array and a union is refused at its place', async () => {
    const { json } = await nested({
      ...event,
      new_outcome: {
        ...event.new_outcome,
        chnages: [],
        changes: [{ action: 'wait', tmie: 1 }],
        causes: ['a', { id: 'b', dealy: 1 }],
      },
    });
    expect(json).toMatchObject({ type: 'urn:chronoscribe:problem:unknown-field' });
    expect((json as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer)).toEqual([
      '/new_outcome/chnages',
      '/new_outcome/changes/0/tmie',
      '/new_outcome/causes/1/dealy',
    ]);
  });

  test('is named together with all other faults, each with its own type', async () => {
    const { status, json } = await host.call('POST', '/api/v1/probe/echo', {
      json: { txt: 'a', nested: { list: [{ n: 'one' }] } },
    });
    expect(status).toBe(422);
    expect(json).toEqual({
      detail: [
        { loc: ['body', 'txt'], msg: 'unknown field "txt"; known: text, nested', type: 'unknown_field' },
        { loc: ['body', 'text'], msg: 'Field required', type: 'missing' },
        { loc: ['body', 'nested', 'list', 0, 'n'], msg: expect.any(String), type: 'invalid_type' },
      ],
    });
  });

  test('of a query is refused where it stands, on a GET, a raw body and a POST that takes none', async () => {
    const get = await host.call('GET', '/api/v1/probe/echo?text=a&timelineId=b', { json: { colour: 'red' } });
    expect(get.json).toMatchObject({
      detail: [
        { loc: ['body', 'colour'], type: 'unknown_field' },
        { loc: ['query', 'timelineId'], type: 'unknown_field' },
      ],
    });
    const raw = await host.call('POST', '/api/v1/probe/table?rowz=1', {
      body: 'a',
      headers: { 'content-type': 'text/csv' },
    });
    expect(raw.json).toMatchObject({ detail: [{ loc: ['query', 'rowz'], type: 'unknown_field' }] });
    const post = await host.call('POST', '/api/v1/probe/echo?text=a', { json: { text: 'a' } });
    expect(post.json).toMatchObject({ detail: [{ loc: ['query', 'text'], type: 'unknown_field' }] });
  });

  test('of a route that takes no fields is refused', async () => {
    expect((await host.call('POST', '/v1/probe/things', { json: { a: 1 } })).json).toMatchObject({
      errors: [{ pointer: '/a', detail: 'unknown field "a"; none is known here' }],
    });
    expect((await host.call('GET', '/v1/list-timelines?a=1')).status).toBe(422);
  });

  test.each(['txet', 'constructor', '__proto__', 'toString'])(
    'of a form is refused, text or file: %s',
    async (name) => {
      for (const part of ['words', '', new File([tinyPng], 'more.png')]) {
        const sent = form({ file: tinyPng });
        sent.append(name, part);
        const { status, json } = await host.call('POST', '/api/v1/probe/picture', { form: sent });
        expect(status, String(part)).toBe(422);
        const msg = `unknown field "${name}"; known: file, upload_id, text`;
        expect(json).toEqual({ detail: [{ loc: ['body', name], msg, type: 'unknown_field' }] });
      }
    },
  );

  test('of a form is named together with the file that is missing', async () => {
    expect((await host.call('POST', '/api/v1/probe/picture', { form: form({ flie: tinyPng }) })).json).toMatchObject({
      detail: [
        { loc: ['body', 'flie'], type: 'unknown_field' },
        { loc: ['body', 'file'], type: 'missing' },
      ],
    });
  });

  test('is taken where the author allows any', async () => {
    const { status, json } = await host.call('POST', '/v1/shapes/open', {
      json: { text: 'a', colour: 'red', numbers: { one: 1 } },
    });
    expect([status, json]).toEqual([200, { names: ['text', 'numbers', 'colour'] }]);
    expect(
      (await nested({ ...event, new_outcome: { ...event.new_outcome, effects: { door: { open: true } } } })).status,
    ).toBe(200);
  });

  test('has a short answer, however many there are and however long their names', async () => {
    const json = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`field${at}`, 0]));
    const { status, text } = await host.call('POST', '/v1/probe/echo', { json: { ...json, ['x'.repeat(500_000)]: 0 } });
    expect(status).toBe(422);
    expect(text.length).toBeLessThan(20_000);
    const long = await host.call('POST', '/v1/probe/echo', { json: { ['x'.repeat(500_000)]: 0 } });
    expect(long.status).toBe(422);
  });
});

test('the times of a segment cannot be changed, and are not silently ignored', async () => {
  const json = { segments: [{ id: 's1', text: 'What was really said', startMs: 5 }] };
  const answer = await host.call('PATCH', '/api/v1/transcripts/a-transcript', { json });
  expect(answer.status).toBe(422);
  expect(answer.json).toEqual({
    detail: [
      {
        loc: ['body', 'segments', 0, 'startMs'],
        msg: 'unknown field "startMs"; known: id, text, speaker',
        type: 'unknown_field',
      },
    ],
  });
});

test('a file in a field for text is refused', async () => {
  const sent = form({ file: tinyPng });
  sent.append('text', new File([tinyPng], 'more.png'));
  expect((await host.call('POST', '/api/v1/probe/picture', { form: sent })).json).toEqual({
    detail: [{ loc: ['body', 'text'], msg: 'Text is expected here, not a file', type: 'invalid_type' }],
  });
});

test('the OpenAPI document says that objects take no other fields, at every depth', async () => {
  const { json } = await host.call('GET', '/openapi.json');
  const { paths } = json as {
    paths: Record<string, { post: { requestBody: { content: Record<string, { schema: unknown }> } } }>;
  };
  const schemaOf = (path: string, type: string) => paths[path]?.post.requestBody.content[type]?.schema;
  expect(schemaOf('/v1/shapes/nested', 'application/json')).toMatchObject({
    additionalProperties: false,
    properties: { new_outcome: { additionalProperties: false } },
  });
  expect(schemaOf('/v1/probe/picture', 'multipart/form-data')).toMatchObject({ additionalProperties: false });
  expect(schemaOf('/v1/shapes/open', 'application/json')).toMatchObject({ additionalProperties: {} });
});
