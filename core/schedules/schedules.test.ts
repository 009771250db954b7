import { describe, expect, it, test } from 'vitest';
import { followedClocks, timers } from '../timers/stored-timer.ts';
import { day, hour, startedBed, timerBed, today } from './testing/bed.ts';

const nightly = { name: 'nightly', cron: '0 2 * * *' } as const;
const admin = { account: 'clinic', scopes: ['admin', 'time'] } as const;
const user = { account: 'clinic', scopes: ['time'] } as const;

/** Waits until a host has nothing to do on the wall clock. */
const look = async (bed: Awaited<ReturnType<typeof timerBed>>, host: { timers: { look(): void } }, count: number) => {
  host.timers.look();
  await expect.poll(() => bed.done.length).toBe(count);
};

describe('a schedule on the wall clock', () => {
  it('fires once at each of its times, as the default account', async () => {
    const { bed, host } = await startedBed({ schedules: [nightly] });
    bed.wall += 2 * hour;
    await look(bed, host, 1);
    bed.wall += day;
    await look(bed, host, 2);
    expect(bed.done).toEqual(['nightly for default at 2026-01-01T02:00', 'nightly for default at 2026-01-02T02:00']);
  });

  it('fires once over two hosts, also if one dies before it has noted that', async () => {
    const bed = await timerBed();
    const options = { isClustered: true, schedules: [nightly] };
    const [dying, other] = [await bed.start(options), await bed.start(options)];
    const [called, stuck] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    bed.doing = () => {
      called.resolve();
      return stuck.promise;
    };
    bed.wall += 2 * hour;
    dying.timers.look();
    await called.promise;
    bed.doing = async () => undefined;
    bed.wall += 31_000;
    await look(bed, other, 1);
    // What the dying host did in its last moment is the same run.
    stuck.resolve();
    await dying.stop();
    bed.wall += day;
    await look(bed, other, bed.done.length + 1);
    expect(new Set(bed.done).size).toBe(2);
  });

  test.each([
    ['latest', ['2026-01-04T02:00']],
    ['all', ['2026-01-01T02:00', '2026-01-02T02:00', '2026-01-03T02:00', '2026-01-04T02:00']],
    ['none', []],
  ] as const)('that passed several times while no host ran fires for %s', async (missed, expected) => {
    const bed = await timerBed();
    const options = { schedules: [{ ...nightly, missed }] };
    const first = await bed.start(options);
    await first.stop();
    bed.wall += 4 * day - hour;
    const second = await bed.start(options);
    await look(bed, second, expected.length);
    bed.wall += 3 * hour;
    await look(bed, second, expected.length + 1);
    expect(bed.done).toEqual([...expected, '2026-01-05T02:00'].map((instant) => `nightly for default at ${instant}`));
  });

  it('that passed while all of several hosts were away for long fires for the latest time', async () => {
    const bed = await timerBed();
    const options = { isClustered: true, schedules: [nightly] };
    await (await bed.start(options)).stop();
    bed.wall += 3 * day;
    await look(bed, await bed.start(options), 1);
    expect(bed.done).toEqual(['nightly for default at 2026-01-03T02:00']);
  });

  test.each([
    ['parallel', [1, 2, 3]],
    ['skip', [1, 3]],
    ['queue', [1, 2, 3]],
    ['cancel', [1, 'cancelled', 2, 3]],
  ] as const)('whose run is still at work at its next time does as it says: %s', async (overlap, expected) => {
    const { bed, host } = await startedBed({ schedules: [{ ...nightly, overlap }] });
    bed.wall += 2 * hour;
    await look(bed, host, 1);
    const [first = ''] = bed.launched;
    bed.busy.add(first);
    bed.wall += day;
    const due = async () => (await bed.store.find(timers, {})).items[0]?.due;
    const lookedAgainAt = async () => (await bed.store.get(followedClocks, 'wall'))?.wakeAt;
    host.timers.look();
    if (overlap === 'queue') await expect.poll(lookedAgainAt).toBe(bed.wall + 5000);
    else await expect.poll(due).toBe(today + 2 * day + 2 * hour);
    bed.busy.delete(first);
    bed.wall += 5000;
    await look(bed, host, expected.length - 1);
    bed.wall += day;
    await look(bed, host, expected.length);
    const shown = expected.map((at) =>
      at === 'cancelled' ? `${first} cancelled` : `nightly for default at 2026-01-0${at}T02:00`,
    );
    expect(bed.done).toEqual(shown);
  });

  it('is made up for over a range, once for a request, up to the present and at most a hundred times', async () => {
    const { bed, host } = await startedBed({ schedules: [nightly] });
    bed.wall += hour;
    const range = { from: today - 2 * day, to: today + 5 * day };
    const runs = await host.schedules.backfill(admin, 'nightly', range, 'once');
    expect(runs.map(({ at }) => at)).toEqual([today - 2 * day + 2 * hour, today - day + 2 * hour]);
    expect(await host.schedules.backfill(admin, 'nightly', range, 'once')).toEqual(runs);
    expect(bed.done).toEqual(['2025-12-30', '2025-12-31'].map((date) => `nightly for default at ${date}T02:00`));
    const years = { from: 0, to: today };
    await expect(host.schedules.backfill(admin, 'nightly', years, 'all')).rejects.toMatchObject({ status: 422 });
    await expect(host.schedules.backfill(user, 'nightly', range, 'one')).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('fires by its new times after they were changed', async () => {
    const bed = await timerBed();
    await (await bed.start({ schedules: [nightly] })).stop();
    const host = await bed.start({ schedules: [{ ...nightly, cron: '0 3 * * *' }] });
    bed.wall += 3 * hour;
    await look(bed, host, 1);
    expect(bed.done).toEqual(['nightly for default at 2026-01-01T03:00']);
  });

  it('is kept while a host runs that does not have it', async () => {
    const bed = await timerBed();
    await (await bed.start({ schedules: [nightly] })).stop();
    const without = await bed.start();
    bed.wall += 3 * hour;
    await expect
      .poll(async () => {
        without.timers.look();
        return (await without.timers.progress.get('wall'))?.wakeAt;
      })
      .toBeUndefined();
    await without.stop();
    await look(bed, await bed.start({ schedules: [nightly] }), 1);
    expect(bed.done).toEqual(['nightly for default at 2026-01-01T02:00']);
  });

  it('belongs to the installation: only an admin pauses it', async () => {
    const bed = await timerBed();
    const { schedules } = await bed.start({ schedules: [nightly] });
    await expect(schedules.pause(user, 'nightly')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(schedules.run(user, 'nightly', 'op')).rejects.toMatchObject({ code: 'forbidden' });
    expect(await schedules.pause(admin, 'nightly')).toMatchObject({ paused: true, next: [] });
  });
});

describe('a schedule that is paused', () => {
  it('does not fire, and goes on with the next time after it is resumed', async () => {
    const { bed, host } = await startedBed({ schedules: [nightly] });
    await host.schedules.pause(admin, 'nightly');
    bed.wall += 3 * day;
    host.timers.look();
    await expect.poll(async () => (await host.timers.progress.get('wall'))?.wakeAt ?? 0).toBeLessThan(bed.wall + day);
    const { next } = await host.schedules.resume(admin, 'nightly');
    expect(next).toEqual([2, 26, 50].map((hours) => today + 3 * day + hours * hour));
    bed.wall += 3 * hour;
    await look(bed, host, 1);
    expect(bed.done).toEqual(['nightly for default at 2026-01-04T02:00']);
  });

  it('stays paused over a restart', async () => {
    const bed = await timerBed();
    const first = await bed.start({ schedules: [nightly] });
    await first.schedules.pause(admin, 'nightly');
    await first.stop();
    const { schedules } = await bed.start({ schedules: [nightly] });
    expect(await schedules.list(admin)).toMatchObject([{ name: 'nightly', paused: true, next: [] }]);
  });
});

describe('a schedule on the account clock', () => {
  const monthly = { name: 'monthly', cron: '0 0 1 * *', clock: 'account' } as const;

  it('fires for an account whose clock is moved for the first time', async () => {
    const { bed, host } = await startedBed({ schedules: [monthly] });
    await host.clock.fastForward({ account: 'new' }, 70 * day);
    expect(await host.timers.whenSettled({ account: 'new' }, 30_000)).toBe(true);
    expect(bed.done).toEqual(['monthly for new at 2026-02-01T00:00', 'monthly for new at 2026-03-01T00:00']);
  });

  it('of one account does not fire for others', async () => {
    const { bed, host } = await startedBed({ schedules: [{ ...monthly, account: 'clinic' }] });
    await host.clock.fastForward({ account: 'other' }, 70 * day);
    expect(await host.timers.whenSettled({ account: 'other' }, 30_000)).toBe(true);
    expect(bed.done).toEqual([]);
    expect(await host.schedules.list({ account: 'other', scopes: ['time'] })).toEqual([]);
    await expect(host.schedules.pause({ account: 'other', scopes: ['time'] }, 'monthly')).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('is paused by each account for itself', async () => {
    const { bed, host } = await startedBed({ schedules: [monthly] });
    await host.schedules.pause(user, 'monthly');
    for (const account of ['clinic', 'other']) {
      await host.clock.fastForward({ account }, 40 * day);
      expect(await host.timers.whenSettled({ account }, 30_000)).toBe(true);
    }
    expect(bed.done).toEqual(['monthly for other at 2026-02-01T00:00']);
  });

  it('shows its next times and its last one on the account clock', async () => {
    const { host } = await startedBed({ schedules: [monthly] });
    await host.clock.fastForward({ account: 'clinic' }, 40 * day);
    expect(await host.timers.whenSettled({ account: 'clinic' }, 30_000)).toBe(true);
    expect(await host.schedules.list(user)).toEqual([
      {
        ...{ name: 'monthly', plugin: 'lab', workflow: 'count', cron: '0 0 1 * *', timeZone: 'UTC', clock: 'account' },
        ...{ missed: 'latest', overlap: 'parallel', paused: false, last: Date.UTC(2026, 1, 1) },
        next: [2, 3, 4].map((month) => Date.UTC(2026, month, 1)),
      },
    ]);
  });
});

it('runs now when it is asked to, once for a repeated request', async () => {
  const bed = await timerBed();
  const { schedules } = await bed.start({ schedules: [nightly] });
  const run = await schedules.run(admin, 'nightly', 'request');
  expect(await schedules.run(admin, 'nightly', 'request')).toBe(run);
  expect(bed.done).toEqual(['nightly for default at 2026-01-01T00:00']);
});

test.each([
  [[{ ...nightly, cron: '61 * * * *' }], 'plugin lab: the schedule "nightly" is wrong: the cron expression'],
  [[{ ...nightly, timeZone: 'Mars/Base' }], 'plugin lab: the schedule "nightly" is wrong: there is no time zone'],
  [[{ ...nightly, name: 'a/b' }], 'plugin lab: the schedule "a/b" is wrong: its name'],
  [[nightly, nightly], 'The schedule "nightly" is declared by plugin lab and plugin lab'],
])('a wrong schedule is refused with its plugin, its name and what is wrong', async (schedules, message) => {
  const bed = await timerBed();
  await expect(bed.start({ schedules })).rejects.toThrow(message);
});
