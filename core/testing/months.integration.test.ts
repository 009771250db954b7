import { definePlugin, workflow } from 'chronoscribe';
import { testHost } from 'chronoscribe/testing';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

const recall = workflow<{ readonly patient: string }>('recalls-recall')
  .step('invite', ({ input }) => `Dear ${input.patient}, please come to a check-up.`)
  .sleep('aWeek', '7d', { clock: 'account' })
  .step('remind', ({ invite }) => `We wrote: ${invite}`)
  .sleep('twoWeeks', '14d', { clock: 'account' })
  .step('remindAgain', ({ invite }) => `We wrote twice: ${invite}`)
  .sleep('untilTheEnd', '9d', { clock: 'account' })
  .waitFor('answered', z.object({ outcome: z.enum(['came', 'declined']) }))
  .step('close', ({ input, answered }) => ({ patient: input.patient, outcome: answered.outcome }))
  .answer((body, { runId }) => ({ body, location: `/api/v1/runs/${runId}` }));
const count = workflow<null>('recalls-count')
  .step('count', () => 1)
  .answer((body, { runId }) => ({ body, location: `/api/v1/runs/${runId}` }));

let entered = Promise.withResolvers<void>();
let leave = Promise.withResolvers<void>();
const slow = workflow<null>('recalls-slow')
  .step('work', async () => {
    entered.resolve();
    await leave.promise;
  })
  .sleep('aDay', '1d', { clock: 'account' })
  .answer((body) => ({ body, location: '' }));

const recalls = definePlugin({
  name: 'recalls',
  auth: 'clinical',
  workflows: () => ({ recall, count, slow }),
  schedules: () => ({ daily: { cron: '0 6 * * *', clock: 'account', run: count, input: null } }),
  routes: () => [],
});

const host = await testHost({ plugins: [recalls] });
afterAll(() => host?.stop());

const runsOf = async (name: string) => {
  const { json } = await host.call('GET', `/api/v1/runs?workflow=${name}&limit=100`);
  return z.object({ items: z.array(z.object({ status: z.string() })) }).parse(json).items;
};
const doneSteps = async (steps: Promise<readonly { readonly name: string; readonly status: string }[]>) =>
  (await steps).filter(({ status }) => status === 'done').map(({ name }) => name);

test('a move over years fires a daily schedule for each day', async () => {
  const years = await testHost({ plugins: [recalls], now: '2030-01-31T12:00:00Z' });
  onTestFinished(() => years.stop());
  const Listed = z.object({ items: z.array(z.looseObject({ name: z.string() })) });
  const daily = async () =>
    Listed.parse((await years.call('GET', '/api/v1/schedules')).json).items.find(({ name }) => name === 'daily');
  expect(await daily()).toMatchObject({
    last: null,
    next: expect.arrayContaining([Date.parse('2030-02-01T06:00:00Z')]),
  });
  await years.clock.travelTo('2033-02-01T00:00:00Z');
  expect(await daily()).toMatchObject({ last: Date.parse('2033-01-31T06:00:00Z') });
}, 120_000);

test('a workflow of a month with a daily schedule beside it is tested by one move of the clock', async () => {
  const run = await host.run(recall, { patient: 'Ada' });
  await host.clock.advance('30d');
  expect(await doneSteps(run.steps())).toEqual(['invite', 'aWeek', 'remind', 'twoWeeks', 'remindAgain', 'untilTheEnd']);
  expect((await run.state()).waitingFor).toEqual([{ signal: 'answered', until: null }]);
  await expect(run.signal('answered', { outcome: 'maybe' })).rejects.toMatchObject({ code: 'invalid-request' });
  await run.signal('answered', { outcome: 'came' });
  expect(await run.result()).toEqual({ patient: 'Ada', outcome: 'came' });
  expect(await runsOf('recalls-count')).toEqual(
    Array.from({ length: 30 }, () => expect.objectContaining({ status: 'done' })),
  );
});

test('a run of a test sleeps while the clock is paused, and wakes when it passes the end', async () => {
  await host.clock.pause();
  const before = await host.clock.now();
  const run = await host.run(recall, { patient: 'Grace' });
  await host.clock.advance('6d');
  expect(await doneSteps(run.steps())).toEqual(['invite']);
  await host.clock.advance('1d');
  expect(await doneSteps(run.steps())).toEqual(['invite', 'aWeek', 'remind']);
  expect(await host.clock.now()).toBe(before + 7 * 86_400_000);
  await host.clock.rewind('2d');
  expect(await doneSteps(run.steps())).toEqual(['invite', 'aWeek', 'remind']);
  await host.clock.travelTo(new Date(before + 31 * 86_400_000).toISOString());
  expect((await run.state()).waitingFor).toHaveLength(1);
  await host.clock.resume();
});

test('tests with a clock each do not disturb each other, or the own clock', async () => {
  const [one, other] = [await host.createClock({ now: '2030-01-01T00:00:00Z' }), await host.createClock()];
  await one.pause();
  const before = await host.clock.now();
  const counted = (await runsOf('recalls-count')).length;
  const run = await host.run(recall, { patient: 'Edith' }, { clockId: one.id });
  const waiting = await host.run(recall, { patient: 'Mary' }, { clockId: other.id });
  await one.advance('30d');
  expect((await run.state()).waitingFor).toHaveLength(1);
  expect(await doneSteps(waiting.steps())).toEqual(['invite']);
  expect(await one.now()).toBe(Date.parse('2030-01-31T00:00:00Z'));
  expect((await host.clock.now()) - before).toBeLessThan(86_400_000);
  // A schedule of the account fires on a clock of a test only if the test wants it.
  expect(await runsOf('recalls-count')).toHaveLength(counted);
  await host.call('POST', '/api/v1/schedules/daily/resume', { json: { clock_id: one.id } });
  await one.advance('3d');
  expect(await runsOf('recalls-count')).toHaveLength(counted + 3);
  await host.call('DELETE', `/v1/clocks/${other.id}`, { json: { force: true } });
  await expect.poll(async () => (await waiting.state()).status).toBe('cancelled');
});

test('a run that comes to a sleep on a deleted clock fails and says why', async () => {
  const { id } = await host.createClock();
  entered = Promise.withResolvers();
  leave = Promise.withResolvers();
  const run = await host.run(slow, null, { clockId: id });
  await entered.promise;
  expect((await host.call('DELETE', `/v1/clocks/${id}`)).status).toBe(200);
  leave.resolve();
  await expect(run.result()).rejects.toMatchObject({ code: 'clock-not-found' });
  await expect(host.run(slow, null, { clockId: id })).rejects.toMatchObject({ code: 'clock-not-found' });
});

test('what the clock refuses fails the test with its words', async () => {
  await expect(host.clock.travelTo('tomorrow')).rejects.toThrow('invalid-timestamp');
});
