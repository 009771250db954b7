import { describe, expect, it } from 'vitest';
import { day, hour, startedBed, type TimerHost, timerBed, today } from '../schedules/testing/bed.ts';

const account = 'clinic';
const nightly = { name: 'nightly', cron: '0 2 * * *', clock: 'account' } as const;

const settled = async ({ timers }: TimerHost) => expect(await timers.whenSettled({ account }, 30_000)).toBe(true);

const sleep = (
  host: TimerHost,
  run: string,
  ms: number,
  { node = 'pause', from }: { node?: string; from?: number } = {},
) => host.timers.arm({ run, account, node, until: { ms }, from });

describe('a sleep on the account clock', () => {
  it('is over when the clock is moved past its end, at the instant of its end', async () => {
    const { bed, host } = await startedBed();
    await sleep(host, 'run', 30 * day);
    await host.clock.fastForward({ account }, 29 * day);
    await settled(host);
    expect(bed.done).toEqual([]);
    await host.clock.fastForward({ account }, 40 * day);
    await settled(host);
    expect(bed.done).toEqual(['run/pause at 2026-01-31T00:00']);
  });

  it('is over when the clock ticks past its end', async () => {
    const { bed, host } = await startedBed();
    await sleep(host, 'run', 20);
    await settled(host);
    bed.wall += 20;
    await expect.poll(() => bed.done).toEqual(['run/pause at 2026-01-01T00:00']);
  });

  it('is held by a paused clock, and goes on when the clock does', async () => {
    const { bed, host } = await startedBed();
    await sleep(host, 'run', hour);
    await host.clock.pause({ account });
    bed.wall += day;
    host.timers.look();
    await settled(host);
    expect(bed.done).toEqual([]);
    await host.clock.resume({ account });
    await settled(host);
    expect(bed.done).toEqual([]);
    bed.wall += hour;
    host.timers.look();
    await expect.poll(() => bed.done).toEqual(['run/pause at 2026-01-01T01:00']);
  });

  it('starts on the way of the clock where the run was woken, so that one move does all of it in order', async () => {
    const { bed, host } = await startedBed({ schedules: [nightly] });
    bed.doing = async (what) => {
      if (what.startsWith('run/first')) await sleep(host, 'run', day, { node: 'second' });
      if (what.startsWith('run/second')) await sleep(host, 'run', day, { node: 'third', from: today + 2 * day });
    };
    await sleep(host, 'run', day, { node: 'first' });
    await host.clock.fastForward({ account }, 10 * day);
    await settled(host);
    expect(bed.done.slice(0, 6)).toEqual([
      'nightly for clinic at 2026-01-01T02:00',
      'run/first at 2026-01-02T00:00',
      'nightly for clinic at 2026-01-02T02:00',
      'run/second at 2026-01-03T00:00',
      'nightly for clinic at 2026-01-03T02:00',
      'run/third at 2026-01-04T00:00',
    ]);
    expect(bed.done).toHaveLength(10 + 3);
  });

  it('that a woken run begins only after some work still comes before what is due later', async () => {
    const { bed, host } = await startedBed();
    await sleep(host, 'run', day, { node: 'first' });
    await sleep(host, 'other', 3 * day);
    const woken = Promise.withResolvers<void>();
    bed.doing = async (what) => {
      if (!what.startsWith('run/first')) return;
      bed.busy.add('run');
      woken.resolve();
    };
    await host.clock.fastForward({ account }, 10 * day);
    await woken.promise;
    await expect.poll(() => bed.done).toHaveLength(1);
    await sleep(host, 'run', day, { node: 'second' });
    bed.busy.delete('run');
    await settled(host);
    expect(bed.done).toEqual([
      'run/first at 2026-01-02T00:00',
      'run/second at 2026-01-03T00:00',
      'other/pause at 2026-01-04T00:00',
    ]);
  });

  it('of a run that was not woken starts at what the clock shows, whatever the clock passed before', async () => {
    const { bed, host } = await startedBed();
    await sleep(host, 'early', 100 * day);
    await host.clock.fastForward({ account }, 40 * day);
    await host.clock.rewind({ account }, 10 * day);
    await sleep(host, 'run', 5 * day);
    await settled(host);
    expect(bed.done).toEqual([]);
    await host.clock.fastForward({ account }, 5 * day);
    await settled(host);
    expect(bed.done).toEqual(['run/pause at 2026-02-05T00:00']);
  });

  it('is forgotten with its run', async () => {
    const { bed, host } = await startedBed();
    await sleep(host, 'run', day);
    await host.timers.disarm('run');
    await host.clock.fastForward({ account }, 2 * day);
    await settled(host);
    expect(bed.done).toEqual([]);
  });

  it('does not end twice if it is armed again', async () => {
    const { bed, host } = await startedBed();
    await sleep(host, 'run', day);
    await host.clock.fastForward({ account }, hour);
    await sleep(host, 'run', day);
    await host.clock.fastForward({ account }, 2 * day);
    await settled(host);
    expect(bed.done).toEqual(['run/pause at 2026-01-02T00:00']);
  });
});

describe('a clock that is moved', () => {
  it('back lets a schedule fire again on the next passing, and leaves a sleep that is over', async () => {
    const { bed, host } = await startedBed({ schedules: [nightly] });
    await sleep(host, 'run', 15 * day);
    await host.clock.fastForward({ account }, 20 * day);
    await settled(host);
    expect(bed.done).toHaveLength(21);
    await host.clock.rewind({ account }, 10 * day);
    await settled(host);
    expect(bed.done).toHaveLength(21);
    await host.clock.fastForward({ account }, 10 * day);
    await settled(host);
    expect(bed.done.slice(21)).toEqual(
      Array.from({ length: 10 }, (_, at) => `nightly for clinic at 2026-01-${at + 11}T02:00`),
    );
  });

  it('to and fro at once still passes what lies between', async () => {
    const { bed, host } = await startedBed();
    await sleep(host, 'run', day);
    await Promise.all([host.clock.fastForward({ account }, 3 * day), host.clock.rewind({ account }, 3 * day)]);
    await settled(host);
    expect((await host.clock.read({ account })).now).toBe(today);
    // One of the two orders passes the end.
    await host.clock.fastForward({ account }, 3 * day);
    await settled(host);
    expect(bed.done).toEqual(['run/pause at 2026-01-02T00:00']);
  });

  it('is followed over more moves than it remembers', async () => {
    const bed = await timerBed();
    const first = await bed.start();
    await sleep(first, 'run', 140 * day);
    await settled(first);
    await first.stop();
    for (let move = 0; move < 150; move += 1) await first.clock.fastForward({ account }, day);
    const second = await bed.start();
    await settled(second);
    expect(bed.done).toEqual(['run/pause at 2026-05-21T00:00']);
  });

  it('waits with the next instant until what it woke has come to rest', async () => {
    const { bed, host } = await startedBed();
    await sleep(host, 'slow', day);
    await sleep(host, 'next', 2 * day);
    const atWork: boolean[] = [];
    bed.doing = async (what) => {
      atWork.push(bed.busy.has('slow'));
      if (what.startsWith('slow')) bed.busy.add('slow');
    };
    await host.clock.fastForward({ account }, 3 * day);
    await expect.poll(() => bed.done).toHaveLength(1);
    expect(await host.timers.whenSettled({ account }, 50)).toBe(false);
    expect(bed.done).toHaveLength(1);
    bed.busy.delete('slow');
    await settled(host);
    expect(bed.done).toEqual(['slow/pause at 2026-01-02T00:00', 'next/pause at 2026-01-03T00:00']);
    expect(atWork).toEqual([false, false]);
  });
});

describe('what is due', () => {
  it('is done after the next start if the host died before it was done', async () => {
    const bed = await timerBed();
    const first = await bed.start({ schedules: [nightly] });
    await sleep(first, 'run', day);
    bed.doing = async () => {
      throw new Error('the host dies');
    };
    await first.clock.fastForward({ account }, 2 * day);
    await first.stop();
    bed.doing = async () => undefined;
    const second = await bed.start({ schedules: [nightly] });
    await settled(second);
    expect(bed.done.toSorted()).toEqual([
      'nightly for clinic at 2026-01-01T02:00',
      'nightly for clinic at 2026-01-02T02:00',
      'run/pause at 2026-01-02T00:00',
    ]);
  });

  it('is done once by two hosts, in order', async () => {
    const bed = await timerBed();
    const options = { isClustered: true, schedules: [nightly] };
    const hosts = [await bed.start(options), await bed.start(options)] as const;
    for (let run = 0; run < 20; run += 1) await sleep(hosts[run % 2 === 0 ? 0 : 1], `run-${run}`, (run + 0.5) * day);
    await Promise.all([
      hosts[0].clock.fastForward({ account }, 10 * day),
      hosts[1].clock.fastForward({ account }, 10 * day),
      hosts[0].clock.fastForward({ account }, 10 * day),
    ]);
    await settled(hosts[1]);
    expect(bed.done).toHaveLength(20 + 30);
    const instants = bed.done.map((what) => what.split(' at ')[1] ?? '');
    expect(instants).toEqual(instants.toSorted());
  });

  it('is done by another host if one dies while it follows the clock', async () => {
    const bed = await timerBed();
    const [dying, other] = [await bed.start({ isClustered: true }), await bed.start({ isClustered: true })];
    await sleep(dying, 'run', day);
    await settled(dying);
    const [called, stuck] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    bed.doing = () => {
      called.resolve();
      return stuck.promise;
    };
    await dying.clock.fastForward({ account }, 2 * day);
    await called.promise;
    bed.doing = async () => undefined;
    expect(await other.timers.whenSettled({ account }, 100)).toBe(false);
    bed.wall += 31_000;
    await settled(other);
    expect(bed.done).toEqual(['run/pause at 2026-01-02T00:00']);
    stuck.reject(new Error('the host is dead'));
  });
});

it('a thousand runs that sleep are woken in the order of their ends', async () => {
  const { bed, host } = await startedBed();
  await Promise.all(
    Array.from({ length: 1000 }, (_, run) => sleep(host, `run-${run}`, ((run * 7) % 40) * hour + hour)),
  );
  await host.clock.fastForward({ account }, 2 * day);
  await settled(host);
  const instants = bed.done.map((what) => what.split(' at ')[1] ?? '');
  expect(instants).toHaveLength(1000);
  expect(instants).toEqual(instants.toSorted());
});
