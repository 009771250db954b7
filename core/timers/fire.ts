import { randomUUID } from 'node:crypto';
import type { Logger } from '../api/logger.ts';
import type { Store } from '../kinds/store.ts';
import type { WorkflowEngine } from '../kinds/workflow-engine.ts';
import { isSchedule, type Recurrence } from './recurrence.ts';
import { type Timer, timers } from './stored-timer.ts';

export interface FiringParts {
  readonly store: Store;
  readonly engine: Pick<WorkflowEngine, 'wake' | 'state'>;
  readonly recurrence: Recurrence;
  readonly log: Logger;
}

/**
 * Fires a timer, and then stores that it has fired: a crash in between repeats a call that changes nothing.
 *
 * @param missedUpTo the instant on the clock up to which no host ran; undefined if it is not late
 */
export async function fire(
  timer: Timer & { readonly due: number },
  missedUpTo: number | undefined,
  { store, engine, recurrence, log }: FiringParts,
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
  await recurrence.launch(timer, due);
  const fired = { ...timer.target, launch: randomUUID(), last: due };
  await replace(store, timer, { ...timer, due: recurrence.next(timer, due), target: fired });
}

/** The name of a clock that nobody follows, for the timers of schedules that no plugin declares any more. */
export const setAside = (clock: string): string => `unknown/${clock}`;

/** Deletes or replaces a timer, unless it was changed since it was read. */
function replace(store: Store, timer: Timer, next: Timer | undefined): Promise<void> {
  return store.transaction(async (documents) => {
    const stored = await documents.get(timers, timer.id);
    if (stored === undefined || stored.due !== timer.due || !isSameFiring(stored, timer)) return;
    if (next === undefined) await documents.delete(timers, timer.id);
    else await documents.put(timers, next);
  });
}

function isSameFiring(stored: Timer, timer: Timer): boolean {
  return !isSchedule(stored) || !isSchedule(timer) || stored.target.launch === timer.target.launch;
}
