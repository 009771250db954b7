import { type Documents, defineCollection } from 'chronoscribe';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { AlarmSource } from '../kinds/timers.ts';
import { day, hour, type TimerBed, type TimerHost, timerBed, today } from '../schedules/testing/bed.ts';

const account = 'clinic';
const nightly = { name: 'nightly', cron: '0 2 * * *', clock: 'account' } as const;

/** What the alarms did, stored by the transactions in which they went off. */
const rung = defineCollection({
  name: 'alarms_rung',
  schema: z.object({ id: z.string(), number: z.int(), at: z.number() }),
  indexes: [['number']],
});

/** Alarms in memory, which are read in small pages. */
async function alarmBed() {
  const bed = await timerBed();
  await bed.store.prepare(rung);
  const instants: number[] = [];
  const options = { pageSize: 3, firing: () => Promise.resolve() };
  const ring = async (documents: Documents, at: number) => {
    const { items } = await documents.find(rung, { orderBy: 'number', direction: 'descending', limit: 1 });
    const number = (items[0]?.number ?? 0) + 1;
    await documents.put(rung, { id: String(number), number, at });
  };
  const alarms: AlarmSource = {
    isWanted: () => true,
    async read(_account, from, until) {
      const all = instants.map((at, order) => ({ at, order })).toSorted((a, b) => a.at - b.at || a.order - b.order);
      const left = all.filter(({ at, order }) => at > from.at || (at === from.at && order >= from.order));
      const page = left.slice(0, options.pageSize).filter(({ at }) => at <= until);
      return {
        next: left[page.length] ?? null,
        async fire(documents) {
          for (const { at } of page) await ring(documents, at);
          await options.firing();
        },
      };
    },
  };
  const add = (host: TimerHost, ...at: number[]) =>
    Promise.all(at.map((each) => host.timers.addingAlarm(account, each, async () => void instants.push(each))));
  return { bed, alarms, instants, options, add, heard: () => heardIn(bed) };
}

/** The hours after the first instant of the clock at which alarms went off, in their order. */
async function heardIn({ store }: TimerBed): Promise<readonly number[]> {
  const { items } = await store.find(rung, { orderBy: 'number' });
  return items.map(({ at }) => (at - today) / hour);
}

const settled = async ({ timers }: TimerHost) => expect(await timers.whenSettled({ account }, 30_000)).toBe(true);
const hours = (count: number) => Array.from({ length: count }, (_, at) => today + (at + 1) * hour);

test('alarms go off once, in order and in pages, however many lie on the way of a move', async () => {
  const { bed, alarms, add, heard } = await alarmBed();
  const host = await bed.start({ alarms });
  await add(host, ...hours(20).toReversed(), ...hours(4), today - hour);
  await host.clock.fastForward({ account }, 10 * hour);
  await settled(host);
  expect(await heard()).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10]);
  await host.clock.fastForward({ account }, day);
  await settled(host);
  expect((await heard()).slice(14)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
});

test('alarms, schedules and sleeps on the way of a move come in the order of time', async () => {
  const { bed, alarms, add, heard } = await alarmBed();
  const host = await bed.start({ alarms, schedules: [nightly] });
  await add(host, ...hours(30));
  await host.timers.arm({ run: 'run', account, node: 'pause', until: { ms: 10.5 * hour }, from: undefined });
  const before: [string, number | undefined][] = [];
  bed.doing = async (what) => void before.push([what.slice(0, 3), (await heard()).at(-1)]);
  await host.clock.fastForward({ account }, 2 * day);
  await settled(host);
  const [first, ...later] = before;
  // At the same instant either may be first.
  expect([1, 2]).toContain(first?.[1]);
  expect(first?.[0]).toBe('nig');
  expect(later[0]).toEqual(['run', 10]);
  expect([25, 26]).toContain(later[1]?.[1]);
  expect(await heard()).toHaveLength(30);
});

test('a clock that is moved back lets alarms go off again, also those that were added at once', async () => {
  const { bed, alarms, add, heard } = await alarmBed();
  const host = await bed.start({ alarms });
  await add(host, ...hours(3));
  await host.clock.fastForward({ account }, 5 * hour);
  await settled(host);
  // Not waited for: the host has not followed the clock back when the alarm is added.
  await host.clock.rewind({ account }, 4 * hour);
  await add(host, today + 2.5 * hour);
  await host.clock.fastForward({ account }, 4 * hour);
  await settled(host);
  expect(await heard()).toEqual([1, 2, 3, 2, 2.5, 3]);
});

test('an alarm that was added in the past of its clock does not go off', async () => {
  const { bed, alarms, add, heard } = await alarmBed();
  const host = await bed.start({ alarms });
  await add(host, today + 3 * hour);
  await settled(host);
  bed.wall += 2 * hour;
  await add(host, today + hour);
  bed.wall += 2 * hour;
  host.timers.look();
  await expect.poll(heard).toEqual([3]);
});

test('an alarm goes off once, though two hosts follow the clock and one loses its transaction', async () => {
  const { bed, alarms, options, add, heard } = await alarmBed();
  const hosts = [
    await bed.start({ alarms, isClustered: true }),
    await bed.start({ alarms, isClustered: true }),
  ] as const;
  await add(hosts[0], ...hours(20));
  let failures = 0;
  options.firing = async () => {
    failures += 1;
    if (failures % 3 === 1) throw new Error('the transaction fails');
  };
  await Promise.all([
    hosts[0].clock.fastForward({ account }, 10 * hour),
    hosts[1].clock.fastForward({ account }, 15 * hour),
  ]);
  await expect
    .poll(
      async () => {
        bed.wall += 6_000;
        for (const { timers } of hosts) timers.look();
        return heard();
      },
      { timeout: 20_000, interval: 200 },
    )
    .toEqual(hours(20).map((_, at) => at + 1));
});

test('an alarm whose host died between its announcement and its end is not lost', async () => {
  const { bed, alarms, instants, add, heard } = await alarmBed();
  const dying = await bed.start({ alarms });
  const [added, stuck] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const adding = dying.timers.addingAlarm(account, today + 5 * hour, async () => {
    instants.push(today + 5 * hour);
    added.resolve();
    await stuck.promise;
  });
  await added.promise;
  await dying.stop();
  const next = await bed.start({ alarms });
  await add(next, ...hours(2));
  await next.clock.fastForward({ account }, 3 * hour);
  await next.clock.fastForward({ account }, 3 * hour);
  await settled(next);
  expect(await heard()).toEqual([1, 2, 5]);
  stuck.reject(new Error('the host is dead'));
  await expect(adding).rejects.toThrow('dead');
});

test('many alarms whose host died after adding them are not late, nor lost once their time is over', async () => {
  const { bed, alarms, instants, heard } = await alarmBed();
  const dying = await bed.start({ alarms });
  const [added, stuck] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const adding = dying.timers.addingAlarms(account, async () => {
    instants.push(...hours(4));
    added.resolve();
    await stuck.promise;
  });
  await added.promise;
  await dying.stop();
  bed.wall += 1.5 * hour;
  const next = await bed.start({ alarms });
  await expect.poll(heard).toEqual([1]);
  bed.wall += hour;
  next.timers.look();
  await expect.poll(heard).toEqual([1, 2]);
  stuck.reject(new Error('the host is dead'));
  await expect(adding).rejects.toThrow('dead');
});

test('a change of many alarms stands though the host cannot look for them, and the next host does', async () => {
  const { bed, alarms, instants, heard } = await alarmBed();
  const blind = await bed.start({ alarms: { ...alarms, read: () => Promise.reject(new Error('the store is away')) } });
  expect(await blind.timers.addingAlarms(account, async () => instants.push(...hours(2)))).toBe(2);
  await blind.stop();
  const next = await bed.start({ alarms });
  await next.clock.fastForward({ account }, 3 * hour);
  await settled(next);
  expect(await heard()).toEqual([1, 2]);
});

test('alarms are not lost though another host looks for them before the change that adds them is made', async () => {
  const { bed, alarms, instants, heard } = await alarmBed();
  const dying = await bed.start({ alarms, isClustered: true });
  const [added, stuck] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const adding = dying.timers.addingAlarms(account, async () => {
    const early = await bed.start({ alarms, isClustered: true });
    await early.stop();
    instants.push(...hours(1));
    added.resolve();
    await stuck.promise;
  });
  await added.promise;
  await dying.stop();
  bed.wall += 2 * hour;
  await bed.start({ alarms, isClustered: true });
  await expect.poll(heard).toEqual([1]);
  stuck.reject(new Error('the host is dead'));
  await expect(adding).rejects.toThrow('dead');
});

test('alarms that were added while nobody wanted them go off once somebody does', async () => {
  const { bed, alarms, instants, add, heard } = await alarmBed();
  const first = await bed.start({ alarms });
  await add(first, ...hours(1));
  await first.stop();
  const deaf = await bed.start({ alarms: { ...alarms, isWanted: () => false } });
  await add(deaf, today + 4 * hour);
  await deaf.clock.fastForward({ account }, 2 * hour);
  await settled(deaf);
  await deaf.stop();
  expect(instants).toHaveLength(2);
  const second = await bed.start({ alarms });
  await second.clock.fastForward({ account }, 5 * hour);
  await settled(second);
  expect(await heard()).toEqual([4]);
});
