import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { OverlapPolicy } from '../api/schedule.ts';
import type { Ground } from '../concurrency/ground.ts';
import type { WorkflowEngine } from '../kinds/workflow-engine.ts';
import { type ScheduleTimer, type Timer, timers } from './stored-timer.ts';

/** What the timers of schedules need to know of their schedules. All instants are on the clock of the timer. */
export interface Recurrence {
  /** Stores the timers that a clock lacks. Called when a clock is followed. */
  prepare(clock: string): Promise<void>;
  /** Whether this host has the schedule of a timer. */
  knows(timer: ScheduleTimer): boolean;
  /** Starts the run `launch` of a timer for an instant; a repeated call starts one run. */
  launch(timer: ScheduleTimer, at: number): Promise<void>;
  overlap(timer: ScheduleTimer): OverlapPolicy;
  /** The first time of the schedule after an instant; null if there is none. */
  next(timer: ScheduleTimer, after: number): number | null;
  /** Which of the times up to an instant is fired next, if no host ran meanwhile; undefined: none of them. */
  missed(timer: ScheduleTimer, upTo: number): number | undefined;
  /** The schedules of a clock have to fire after this instant, since the clock was moved back to it. */
  rearm(clock: string, after: number): Promise<void>;
}

export const isSchedule = (timer: Timer): timer is ScheduleTimer => timer.target.type === 'schedule';

/** A schedule is due that waits for the end of the run that it started last. */
export class RunStillOpen extends Error {}

/**
 * Fires a timer, and then stores that it has fired: a crash in between repeats a call that changes nothing.
 *
 * @param missedUpTo the instant on the clock up to which no host ran; undefined if it is not late
 * @throws RunStillOpen
 */
export async function fire(
  timer: Timer & { readonly due: number },
  missedUpTo: number | undefined,
  {
    store,
    engine,
    recurrence,
    log,
  }: Pick<Ground, 'store' | 'log'> & {
    readonly engine: Pick<WorkflowEngine, 'wake' | 'state' | 'cancel'>;
    readonly recurrence: Recurrence;
  },
): Promise<void> {
  const { due, target } = timer;
  if (!isSchedule(timer)) {
    if (target.type !== 'sleep') return;
    await engine.wake(target.run, target.node, due);
    return replace(store, timer, undefined);
  }
  if (!recurrence.knows(timer)) {
    // Of several hosts, one that has the schedule finds the timer there.
    log.warn(
      { schedule: timer.target.name },
      'a schedule is due that no plugin of this host declares; it is set aside',
    );
    return replace(store, timer, { ...timer, clock: setAside(timer.clock) });
  }
  if (missedUpTo !== undefined) {
    const at = recurrence.missed(timer, missedUpTo);
    if (at !== due) {
      return replace(store, timer, { ...timer, due: at ?? recurrence.next(timer, missedUpTo) });
    }
  }
  const { ran, launch } = timer.target;
  const state = ran === null ? undefined : await engine.state(ran);
  if (ran !== null && (state?.status === 'queued' || state?.status === 'running')) {
    const overlap = recurrence.overlap(timer);
    if (overlap === 'queue') throw new RunStillOpen();
    if (overlap === 'skip') return replace(store, timer, { ...timer, due: recurrence.next(timer, due) });
    if (overlap === 'cancel') await engine.cancel(ran);
  }
  await recurrence.launch(timer, due);
  const fired = { ...timer.target, launch: randomUUID(), last: due, ran: launch };
  await replace(store, timer, { ...timer, due: recurrence.next(timer, due), target: fired });
}

/** The name of a clock that nobody follows, for the timers of schedules that no plugin declares any more. */
export const setAside = (clock: string): string => `unknown/${clock}`;

/** Deletes or replaces a timer, unless it was changed since it was read. */
function replace(store: Ground['store'], timer: Timer, next: Timer | undefined): Promise<void> {
  return store.transaction(async (documents) => {
    const stored = await documents.get(timers, timer.id);
    if (stored === undefined || stored.due !== timer.due) return;
    if (isSchedule(stored) && isSchedule(timer) && stored.target.launch !== timer.target.launch) return;
    if (next === undefined) await documents.delete(timers, timer.id);
    else await documents.put(timers, next);
  });
}

/** Milliseconds. The next instant of a jump waits for the last look. */
const longestPauseMs = 5;

/** Those of some runs that are at work: neither settled nor waiting. */
async function busyRuns(engine: Pick<WorkflowEngine, 'state'>, runs: readonly string[]): Promise<string[]> {
  const states = await Promise.all(runs.map((id) => engine.state(id)));
  return runs.filter((_, index) => {
    const state = states[index];
    return state !== undefined && (state.status === 'queued' || state.status === 'running') && !state.isWaiting;
  });
}

/**
 * Waits until runs have come to rest: each is settled, or all of its branches sleep or wait.
 *
 * @param timeoutMs milliseconds
 * @returns the runs that are still at work
 */
export async function whenAtRest(
  engine: Pick<WorkflowEngine, 'state'>,
  runs: readonly string[],
  timeoutMs: number,
): Promise<string[]> {
  const until = performance.now() + timeoutMs;
  let busy = await busyRuns(engine, runs);
  for (let pauseMs = 1; busy.length > 0 && performance.now() < until; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    await wait(pauseMs);
    busy = await busyRuns(engine, busy);
  }
  return busy;
}
