import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../api/logger.ts';
import type { HttpEnv } from './middleware.ts';
import { listen } from './server.ts';

test('who comes to a host that stops is still answered for a while, and asked to leave', async () => {
  const app = new Hono<HttpEnv>().get('/', (c) => c.text('here'));
  const server = await listen(app, { host: '127.0.0.1', port: 0, tls: null }, createLogger('silent'));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ask = async (): Promise<IncomingMessage> => {
    const [answer] = await once(get(server.url, { agent }), 'response');
    answer.resume();
    await once(answer, 'end');
    return answer;
  };
  expect((await ask()).headers.connection).toBe('keep-alive');
  const stopped = server.stop({ drainMs: 1_000, deadlineMs: 60_000, onDeadline: () => undefined });
  for (const _connection of ['kept', 'new']) {
    const last = await ask();
    expect([last.statusCode, last.headers.connection]).toEqual([200, 'close']);
  }
  await stopped;
  await expect(ask()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('a client does not wait for all that another has sent at once', async () => {
  const begun: string[] = [];
  const app = new Hono<HttpEnv>().get('/', (c) => {
    const client = c.req.header('x-api-key') ?? '';
    begun.push(client);
    // Longer than a turn.
    const until = performance.now() + 10;
    while (performance.now() < until);
    return c.text(client);
  });
  const server = await listen(app, { host: '127.0.0.1', port: 0, tls: null }, createLogger('silent'));
  const agent = new Agent({ keepAlive: true });
  onTestFinished(async () => {
    agent.destroy();
    await server.stop({ drainMs: 0, deadlineMs: 0, onDeadline: () => undefined });
  });
  const ask = async (client: string): Promise<void> => {
    const [answer] = await once(get(server.url, { agent, headers: { 'x-api-key': client } }), 'response');
    await once(answer.resume(), 'end');
  };
  // With connections that are open already, all arrive before the first is answered.
  await Promise.all(Array.from({ length: 31 }, () => ask('early')));
  begun.length = 0;
  await Promise.all([...Array.from({ length: 30 }, () => ask('flooder')), ask('other')]);
  expect(begun).toHaveLength(31);
  expect(begun.indexOf('other')).toBeLessThan(15);
});
