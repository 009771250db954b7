import { expect, test } from 'vitest';
import { createLogger, type Logger } from '../api/logger.ts';
import { createRateLimit } from './rate-limit.ts';
import { singleHostCluster } from './single-host-cluster.ts';

const silent = createLogger('silent');
const requests = { name: 'requests', what: 'requests with this key' };

test('a key is refused beyond its requests of a minute, and told how long to wait; another key is not', async () => {
  const limit = createRateLimit(singleHostCluster(silent), { ...requests, perMinute: 2 }, silent);
  await limit('a');
  await limit('a');
  const refused = await limit('a').catch((thrown: unknown) => thrown);
  expect(refused).toMatchObject({ code: 'rate-limited', retryAfter: 60 });
  await limit('b');
});

test('requests that cannot be counted are let in, which is logged once and not with each of them', async () => {
  const said: unknown[] = [];
  const log: Logger = { ...silent, warn: (...words: unknown[]) => said.push(words) };
  const away = { ...singleHostCluster(silent), count: () => Promise.reject(new Error('the database is away')) };
  const limit = createRateLimit(away, { ...requests, perMinute: 1 }, log);
  for (let i = 0; i < 5; i += 1) await limit('a');
  expect(said).toHaveLength(1);
});
