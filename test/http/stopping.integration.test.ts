import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { testHost } from 'chronoscribe/testing';
import { expect, test } from 'vitest';
import { probe } from '../fixtures/probe.ts';

/** Asks over one connection that was opened before the stop. */
function keptConnection(url: string) {
  return new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const outgoing = request(
      url,
      { agent: false, headers: { 'x-api-key': 'a-key-for-tests-that-is-long-enough' } },
      (incoming) => {
        let text = '';
        incoming.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}

test('a stop lets a running request finish, refuses new connections, and can be asked for twice', async () => {
  const service = probe();
  const host = await testHost({ plugins: service.plugins });
  service.hold();
  const running = host.call('POST', '/v1/probe/echo', { json: { text: 'finish me' } });
  await expect.poll(() => service.done.echo).toBe(1);

  const stops = [host.stop(), host.stop()];
  await expect(keptConnection(`${host.url}/health`)).rejects.toThrow('ECONNREFUSED');
  service.release();
  expect((await running).json).toMatchObject({ text: 'finish me' });
  await Promise.all(stops);
});

test('a stop does not wait for connections on which nothing, or not yet a whole request, was sent', async () => {
  // Longer than this test may take.
  const host = await testHost({ config: { stop: { deadlineSeconds: 300 } } });
  const { hostname, port } = new URL(host.url);
  const sockets = ['', 'GET /health HTTP/1.1\r\nhost: half'].map((sent) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(sent);
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  // Accepted by the time that a later connection is answered.
  expect((await keptConnection(`${host.url}/health`)).status).toBe(200);
  await host.stop();
});

test('whoever follows a run is told of the stop and let go at once, while whoever waits for one gets its answer', async () => {
  const service = probe();
  // Longer than this test may take.
  const host = await testHost({ plugins: service.plugins, config: { stop: { deadlineSeconds: 300 } } });
  service.hold();
  const send = (accept: string) =>
    host.call('POST', '/v1/probe/work', { json: { text: 'go on' }, headers: { accept } });
  const [followed, waited] = [send('text/event-stream'), send('application/json')];
  await expect.poll(() => service.done.steps.filter((step) => step === 'second')).toHaveLength(2);

  const stopped = host.stop();
  expect((await followed).text).toMatch(/^event: run\n.*\n\nevent: stopping\ndata: \{\}\n\n$/s);
  service.release();
  expect((await waited).json).toEqual({ shouted: 'GO ON' });
  await stopped;
});

test('streams of events are told of the stop and closed at once, however many, and what makes their events is ended', async () => {
  const service = probe();
  // Longer than this test may take.
  const host = await testHost({ plugins: service.plugins, config: { stop: { deadlineSeconds: 300 } } });
  const headers = { accept: 'text/event-stream' };
  const watched = Array.from({ length: 20 }, () => host.call('GET', '/v1/probe/ticks?how=none', { headers }));
  await expect.poll(() => service.done.ticksBegun).toBe(20);

  await host.stop();
  for (const { text } of await Promise.all(watched)) expect(text).toBe('event: stopping\ndata: {}\n\n');
  expect(service.done.ticksEnded).toBe(20);
});

test('a request that takes too long is told that its run goes on, and it does after the next start', async () => {
  const service = probe();
  const config = { stop: { deadlineSeconds: 0.2 } };
  const first = await testHost({ plugins: service.plugins, config });
  const dataFolder = `${first.dataFolder}-kept`;
  await first.stop();

  const host = await testHost({ plugins: service.plugins, config, dataFolder });
  service.hold();
  const waiting = host.call('POST', '/v1/probe/work', { json: { text: 'go on' } });
  await expect.poll(() => service.done.steps).toEqual(['first', 'second']);
  await host.stop();
  const told = await waiting;
  expect(told.status).toBe(503);
  expect(told.json).toMatchObject({ type: 'urn:chronoscribe:problem:stopping' });

  service.release();
  const again = await testHost({ plugins: service.plugins, config, dataFolder });
  try {
    const list = async () => ((await again.call('GET', '/api/v1/runs')).json as { items: { status: string }[] }).items;
    await expect.poll(list).toMatchObject([{ status: 'done' }]);
    expect(service.done.steps).toEqual(['first', 'second', 'second']);
  } finally {
    await again.stop();
  }
});
