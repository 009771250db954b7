import { once } from 'node:events';
import { connect } from 'node:net';
import { testHost } from 'chronoscribe/testing';
import { afterAll, expect, test } from 'vitest';
import { form, probe } from '../fixtures/probe.ts';

const host = await testHost({ plugins: probe().plugins });
afterAll(() => host.stop());

/** The status of an answer, once it is whole; or the error of the connection. */
async function outcome(path: string, init: RequestInit = {}): Promise<string> {
  try {
    const response = await fetch(`${host.url}${path}`, { ...init, headers: { 'x-api-key': host.key } });
    await response.arrayBuffer();
    return String(response.status);
  } catch (thrown) {
    return String((thrown as Error).cause);
  }
}

// So long that the whole body has often arrived when its first bytes are refused, and often not.
test('the next requests on the connection of a refused upload are answered, 300 times', async () => {
  const seen: Record<string, number> = {};
  for (let round = 0; round < 300; round += 1) {
    const upload = await outcome('/v1/probe/picture', {
      method: 'POST',
      body: form({ file: Buffer.alloc(200_000, 'x') }),
    });
    const next = await outcome('/v1/probe/echo?text=a');
    const last = await outcome('/v1/probe/echo', { method: 'POST', body: '{"text":"a"}' });
    const outcomes = [upload, next, last].join(', ');
    seen[outcomes] = (seen[outcomes] ?? 0) + 1;
  }
  expect(seen).toEqual({ '415, 200, 200': 300 });
});

// More than is read on for, so the connection of the refusal is closed.
test('the next requests after a refused upload of megabytes are answered, 20 times', async () => {
  for (let round = 0; round < 20; round += 1) {
    const body = form({ file: Buffer.alloc(5_000_000, 'x') });
    const upload = await outcome('/v1/probe/picture', { method: 'POST', body });
    const next = await Promise.all([outcome('/v1/probe/echo?text=a'), outcome('/v1/probe/echo?text=a')]);
    expect([upload, ...next]).toEqual(['415', '200', '200']);
  }
});

test.each([
  ['a raw body of the wrong type', '/v1/probe/table', 'image/png', 415],
  ['a body over the limit', '/v1/probe/echo', 'application/json', 413],
])('a client that sends %s to its end before it reads still gets the answer', async (_case, path, type, status) => {
  const { hostname, port } = new URL(host.url);
  const body = Buffer.alloc(8 * 1024 * 1024, 'x');
  const socket = connect(Number(port), hostname);
  let failure: Error | undefined;
  socket.on('error', (thrown) => {
    failure = thrown;
  });
  socket.pause();
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${host.key}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  for (let at = 0; at < body.length; at += 65_536) {
    if (!socket.write(body.subarray(at, at + 65_536)) && !failure)
      await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
  }
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  socket.resume();
  if (!socket.destroyed) await once(socket, 'close');
  expect([failure, text.slice(0, 12)]).toEqual([undefined, `HTTP/1.1 ${status}`]);
  expect(text).toMatch(/^connection: close\r$/im);
});
