import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Problem } from '../../api/problem.ts';
import { bodyStream } from './body-stream.ts';

const patience = { windowMs: 100, bytesPerWindow: 1000 };

let send: (headers?: Record<string, string>) => ClientRequest;
let received: Promise<number | Problem>;
let closeServer: () => void;
/** How long the reader takes for each piece. */
let readerMs = 0;
let bytesRead = 0;

beforeEach(async () => {
  readerMs = 0;
  bytesRead = 0;
  const arrived = Promise.withResolvers<number | Problem>();
  received = arrived.promise;
  const server = createServer((incoming, outgoing) => {
    const read = async (): Promise<number> => {
      for await (const piece of bodyStream(incoming, 100_000, patience)) {
        bytesRead += piece.byteLength;
        if (readerMs > 0) await wait(readerMs);
      }
      return bytesRead;
    };
    read()
      .catch((thrown: unknown) => (thrown instanceof Problem ? thrown : Problem.of(thrown)))
      .then((outcome) => {
        arrived.resolve(outcome);
        outgoing.end();
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  send = (headers = {}) =>
    request({ port, host: '127.0.0.1', method: 'POST', headers, agent: false }).on('error', () => undefined);
  closeServer = () => {
    server.close();
    server.closeAllConnections();
  };
});
afterEach(() => closeServer());

describe('the body of a request', () => {
  test('comes whole, with or without a length', async () => {
    send().end('x'.repeat(50_000));
    expect(await received).toBe(50_000);
  });

  test('is refused by the length that it announces, before any of it is read', async () => {
    send({ 'content-length': '100001' }).flushHeaders();
    expect(await received).toMatchObject({ code: 'too-large', status: 413 });
  });

  test('is refused once it is too large, where it announces none', async () => {
    const client = send();
    client.write('x'.repeat(60_000));
    client.write('x'.repeat(60_000));
    expect(await received).toMatchObject({ code: 'too-large' });
  });

  test('is given up where the client sends a byte now and then', async () => {
    const client = send();
    const drip = setInterval(() => client.write('x'), 20);
    expect(await received).toMatchObject({ code: 'request-timeout', status: 408 });
    clearInterval(drip);
  });

  test('may take long where the client keeps sending', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const client = send();
    for (let i = 1; i <= 8; i += 1) {
      client.write('x'.repeat(1500));
      while (bytesRead < 1500 * i) await setImmediate();
      vi.advanceTimersByTime(60);
    }
    client.end();
    expect(await received).toBe(12_000);
  });

  test('may take long where it is we who read slowly', async () => {
    readerMs = 250;
    send().end('x'.repeat(90_000));
    expect(await received).toBe(90_000);
  });

  test('of a client that goes away is told from a fault of ours', async () => {
    const client = send({ 'content-length': '1000' });
    client.write('half');
    await wait(30);
    client.destroy();
    expect(await received).toMatchObject({ code: 'client-closed-request' });
  });
});

/**
 * Sends a request for each client, and reads no body before all have begun to arrive, then all at once.
 *
 * @returns the clients in the order in which their bodies were read
 */
async function readTogether(clients: readonly string[]): Promise<readonly string[]> {
  const arrived = new Map<number, IncomingMessage>();
  const all = Promise.withResolvers<void>();
  const server = createServer((incoming) => {
    arrived.set(Number(incoming.headers['x-place']), incoming);
    if (arrived.size === clients.length) all.resolve();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const [place, client] of clients.entries()) {
    const headers = { 'x-api-key': client, 'x-place': String(place) };
    request({ port, host: '127.0.0.1', method: 'POST', headers, agent: false })
      .on('error', () => undefined)
      .end('x'.repeat(1_000));
  }
  await all.promise;
  const requests = clients.flatMap((_, place) => arrived.get(place) ?? []);
  await vi.waitFor(() => expect(requests.every(({ readableLength }) => readableLength > 0)).toBe(true));
  const order: string[] = [];
  await Promise.all(
    requests.map(async (incoming) => {
      await bodyStream(incoming, 100_000).next();
      order.push(String(incoming.headers['x-api-key']));
    }),
  );
  return order;
}

test('the bodies of many requests take turns, so that who sends one is not behind all of another', async () => {
  const order = await readTogether([...Array.from({ length: 8 }, () => 'many'), 'one']);
  expect(order.indexOf('one')).toBeLessThanOrEqual(2);
});
