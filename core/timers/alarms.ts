import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Ground } from '../concurrency/ground.ts';
import { Lease, renewLeaseEveryMs } from '../concurrency/lease.ts';
import { type Documents, defineCollection, findAll, type Store } from '../kinds/store.ts';
import type { AlarmPosition, AlarmSource, Timers } from '../kinds/timers.ts';
import { type ClockSource, type Course, type Progress, presentOf } from './progress.ts';
import { type AlarmTimer, clockName, isAlarm, timers } from './stored-timer.ts';

/** The field `run` of the timers, by which they are found. */
const run = 'alarms';

/** The alarms of the accounts: one timer for each account, which is due at the next alarm or earlier. */
export function createAlarms(parts: {
  readonly store: Store;
  readonly source: ClockSource;
  readonly progress: Progress;
}) {
  const { store, source: clocks, progress } = parts;
  let source: AlarmSource | undefined;
  /** The accounts whose timers this host has seen, or found to need none. */
  const prepared = new Set<string>();

  const isWanted = () => source?.isWanted() ?? false;
  const courseOf = (account: string) => clocks.course(clockName({ account }), Number.POSITIVE_INFINITY);
  const get = async (documents: Pick<Documents, 'get'>, account: string): Promise<AlarmTimer | undefined> => {
    const timer = await documents.get(timers, timerId(account));
    return timer !== undefined && isAlarm(timer) ? timer : undefined;
  };
  const firstAfter = async (account: string, instant: number): Promise<AlarmPosition | null> =>
    (await source?.read(account, startOf(instant + 1), Number.MIN_SAFE_INTEGER))?.next ?? null;

  /** Stores what a change makes of a timer. If it is missing, it is made anew, for alarms after `present`. */
  const change = (
    account: string,
    course: Course,
    changed: (timer: AlarmTimer) => AlarmTimer,
    present = course.reading.now,
  ): Promise<void> =>
    store.transaction(async (documents) => {
      const timer = changed((await get(documents, account)) ?? newTimer(account, present));
      await documents.put(timers, timer);
      if (timer.due !== null) await progress.expect(documents, clockName({ account }), course, timer.due);
    });

  return {
    isWanted,

    attachAlarms(alarms) {
      if (source !== undefined) throw new Error('Two plugins have alarms. Disable one of them.');
      source = alarms;
    },

    /** Deletes all timers if alarms are not wanted, since nobody keeps them right. */
    async clearUnwanted() {
      if (isWanted()) return;
      for await (const { id } of findAll(store, timers, { equals: { run } })) await store.delete(timers, id);
    },

    /** Stores the timer of an account if it is missing: its alarms were added when nobody wanted them. */
    async prepare(account: string) {
      if (!isWanted() || prepared.has(account)) return;
      if ((await get(store, account)) === undefined) {
        const course = await courseOf(account);
        const present = presentOf(await progress.get(clockName({ account })), course);
        const next = await firstAfter(account, present);
        if (next !== null) await change(account, course, dueFrom(next), present);
      }
      prepared.add(account);
    },

    async addingAlarm(account, at, adding) {
      if (!isWanted()) return adding();
      const course = await courseOf(account);
      if (at <= course.reading.now) return adding();
      const id = randomUUID();
      await change(account, course, (timer) => {
        const expected = [...timer.target.expected, { id, at }];
        return dueAt({ ...timer, target: { ...timer.target, expected } }, nextOf(timer));
      });
      try {
        return await adding();
      } finally {
        await change(account, course, (timer) => {
          const expected = timer.target.expected.filter((each) => each.id !== id);
          return dueAt({ ...timer, target: { ...timer.target, expected } }, nextOf(timer));
        });
      }
    },

    /** Makes the timer of an account due at its next alarm after an instant, or at one that it knows before. */
    async lookAfter(account: string, before: number) {
      const course = await courseOf(account);
      // The clock may have been moved back since.
      const present = Math.min(before, course.reading.now);
      const next = await firstAfter(account, present);
      if (next !== null) await change(account, course, dueFrom(next), present);
    },

    /** Fires a page of alarms up to an instant. */
    async fire(timer: AlarmTimer & { readonly due: number }, until: number) {
      const { account, order, version } = timer.target;
      const page = await source?.read(account, latest({ at: timer.due, order }, timer.target.passed), until);
      await store.transaction(async (documents) => {
        const stored = await get(documents, account);
        // Changed since: it is read again.
        if (stored?.target.version !== version) return;
        await page?.fire(documents);
        const next = page?.next ?? null;
        const passed = next !== null && next.at <= until ? next : startOf(until + 1);
        await documents.put(timers, dueAt({ ...stored, target: { ...stored.target, passed } }, next));
      });
    },

    /** The alarms after an instant go off again, since the clock was moved back to it by its move number `move`. */
    async rearm(account: string, after: number, move: number) {
      if (!isWanted()) return;
      for (let isDone = false; !isDone; ) {
        const before = await get(store, account);
        const next = await firstAfter(account, after);
        if (before === undefined && next === null) return;
        isDone = await store.transaction(async (documents) => {
          const stored = await get(documents, account);
          if (stored?.target.version !== before?.target.version) return false;
          const { target, ...timer } = stored ?? newTimer(account, after);
          // The part of its way before this move cannot fire it, should a crash repeat it.
          const rearmed = { ...timer, armedAfter: move, target: { ...target, passed: startOf(after + 1) } };
          await documents.put(timers, dueAt(rearmed, next));
          return true;
        });
      }
    },
  } satisfies Pick<Timers, 'attachAlarms' | 'addingAlarm'> & Readonly<Record<string, unknown>>;
}

export type Alarms = ReturnType<typeof createAlarms>;

const timerId = (account: string): string => `alarms/${account}`;

function newTimer(account: string, present: number): AlarmTimer {
  return {
    ...{ id: timerId(account), clock: clockName({ account }), due: null, armedAfter: 0, run },
    target: { type: 'alarm', account, order: 0, passed: startOf(present + 1), expected: [], version: 0 },
  };
}

/** The position before all alarms of an instant. */
const startOf = (instant: number): AlarmPosition => ({ at: instant, order: 0 });

function nextOf({ due, target: { order } }: AlarmTimer): AlarmPosition | null {
  return due === null ? null : { at: due, order };
}

/** Makes a timer due at an alarm, unless it is due before. */
function dueFrom(alarm: AlarmPosition): (timer: AlarmTimer) => AlarmTimer {
  return (timer) => dueAt(timer, earliest(nextOf(timer), alarm));
}

/** The timer for a next alarm, or for an expected one before it. */
function dueAt({ target, ...timer }: AlarmTimer, known: AlarmPosition | null): AlarmTimer {
  // What is expected before what was passed counts once the clock has been followed back: see `rearm`.
  const expected = target.expected.filter(({ at }) => at >= target.passed.at);
  const next = expected.reduce<AlarmPosition | null>((first, { at }) => earliest(first, startOf(at)), known);
  return {
    ...timer,
    due: next?.at ?? null,
    target: { ...target, order: next?.order ?? 0, version: target.version + 1 },
  };
}

function earliest(one: AlarmPosition | null, other: AlarmPosition | null): AlarmPosition | null {
  if (one === null || other === null) return one ?? other;
  return isBefore(other, one) ? other : one;
}

const latest = (one: AlarmPosition, other: AlarmPosition): AlarmPosition => (isBefore(one, other) ? other : one);

function isBefore(one: AlarmPosition, other: AlarmPosition): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

/** Changes that may have added alarms which no timer knows yet. */
const changes = defineCollection({
  name: 'alarm_changes',
  schema: z.object({
    id: z.string(),
    account: z.string(),
    /** What the account's clock showed before the change. */
    present: z.number(),
    /** The lease of the host that makes it. */
    hold: Lease,
  }),
  indexes: [],
});

/**
 * Changes that add alarms at instants that are not known before.
 *
 * @param parts.present what an account's clock shows
 * @param parts.lookAfter looks for an account's next alarm after an instant
 */
export async function openAlarmChanges(
  parts: Pick<Ground, 'store' | 'leases' | 'log'> & {
    present(account: string): Promise<number>;
    lookAfter(account: string, present: number): Promise<void>;
  },
) {
  const { store, leases, present, lookAfter, log } = parts;
  await store.prepare(changes);
  const underWay = new Set<string>();
  return {
    /** Makes a change, then looks for the alarms that it added. It is stored first, so that a crash forgets none. */
    async make<T>(account: string, change: () => Promise<T>) {
      const stored = { id: randomUUID(), account, present: await present(account) };
      underWay.add(stored.id);
      const hold = () => store.put(changes, { ...stored, hold: leases.acquire() });
      // A renewal that fails is followed by another; until then, another host may look too early and once more.
      const renewal = setInterval(() => void hold().catch(() => undefined), renewLeaseEveryMs);
      try {
        await hold();
        return await change();
      } finally {
        clearInterval(renewal);
        // The change stays made, or refused, whatever becomes of this: if it fails, `recover` does it.
        await lookAfter(account, stored.present)
          .then(() => store.delete(changes, stored.id))
          .catch((thrown: unknown) => log.error({ err: thrown }, 'could not look for added alarms; tries again'))
          .finally(() => underWay.delete(stored.id));
      }
    },

    /** Looks for the alarms of changes that nobody makes any more: their host has died, or could not look. */
    async recover() {
      for await (const { id, account, present: before, hold } of findAll(store, changes, {})) {
        if (underWay.has(id) || leases.isHeldByPeer(hold)) continue;
        await lookAfter(account, before);
        await store.delete(changes, id);
      }
    },
  };
}
