import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import type { Exchange } from './endpoint.ts';
import { listen } from './server.ts';

test('who keeps a connection to a host that stops is still answered on it, and asked to leave it', async () => {
  const app = new Hono<Exchange>().get('/', (c) => c.text('here'));
  const server = await listen(app, '127.0.0.1', 0);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ask = async (): Promise<IncomingMessage> => {
    const [answer] = await once(get(server.url, { agent }), 'response');
    answer.resume();
    await once(answer, 'end');
    return answer;
  };
  expect((await ask()).headers.connection).toBe('keep-alive');
  const long = 60_000;
  const stopped = server.stop({ leaveMs: long, deadlineMs: long, expired: () => undefined });
  const last = await ask();
  expect([last.statusCode, last.headers.connection]).toEqual([200, 'close']);
  // It has not waited in vain for others.
  await stopped;
});
