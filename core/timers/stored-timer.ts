import { z } from 'zod';
import { Lease } from '../concurrency/lease.ts';
import { defineCollection } from '../kinds/store.ts';
import type { ClockRef } from '../kinds/timers.ts';

/** The name of the clock that shows real time. */
export const wall = 'wall';

const accountPrefix = 'account/';

/** The name of a clock of an account. */
export function clockName({ account, clockId }: ClockRef): string {
  return clockId === undefined ? accountPrefix + account : `${accountPrefix}${account}/${clockId}`;
}

/** The clock of an account by its name; undefined for the wall clock. */
export function clockRef(name: string): ClockRef | undefined {
  if (!name.startsWith(accountPrefix)) return undefined;
  const [account = '', clockId] = name.slice(accountPrefix.length).split('/');
  return { account, clockId };
}

/** A place in the order of an account's alarms: an instant, and a number that orders the alarms of one instant. */
const AlarmPosition = z.object({ at: z.number(), order: z.number() });

/** What a timer does. */
const Target = z.discriminatedUnion('type', [
  z.object({ type: z.literal('sleep'), run: z.string(), node: z.string() }),
  z.object({
    type: z.literal('schedule'),
    name: z.string(),
    account: z.string(),
    /** Cron expression and time zone, by which a changed schedule is recognised. */
    times: z.string(),
    /** The id of the run that the next firing starts, so that a repeated firing starts one run. */
    launch: z.string(),
    /** For which instant it fired last; null: never. */
    last: z.number().nullable(),
    /** The run that it started last; null: none. */
    ran: z.string().nullable().default(null),
    paused: z.boolean(),
  }),
  z.object({
    type: z.literal('alarm'),
    account: z.string(),
    /** The place of the next alarm among those of its instant. */
    order: z.number(),
    /** All alarms before it are over. */
    passed: AlarmPosition,
    /** The instants of alarms that are being made: each is there, or will be, or its change has failed. */
    expected: z.array(z.object({ id: z.string(), at: z.number() })),
    /** Counts the changes of this timer, so that none is overlooked by the host that fires it. */
    version: z.int(),
  }),
]);

/** Timers that have not fired. A schedule, and the alarms of an account, have one timer, which moves on. */
export const timers = defineCollection({
  name: 'timers',
  schema: z.object({
    id: z.string(),
    clock: z.string(),
    /** The instant on the clock; null: it does not fire. */
    due: z.number().nullable(),
    /** How many moves the clock had made when the timer was armed: those cannot fire it. */
    armedAfter: z.number(),
    /** The run of a sleep; `alarms` for alarms. */
    run: z.string().nullable(),
    target: Target,
  }),
  indexes: [['clock', 'due'], ['run']],
});

export type Timer = Readonly<z.output<typeof timers.schema>>;
export type ScheduleTimer = Timer & { readonly target: { readonly type: 'schedule' } };
export type AlarmTimer = Timer & { readonly target: { readonly type: 'alarm' } };

export const isAlarm = (timer: Timer): timer is AlarmTimer => timer.target.type === 'alarm';

/** How far each clock with timers has been followed. */
export const followedClocks = defineCollection({
  name: 'timer_clocks',
  schema: z.object({
    /** The name of the clock. */
    id: z.string(),
    /** How many of its moves have been followed. */
    moves: z.number(),
    /** The instant up to which its timers have fired. */
    reached: z.number(),
    /** Whether a host follows it now, towards what it shows. */
    isFollowing: z.boolean(),
    /** Runs that it has woken or started and that may not have come to rest. */
    runs: z.array(z.string()),
    /** Counts operations on the clock and new timers, so that none is overlooked by the host that follows it. */
    changes: z.number(),
    /** How many runs of automations led to the latest operation. */
    links: z.int().default(0),
    /** The wall time at which it was followed last. */
    followedAt: z.number(),
    /** The wall time at which it is to be followed next; null: after the next operation. */
    wakeAt: z.number().nullable(),
    /** The lease of the host that follows it. */
    hold: Lease.nullable(),
  }),
  indexes: [['wakeAt']],
});

export type FollowedClock = Readonly<z.output<typeof followedClocks.schema>>;
