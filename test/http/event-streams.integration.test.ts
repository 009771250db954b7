import { definePlugin, EventStream, Problem, route } from 'chronoscribe';
import { testHost } from 'chronoscribe/testing';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { probe } from '../fixtures/probe.ts';

const service = probe();
const host = await testHost({ plugins: service.plugins });
afterAll(() => host.stop());

beforeEach(async () => {
  // Whoever left in the test before has been missed by now.
  await expect.poll(() => service.done.ticksEnded).toBe(service.done.ticksBegun);
  service.done.ticksBegun = 0;
  service.done.ticksEnded = 0;
});

const accept = 'text/event-stream';

/** Begins to watch, and resolves with the headers. */
async function watch(path: string) {
  const client = new AbortController();
  const response = await fetch(`${host.url}${path}`, {
    headers: { accept, 'x-api-key': host.key },
    signal: client.signal,
  });
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  return { response, next: async () => (await reader.read()).value, leave: () => client.abort() };
}

test('a client that asks for events gets each as soon as it is there, cut to what the route declares', async () => {
  const { response, next, leave } = await watch('/v1/probe/ticks');
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  let text = '';
  while (!text.includes('3')) text += await next();
  expect(text).toBe('data: {"tick":1}\n\ndata: {"tick":2}\n\ndata: {"tick":3}\n\n');
  leave();
});

test('one that does not ask gets a plain answer', async () => {
  expect((await host.call('GET', '/v1/probe/ticks')).json).toEqual({ ticks: 3 });
  expect(service.done.ticksBegun).toBe(0);
});

test('a route without events answers plainly, whatever is asked for', async () => {
  const { status, json } = await host.call('GET', '/v1/probe/echo?text=a', { headers: { accept } });
  expect([status, json]).toMatchObject([200, { text: 'a' }]);
});

test('the headers come at once, before the first event', async () => {
  const { response, leave } = await watch('/v1/probe/ticks?how=none');
  expect(response.status).toBe(200);
  leave();
});

test('what makes the events is ended when the client goes away', async () => {
  const { leave } = await watch('/v1/probe/ticks?how=none');
  await expect.poll(() => service.done.ticksBegun).toBe(1);
  expect(service.done.ticksEnded).toBe(0);
  leave();
  await expect.poll(() => service.done.ticksEnded).toBe(1);
});

test('a refusal before the stream opens is an ordinary one', async () => {
  const { status, json } = await host.call('GET', '/v1/probe/ticks?how=refused', { headers: { accept } });
  expect([status, json]).toMatchObject([409, { type: 'urn:chronoscribe:problem:clock-broken' }]);
});

test.each([
  [
    '/v1/probe',
    { type: 'urn:chronoscribe:problem:provider-failed', status: 502, detail: 'The oracle spoke nonsense.' },
  ],
  ['/api/v1/probe', { detail: [{ loc: [], msg: 'The oracle spoke nonsense.', type: 'provider_failed' }] }],
])('a failure later is the last event, in the style of the path: %s', async (base, told) => {
  const { status, text } = await host.call('GET', `${base}/ticks?how=failing`, { headers: { accept } });
  expect(status).toBe(200);
  const [event = '', data = '', ...rest] = text.split('\n');
  expect([event, rest]).toEqual(['event: error', ['', '']]);
  expect(JSON.parse(data.slice('data: '.length))).toMatchObject(told);
});

test('an event of another shape is a fault of ours, and nothing of it is shown', async () => {
  const headers = { accept, 'x-request-id': 'find-me' };
  const { text } = await host.call('GET', '/v1/probe/ticks?how=strange', { headers });
  expect(text).toMatch(/^event: error\ndata: \{.*problem:internal.*"request_id":"find-me".*\}\n\n$/);
  expect(text).not.toContain('private');
});

test('a HEAD is answered with the headers of the stream and opens none', async () => {
  const { status, headers, text } = await host.call('HEAD', '/v1/probe/ticks', { headers: { accept } });
  expect([status, headers.get('content-type'), text]).toEqual([200, accept, '']);
  expect((await host.call('HEAD', '/v1/probe/ticks?how=refused', { headers: { accept } })).status).toBe(409);
  expect(service.done.ticksBegun).toBe(0);
});

const watched = (method: 'GET' | 'POST', Stream: typeof EventStream, returned = () => {}) =>
  definePlugin({
    name: 'watched',
    auth: 'time',
    routes: () => [
      route({
        method,
        path: '/watched',
        summary: 'Something to watch',
        response: z.null(),
        events: z.string(),
        handle: () => new Stream({ [Symbol.asyncIterator]: () => sequence(['tick'], returned) }),
      }),
    ],
  });

/** An iterator that works before it is first asked, unlike a generator. */
function sequence(words: readonly string[], returned: () => void): AsyncIterator<string, undefined> {
  const left = words.values();
  return {
    next: async () => left.next(),
    return: async () => {
      returned();
      return { done: true, value: undefined };
    },
  };
}

test('what makes the events is told that a HEAD needs none, also where it is no generator', async () => {
  const returned = vi.fn();
  const own = await testHost({ plugins: [watched('GET', EventStream, returned)] });
  try {
    expect((await own.call('HEAD', '/watched', { headers: { accept } })).status).toBe(200);
    expect(returned).toHaveBeenCalledOnce();
  } finally {
    await own.stop();
  }
});

test('only a GET can be watched, and a plugin that declares otherwise is told so at the start', async () => {
  await expect(testHost({ plugins: [watched('POST', EventStream)] })).rejects.toThrow('POST /watched declares events');
});

test('a plugin may bring its own copy of this package', async () => {
  vi.resetModules();
  const copy = await import('chronoscribe');
  expect(copy.EventStream).not.toBe(EventStream);
  expect(copy.Problem).not.toBe(Problem);
  const own = await testHost({ plugins: [watched('GET', copy.EventStream)] });
  try {
    expect((await own.call('GET', '/watched', { headers: { accept } })).text).toBe('data: "tick"\n\n');
  } finally {
    await own.stop();
  }
});
