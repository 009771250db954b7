import { describe, expect, it } from 'vitest';
import { day, hour, startedBed, type TimerHost, today } from '../schedules/testing/bed.ts';

const account = 'clinic';
const nightly = { name: 'nightly', cron: '0 2 * * *', clock: 'account' } as const;
const reader = { account, scopes: ['time'] } as const;

let clocks = 0;
const create = async ({ named }: TimerHost, ttlMs: number | null = null): Promise<string> => {
  clocks += 1;
  const wanted = { name: null, timeZone: null, ttlMs, now: undefined };
  return (await named.create(account, `${clocks}`, wanted)).clockId;
};
const settled = async ({ timers }: TimerHost, clockId?: string) =>
  expect(await timers.whenSettled({ account, clockId }, 30_000)).toBe(true);
const sleep = (host: TimerHost, run: string, ms: number, clockId?: string) =>
  host.timers.arm({ run, account, clockId, node: 'pause', until: { ms }, from: undefined });

describe('a sleep on a clock that was created', () => {
  it('is over when that clock passes its end, and no other', async () => {
    const { bed, host } = await startedBed();
    const [one, other] = [await create(host), await create(host)];
    await sleep(host, 'own', 3 * day);
    await sleep(host, 'one', day, one);
    await sleep(host, 'other', 2 * day, other);
    await host.clock.fastForward({ account, clockId: one }, 30 * day);
    await settled(host, one);
    expect(bed.done).toEqual(['one/pause at 2026-01-02T00:00']);
    await host.clock.fastForward({ account }, 30 * day);
    await settled(host);
    await host.clock.fastForward({ account, clockId: other }, 30 * day);
    await settled(host, other);
    expect(bed.done.slice(1)).toEqual(['own/pause at 2026-01-04T00:00', 'other/pause at 2026-01-03T00:00']);
  });

  it('keeps the clock from being deleted without force, and is cancelled with it', async () => {
    const { bed, host } = await startedBed();
    const clockId = await create(host);
    await sleep(host, 'run', day, clockId);
    await sleep(host, 'untouched', day);
    const inUse = { code: 'clock-in-use', status: 409, detail: expect.stringContaining('A run sleeps') };
    await expect(host.named.delete({ account, clockId }, false)).rejects.toMatchObject(inUse);
    await host.clock.fastForward({ account, clockId }, hour);
    await host.named.delete({ account, clockId }, true);
    expect(bed.done).toEqual(['run cancelled']);
    await expect(host.clock.read({ account, clockId })).rejects.toMatchObject({ code: 'clock-not-found' });
    await host.clock.fastForward({ account }, 2 * day);
    await settled(host);
    expect(bed.done.slice(1)).toEqual(['untouched/pause at 2026-01-02T00:00']);
  });

  it('that begins while the clock is deleted is refused or cancelled, and never left without a clock', async () => {
    const { bed, host } = await startedBed();
    for (let round = 0; round < 20; round += 1) {
      const clockId = await create(host);
      const runs = [`${round}-a`, `${round}-b`, `${round}-c`];
      const [, ...armed] = await Promise.allSettled([
        host.named.delete({ account, clockId }, true),
        ...runs.map((run) => sleep(host, run, day, clockId)),
      ]);
      for (const [index, { status }] of armed.entries()) {
        const isCancelled = bed.done.includes(`${runs[index]} cancelled`);
        expect(isCancelled).toBe(status === 'fulfilled');
      }
    }
  });

  it('is cancelled when the clock expires', async () => {
    const { bed, host } = await startedBed();
    const clockId = await create(host, hour);
    await sleep(host, 'run', day, clockId);
    bed.wall += hour;
    await host.stop();
    await bed.start();
    await expect.poll(() => bed.done).toEqual(['run cancelled']);
  });
});

describe('a schedule on a clock that was created', () => {
  it('fires once it was resumed there, by that clock alone, again after a rewind', async () => {
    const { bed, host } = await startedBed({ schedules: [nightly] });
    const clockId = await create(host);
    const clock = { account, clockId };
    await host.clock.fastForward(clock, 2 * day);
    await settled(host, clockId);
    expect(bed.done).toEqual([]);
    expect(await host.schedules.list(reader, clockId)).toMatchObject([{ name: 'nightly', paused: true, next: [] }]);
    expect(await host.schedules.resume(reader, 'nightly', clockId)).toMatchObject({
      ...{ paused: false, last: null },
      next: [3, 4, 5].map((after) => today + (after - 1) * day + 2 * hour),
    });
    await host.clock.fastForward(clock, 2 * day);
    await settled(host, clockId);
    const twice = [`nightly for ${clockId} at 2026-01-03T02:00`, `nightly for ${clockId} at 2026-01-04T02:00`];
    expect(bed.done).toEqual(twice);
    await host.clock.rewind(clock, 2 * day);
    await host.clock.fastForward(clock, 2 * day);
    await settled(host, clockId);
    expect(bed.done).toEqual([...twice, ...twice]);
    expect(await host.schedules.list(reader)).toMatchObject([{ paused: false, last: null }]);
    await host.schedules.pause(reader, 'nightly', clockId);
    await host.clock.fastForward(clock, 2 * day);
    await settled(host, clockId);
    expect(bed.done).toHaveLength(4);
  });

  it('is deleted with the clock', async () => {
    const { bed, host } = await startedBed({ schedules: [nightly] });
    const clockId = await create(host);
    await host.schedules.resume(reader, 'nightly', clockId);
    await host.named.delete({ account, clockId }, false);
    await expect(host.schedules.list(reader, clockId)).rejects.toMatchObject({ code: 'clock-not-found' });
    bed.wall += 3 * day;
    host.timers.look();
    await settled(host);
    expect(bed.done.filter((what) => what.includes(clockId))).toEqual([]);
  });
});
