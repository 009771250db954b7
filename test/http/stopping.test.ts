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
