import { once } from 'node:events';
import { createServer } from 'node:http';
import { createClient } from 'chronoscribe-client';
import { installServiceClock } from 'chronoscribe-client/fake-timers';
import { expect, test } from 'vitest';
import { subscribe } from '../subscription.mjs';

const { CHRONOSCRIBE_URL: url = 'http://127.0.0.1:8080', KEY: key = '' } = process.env;
const client = createClient({ url, key });

test('a trial ends after 14 days, with a payment', async () => {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} on ${new Date().toISOString().slice(0, 10)}`);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const { clock_id } = await client.createClock({ ttl: '1h' });
  await client.namedClock(clock_id).pause();
  await client.namedClock(clock_id).travel('2030-01-01T09:00:00Z', 'Berlin');
  const clock = await installServiceClock(client, { clock_id, waitFor: 'network' });
  try {
    const subscription = subscribe(`http://127.0.0.1:${server.address().port}`);
    await clock.advance('13d');
    expect(subscription.state).toBe('trial');
    await clock.advance('1d');
    expect(subscription.state).toBe('paid');
    expect(asked).toEqual(['/reminders on 2030-01-12', '/payments on 2030-01-15']);
  } finally {
    clock.uninstall();
    server.close();
  }
});
