import { definePlugin, workflow } from 'chronoscribe';
import { testHost } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';

test('a move is answered after 30 s though what it woke is still at work, and says so', async () => {
  const work = Promise.withResolvers<void>();
  const reminder = workflow<null>('reminder')
    .sleep('week', '7d', { clock: 'account' })
    .step('remind', () => work.promise.then(() => null))
    .answer(() => ({ body: null, location: '' }));
  const plugin = definePlugin({ name: 'letters', auth: 'time', workflows: () => ({ reminder }), routes: () => [] });
  const host = await testHost({ plugins: [plugin] });
  onTestFinished(() => host.stop());
  const forward = async (duration: string) =>
    (await host.call('POST', '/v1/fast-forward?wait=settled', { json: { duration } })).json;
  await host.call('POST', '/v1/pause-time');
  await host.run(reminder, null);
  expect(await forward('8d')).toMatchObject({ status: 'Fast-forward successful', settled: false });
  work.resolve();
  expect(await forward('1m')).toMatchObject({ settled: true });
}, 180_000);
