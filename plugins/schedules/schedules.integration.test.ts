import { definePlugin, route, workflow } from 'chronoscribe';
import { testHost } from 'chronoscribe/testing';
import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { z } from 'zod';

const day = 86_400_000;
const done = new Map<string, string[]>();
const note = (account: string, what: string): null => {
  done.set(account, [...(done.get(account) ?? []), what]);
  return null;
};

const digest = workflow<{ readonly of: string }>('digest')
  .step('write', ({ input }, { account }) => note(account, `digest of ${input.of}`))
  .answer(() => ({ body: null, location: '' }));

const reminder = workflow<null>('reminder')
  .sleep('month', '30d', { clock: 'account' })
  .step('remind', (_, { account }) => note(account, 'reminder'))
  .sleep('week', '7d', { clock: 'account' })
  .step('insist', (_, { account }) => note(account, 'second reminder'))
  .answer(() => ({ body: { reminded: true }, location: '' }));

let isBroken = false;
const beside = workflow<null>('beside')
  .parallel('both', {
    asleep: (branch) => branch.sleep('day', '1d', { clock: 'account' }),
    failing: (branch) =>
      branch.sleep('hour', '1h', { clock: 'account' }).step('fail', () => {
        if (isBroken) throw new Error('broken');
        return null;
      }),
  })
  .answer(() => ({ body: { reminded: true }, location: '' }));

const plugin = definePlugin({
  name: 'letters',
  auth: 'time',
  workflows: () => ({ reminder, beside }),
  schedules: {
    nightly: { cron: '0 2 * * *', clock: 'account', run: digest, input: { of: 'the day' } },
    yearly: { cron: '0 3 1 1 *', timeZone: 'Europe/Berlin', run: digest, input: { of: 'the year' } },
  },
  routes: ({ workflows }) => [
    route({
      method: 'POST',
      path: '/v1/reminders',
      summary: 'Remind of something in a month',
      response: z.object({ reminded: z.boolean() }),
      byRun: true,
      handle: ({ run }) => run(workflows.reminder, null),
    }),
    route({
      method: 'POST',
      path: '/v1/beside',
      summary: 'Sleep beside a step that may fail',
      response: z.object({ reminded: z.boolean() }),
      byRun: true,
      handle: ({ run }) => run(workflows.beside, null),
    }),
  ],
});

const host = await testHost({ plugins: [plugin] });
afterAll(() => host.stop());

let account: string;
let key: string;
beforeEach(async () => {
  ({ account, key } = await host.newAccount());
});

const call = async (method: string, path: string, json?: object) => {
  const answer = await host.call(method, path, { key, ...(json !== undefined && { json }) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json;
};
const doneHere = () => done.get(account) ?? [];

describe('the clock of an account', () => {
  it('has a run made up for each time in a range that it has passed', async () => {
    await call('POST', '/v1/travel', { destination_time: '2026-03-10T00:00:00Z', location: 'Rome' });
    const before = doneHere().length;
    const range = { from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 2, 20) };
    const { runs } = (await call('POST', '/api/v1/schedules/nightly/backfill', range)) as {
      runs: { id: string; at: number }[];
    };
    expect(runs.map(({ at }) => at)).toEqual([...Array(9).keys()].map((at) => Date.UTC(2026, 2, at + 1, 2)));
    await expect.poll(() => doneHere().length).toBe(before + 9);
    expect(await call('GET', `/api/v1/runs/${runs[0]?.id}`)).toMatchObject({ workflow: 'digest', name: 'nightly' });
    const many = { json: { from: 0, to: range.to }, key };
    expect((await host.call('POST', '/api/v1/schedules/nightly/backfill', many)).status).toBe(422);
  });

  it('passes the end of a sleep and the times of a schedule in order, again after a rewind, and none while it is paused', async () => {
    await call('POST', '/v1/travel', { destination_time: '2026-03-01T00:00:00Z', location: 'Rome' });
    await call('POST', '/v1/pause-time');
    const before = doneHere().length;
    const answer = await host.call('POST', '/v1/reminders', { key, headers: { prefer: 'respond-async' } });
    const { id } = answer.json as { id: string };
    const steps = async () =>
      (await call('GET', `/api/v1/runs/${id}`)) as { status: string; steps: { status: string }[] };
    await expect.poll(async () => (await steps()).steps[0]).toMatchObject({ status: 'waiting', attempt: 1 });
    expect(doneHere()).toHaveLength(before);

    await call('POST', '/v1/fast-forward', { duration: '30d' });
    await expect.poll(() => doneHere().length).toBe(before + 31);
    expect(doneHere().slice(before)).toEqual([...Array.from({ length: 30 }, () => 'digest of the day'), 'reminder']);

    await call('POST', '/v1/rewind', { duration: '10d' });
    await call('POST', '/v1/fast-forward', { duration: '10d' });
    await expect.poll(() => doneHere().length).toBe(before + 41);
    expect(doneHere().slice(before + 31)).toEqual(Array.from({ length: 10 }, () => 'digest of the day'));

    await call('POST', '/v1/fast-forward', { duration: '7d' });
    await expect.poll(async () => (await steps()).status).toBe('done');
    expect(doneHere().slice(before + 41)).toEqual([
      ...Array.from({ length: 7 }, () => 'digest of the day'),
      'second reminder',
    ]);
  });

  it('wakes a run that is retried, though it failed while it slept', async () => {
    await call('POST', '/v1/pause-time');
    isBroken = true;
    const { json } = await host.call('POST', '/v1/beside', { key, headers: { prefer: 'respond-async' } });
    const { id } = json as { id: string };
    const run = () => call('GET', `/api/v1/runs/${id}`);
    await call('POST', '/v1/fast-forward', { duration: '2h' });
    await expect.poll(run).toMatchObject({ status: 'failed' });
    await call('POST', '/v1/fast-forward', { duration: '2d' });
    isBroken = false;
    await call('POST', `/api/v1/runs/${id}/retry`);
    await call('POST', '/v1/fast-forward', { duration: '2d' });
    await expect.poll(run).toMatchObject({ status: 'done' });
  });

  it('does months of a workflow in one move', async () => {
    await call('POST', '/v1/pause-time');
    const answer = await host.call('POST', '/v1/reminders', { key, headers: { prefer: 'respond-async' } });
    const { id } = answer.json as { id: string };
    await call('POST', '/v1/fast-forward', { duration: '40d' });
    await expect.poll(async () => call('GET', `/api/v1/runs/${id}`)).toMatchObject({ status: 'done' });
    expect(doneHere().filter((what) => what.includes('reminder'))).toEqual(['reminder', 'second reminder']);
  });
});

test('schedules are listed with their next times', async () => {
  await call('POST', '/v1/travel', { destination_time: '2026-03-01T00:00:00Z', location: 'Rome' });
  await call('POST', '/v1/pause-time');
  const { items } = (await call('GET', '/api/v1/schedules')) as { items: readonly { next: number[] }[] };
  const first = Date.parse('2026-03-01T02:00:00Z');
  expect(items).toMatchObject([
    {
      name: 'nightly',
      plugin: 'letters',
      workflow: 'digest',
      clock: 'account',
      next: [first, first + day, first + 2 * day],
    },
    { name: 'yearly', cron: '0 3 1 1 *', timeZone: 'Europe/Berlin', clock: 'wall', paused: false, last: null },
  ]);
  expect(items[1]?.next.map((at) => new Date(at).toISOString().slice(4))).toEqual(
    Array.from({ length: 3 }, () => '-01-01T02:00:00.000Z'),
  );
});

test('a schedule that an account has paused does not fire for it', async () => {
  expect(await call('POST', '/api/v1/schedules/nightly/pause')).toMatchObject({ paused: true, next: [] });
  await call('POST', '/v1/pause-time');
  await call('POST', '/v1/fast-forward', { duration: '5d' });
  const other = await host.newAccount();
  await host.call('POST', '/v1/fast-forward', { key: other.key, json: { duration: '5d' } });
  await expect.poll(() => done.get(other.account)).toHaveLength(5);
  expect(doneHere()).toEqual([]);
  expect(await call('POST', '/api/v1/schedules/nightly/resume')).toMatchObject({ paused: false });
  await call('POST', '/v1/fast-forward', { duration: '2d' });
  await expect.poll(() => doneHere()).toHaveLength(2);
});

test('a schedule that is run now gives a run, which its account can follow', async () => {
  const { id } = (await call('POST', '/api/v1/schedules/nightly/run')) as { id: string };
  await expect.poll(() => call('GET', `/api/v1/runs/${id}`)).toMatchObject({ status: 'done', name: 'nightly' });
  expect(doneHere()).toEqual(['digest of the day']);
});

test('a schedule on the wall clock belongs to the installation', async () => {
  const refused = await host.call('POST', '/api/v1/schedules/yearly/pause', { key });
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('admin')]);
  const paused = await host.call('POST', '/api/v1/schedules/yearly/pause');
  expect(paused.json).toMatchObject({ paused: true });
  await host.call('POST', '/api/v1/schedules/yearly/resume');
  expect((await host.call('POST', '/api/v1/schedules/weekly/pause', { key })).status).toBe(404);
});

describe('a start is refused', () => {
  const withSchedule = (times: object) =>
    definePlugin({
      name: 'lab',
      auth: 'time',
      schedules: { import: { cron: '0 2 * * *', run: digest, input: { of: 'the lab' }, ...times } },
      routes: () => [],
    });
  const start = (given: object, config: object = {}) => testHost({ plugins: [withSchedule(given)], config });

  it.each([
    [{ cron: 'daily at 2' }, 'plugin lab: the schedule "import" is wrong: the cron expression "daily at 2" is wrong'],
    [{ timeZone: 'Berlin' }, 'plugin lab: the schedule "import" is wrong: there is no time zone "Berlin"'],
  ])('for a wrong schedule, with its plugin, its name and the fault', async (given, message) => {
    await expect(start(given)).rejects.toThrow(message);
  });

  it('if a schedule follows the clocks of accounts and nobody has them', async () => {
    const plugins = Object.fromEntries(['time-flow', 'anchors', 'timelines', 'events'].map((name) => [name, false]));
    await expect(start({ clock: 'account' }, { plugins })).rejects.toThrow(
      'The schedule "import" follows the accounts\' clocks, and no plugin has them. Enable the plugin time-flow.',
    );
  });
});
