import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import plugin, { recall } from './index.ts';

let host: TestHost;
beforeAll(async () => {
  host = await testHost({ plugins: [plugin] });
});
afterAll(() => host?.stop());

test('a patient is reminded within a month, and open invitations are counted every day', async () => {
  const run = await host.run(recall, { patient: 'Ada' });
  await host.clock.advance('30d');
  const done = (await run.steps()).filter(({ status }) => status === 'done').map(({ name }) => name);
  expect(done).toEqual(['invite', 'aWeek', 'remind', 'untilTheEnd']);

  await run.signal('answered', { outcome: 'came' });
  expect(await run.result()).toEqual({ patient: 'Ada', outcome: 'came' });

  const { json } = await host.call('GET', '/api/v1/runs?workflow=recalls-count&limit=100');
  expect((json as { items: readonly unknown[] }).items).toHaveLength(30);
});
