import { type Documents, findAll, type Store } from '../kinds/store.ts';
import type { Timers } from '../kinds/timers.ts';
import type { WorkflowEngine } from '../kinds/workflow-engine.ts';
import { clockName, clockRef, followedClocks, type Timer, timers } from './stored-timer.ts';

/** @returns the deletion of clocks with all that hangs on them, see `Timers.deleteClock` */
export function createClockDeletion(store: Store, engine: Pick<WorkflowEngine, 'cancel'>): Timers['deleteClock'] {
  const timersOf = (documents: Pick<Documents, 'find'>, clock: string) =>
    Array.fromAsync(findAll(documents, timers, { equals: { clock }, orderBy: 'due' }));

  return async (ref, { cancel, remove }) => {
    const clock = clockName(ref);
    const cancelled = new Set<string>();
    for (;;) {
      const sleeping = await store.transaction(async (documents) => {
        const found = await timersOf(documents, clock);
        const runs = found.flatMap(({ target }) => (target.type === 'sleep' ? [target.run] : []));
        // Without its timer a run would sleep forever.
        const kept = new Set(runs.filter((run) => !cancelled.has(run)));
        if (kept.size > 0 || !(await remove(documents))) return kept;
        for (const { id } of found) await documents.delete(timers, id);
        await documents.delete(followedClocks, clock);
        return kept;
      });
      if (sleeping.size === 0 || !cancel) return sleeping.size;
      for (const run of sleeping) {
        await engine.cancel(run);
        cancelled.add(run);
      }
    }
  };
}

/** Deletes the timers of an account: on its clocks, and its schedules on the wall clock. */
export async function eraseTimers(store: Store, account: string): Promise<void> {
  const isOwned = ({ clock, target }: Timer): boolean =>
    clockRef(clock)?.account === account || (target.type !== 'sleep' && target.account === account);
  const all = await Array.fromAsync(findAll(store, timers, {}));
  for (const timer of all) if (isOwned(timer)) await store.delete(timers, timer.id);
  const followed = await Array.fromAsync(findAll(store, followedClocks, {}));
  for (const { id } of followed) if (clockRef(id)?.account === account) await store.delete(followedClocks, id);
}
