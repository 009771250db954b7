import { type Documents, findAll, type Store } from '../kinds/store.ts';
import type { Timers } from '../kinds/timers.ts';
import type { WorkflowEngine } from '../kinds/workflow-engine.ts';
import { clockName, followedClocks, timers } from './stored-timer.ts';

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
