import type { RunState } from '../kinds/workflow-engine.ts';
import type { RunPlaces } from './retention.ts';
import { engineSubmission, type RunEnd, runs, runsThatAre } from './stored-run.ts';

/** The time after which a failed operation is repeated, in milliseconds. */
export const retryMs = 5_000;

/**
 * Makes the store and the engine agree on runs again, after a crash or while one of the two was unavailable.
 *
 * @param finalize finalizes a run; it reports its errors itself
 */
export function createRunReconciler({ store, blobs, engine }: RunPlaces, finalize: (id: string) => Promise<void>) {
  const scheduled = new Map<string, { readonly uploads: string[]; readonly timer: NodeJS.Timeout }>();
  let isStopped = false;

  const reconcileRun = async (id: string): Promise<void> => {
    const state = await engine.state(id);
    // Read after the state: a run that is being deleted leaves the engine first, and must not start again.
    const run = await store.get(runs, id);
    if (run?.status !== 'open') return;
    if (state === undefined && run.end === null) await engine.submit(engineSubmission(run));
    else if (state === undefined || endOfState(state) !== undefined) await finalize(id);
  };

  const deleteUnowned = async (id: string, uploads: readonly string[]): Promise<void> => {
    const run = uploads.length === 0 ? undefined : await store.get(runs, id);
    for (const name of uploads) if (run?.uploads?.includes(name) !== true) await blobs.delete(name);
  };

  const schedule = (id: string, uploads: readonly string[] = []): void => {
    if (isStopped) return;
    const pending = scheduled.get(id);
    if (pending !== undefined) return void pending.uploads.push(...uploads);
    const attempt = async () => {
      scheduled.delete(id);
      try {
        await deleteUnowned(id, entry.uploads);
        await reconcileRun(id);
      } catch {
        // The first failure was reported by the caller.
        schedule(id, entry.uploads);
      }
    };
    const entry = { uploads: [...uploads], timer: setTimeout(() => void attempt(), retryMs) };
    scheduled.set(id, entry);
  };

  return {
    /**
     * Reconciles a run in some seconds, and again until that succeeds.
     *
     * @param uploads are deleted then, unless they belong to the run
     */
    schedule,
    /** Reconciles all open runs: submits those that the engine does not know, and finalizes those that it has ended. */
    async reconcile(signal: AbortSignal) {
      for await (const { id } of runsThatAre(store, 'open')) {
        if (signal.aborted) return;
        await reconcileRun(id);
      }
    },
    /** Cancels what is scheduled. */
    stop() {
      isStopped = true;
      for (const { timer } of scheduled.values()) clearTimeout(timer);
    },
  };
}

/** How a run ended; undefined while it is queued or running. */
export function endOfState({ status, step, output, problem }: RunState): RunEnd | undefined {
  return status === 'queued' || status === 'running' ? undefined : { status, step, output: output ?? null, problem };
}
