import type { Logger } from '../api/logger.ts';
import { Problem } from '../api/problem.ts';
import { createAutoResetEvent } from '../concurrency/auto-reset-event.ts';
import type { Leases } from '../concurrency/lease.ts';
import type { Cluster } from '../kinds/cluster.ts';
import type { SettledRun } from '../kinds/runs.ts';
import type { RunState, RunStatus } from '../kinds/workflow-engine.ts';
import { deleteRunBlobs, eraseRun, type RunPlaces } from './housekeeping.ts';
import { type RunEnd, runs, runsThatAre, type StoredRun } from './stored-run.ts';

/**
 * Books the ends of runs: what a run held is deleted, listeners are told, and the run is no longer open. Several hosts may hear of one end, so one of them leases the run while it
 * books; where that one dies, another takes over.
 */
export interface RunFinalizer {
  onSettled(listener: (run: SettledRun) => Promise<void>): void;
  /** Books the end of a run, if it has come to one that is not booked. What fails is logged, and made up for by `catchUp`. */
  finalize(id: string): Promise<void>;
  /** Resolves once the end that a run has come to is whenFinalized, by whichever host; after a while in any case, since that host may have died. */
  whenFinalized(id: string): Promise<void>;
  /** Opens a failed run again and hands it to the engine, once for each `operationId`. Throws `run-not-retryable`. */
  reopen(id: string, operationId: string): Promise<StoredRun>;
  /** Erases a settled run, after its end was told. */
  forget(id: string): Promise<void>;
  /**
   * Hands a run to the engine in some seconds, or books its end, whichever it lacks by then; again and again until that is done.
   *
   * @param uploads are deleted then, unless they are the run's
   */
  scheduleReconcile(id: string, uploads?: readonly string[]): void;
  /** Hands over what the engine does not know, and books what it has finished with: what a dead process or a full disk left undone. */
  reconcile(signal: AbortSignal): Promise<void>;
  /** Tries nothing again, and resolves when nothing is being booked here any more. */
  stop(): Promise<void>;
}

export interface RunFinalizerParts extends RunPlaces {
  readonly cluster: Cluster;
  readonly leases: Leases;
  readonly log: Logger;
  /** Told of each run that settles, for metrics. */
  settled(workflow: string, status: RunStatus): void;
}

/** Under this topic a host says which run it has booked. */
const topic = 'runs/booked';

/** How long the end of a run is kept back until another host has booked it. */
const patienceMs = 5_000;
/** After something of a run could not be done, since the store or the engine was away. */
const againMs = 5_000;
const lookAgainMs = 500;

export function createRunFinalizer(parts: RunFinalizerParts): RunFinalizer {
  const { store, blobs, engine, cluster, leases, log } = parts;
  const listeners: ((run: SettledRun) => Promise<void>)[] = [];
  /** Runs that are taken up again soon. */
  const again = new Map<string, { readonly uploads: string[]; readonly timer: NodeJS.Timeout }>();
  let stopped = false;
  /** The last of what is being done here to each run. */
  const turns = new Map<string, Promise<unknown>>();

  /** Does something to a run once nothing else is done to it here. */
  const inTurn = <T>(id: string, work: () => Promise<T>): Promise<T> => {
    const done = (turns.get(id) ?? Promise.resolve()).then(work);
    const turn: Promise<unknown> = done
      .catch(() => undefined)
      .finally(() => {
        if (turns.get(id) === turn) turns.delete(id);
      });
    turns.set(id, turn);
    return done;
  };

  /** Changes a run in one go; undefined, and nothing changed, where it is not as it should be. */
  const change = (id: string, changed: (run: StoredRun) => StoredRun | undefined): Promise<StoredRun | undefined> =>
    store.transaction(async (documents) => {
      const run = await documents.get(runs, id);
      const next = run && changed(run);
      if (next !== undefined) await documents.put(runs, next);
      return next && run;
    });

  /** What the engine says, or what it said where it was left behind since. */
  const endOf = async (id: string): Promise<RunEnd | undefined> => {
    const state = await engine.state(id);
    return state === undefined ? ((await store.get(runs, id))?.end ?? undefined) : settledEnd(state);
  };

  /** The run, held by this host if others could book it too; undefined where there is nothing to book. */
  const claim = async (id: string): Promise<StoredRun | undefined> => {
    const mayBook = (run: StoredRun) => run.status === 'open' && !leases.isHeldByPeer(run.hold);
    if (leases.isClustered) return change(id, (run) => (mayBook(run) ? { ...run, hold: leases.acquire() } : undefined));
    const run = await store.get(runs, id);
    return run && mayBook(run) ? run : undefined;
  };

  const release = (id: string) => change(id, (run) => (leases.isOwn(run.hold) ? { ...run, hold: null } : undefined));

  const book = async (id: string): Promise<void> => {
    if ((await endOf(id)) === undefined) return;
    const run = await claim(id);
    if (run === undefined) {
      // One that was withdrawn while the engine took it leaves nothing there.
      if ((await store.get(runs, id)) === undefined) await engine.forget(id);
      return;
    }
    // Read again: until it was claimed it may have been booked and retried.
    const end = await endOf(id);
    if (end === undefined) return void (await release(id));
    const { status } = end;
    // A failed run keeps its files for a retry until the sweep.
    if (status !== 'failed') {
      // Its end is kept first: without its files it could not be begun anew where nothing but the store says how far it is.
      if (run.uploads !== null && run.uploads.length > 0) await note(run, end);
      await deleteRunBlobs(blobs, run);
    }
    if (!run.internal) {
      const { account, workflow, attempt } = run;
      for (const listener of listeners) await listener({ id, account, workflow, status, attempt });
    }
    await close(run, end);
    cluster.send(topic, id);
    parts.settled(run.workflow, status);
    log.info({ run: id, workflow: run.workflow, status, problem: end.problem?.code, step: end.step }, 'run settled');
    if (run.internal) await eraseRun(parts, run);
  };

  /** Unless it was deleted meanwhile, or is at another attempt: then it stays so. */
  const close = ({ id, attempt }: StoredRun, end: RunEnd) =>
    change(id, (run) =>
      run.status === 'open' && run.attempt === attempt
        ? {
            ...run,
            status: end.status,
            end,
            settledAt: cluster.now(),
            input: null,
            hold: null,
            ...(end.status !== 'failed' && { uploads: null }),
          }
        : undefined,
    );

  const note = ({ id, attempt }: StoredRun, end: RunEnd) =>
    change(id, (run) => (run.status === 'open' && run.attempt === attempt ? { ...run, end } : undefined));

  /** Two who ask at once, or a run that settles just then, must not undo each other. */
  const open = async (id: string, retriedBy: string): Promise<StoredRun> => {
    // Held until the engine has it again, so that nobody books its last end once more.
    const hold = leases.isClustered ? leases.acquire() : null;
    const run = await change(id, (run) => {
      if (run.status !== 'failed') throw notRetryable('Only a run that has failed can be retried.');
      if (run.uploads === null) throw notRetryable('The upload of this run is no longer kept. Send it again.');
      return { ...run, status: 'open', end: null, settledAt: 0, attempt: run.attempt + 1, retriedBy, hold };
    });
    if (run === undefined) throw notRetryable('This run has been deleted.');
    return run;
  };

  const finalize = (id: string): Promise<void> =>
    inTurn(id, () => book(id)).catch((cause: unknown) => {
      log.error({ run: id, err: cause }, `a settled run could not be booked; it is tried again in ${againMs / 1000} s`);
      scheduleReconcile(id);
    });

  /** Hands a run to the engine, or books its end, whichever it lacks. */
  const takeUp = async (id: string): Promise<void> => {
    const state = await engine.state(id);
    // Read after that: one that is being deleted leaves the engine first, and must not begin anew.
    const run = await store.get(runs, id);
    if (run?.status !== 'open') return;
    if (state === undefined && run.end === null) await engine.submit(run);
    else if (state === undefined || settledEnd(state) !== undefined) await finalize(id);
  };

  const deleteStray = async (id: string, uploads: readonly string[]): Promise<void> => {
    const held = uploads.length === 0 ? undefined : await store.get(runs, id);
    for (const name of uploads) if (held?.uploads?.includes(name) !== true) await blobs.delete(name);
  };

  const scheduleReconcile = (id: string, uploads: readonly string[] = []): void => {
    if (stopped) return;
    const planned = again.get(id);
    if (planned !== undefined) return void planned.uploads.push(...uploads);
    const plan = { uploads: [...uploads], timer: setTimeout(() => void takeUpAgain(), againMs) };
    const takeUpAgain = async () => {
      again.delete(id);
      try {
        await deleteStray(id, plan.uploads);
        await takeUp(id);
      } catch {
        // What is away was said when it was missed first.
        scheduleReconcile(id, plan.uploads);
      }
    };
    again.set(id, plan);
  };

  const whenFinalized = async (id: string): Promise<void> => {
    await turns.get(id);
    if (!leases.isClustered || (await endOf(id)) === undefined) return;
    const finalized = createAutoResetEvent();
    const unlisten = cluster.listen(topic, (told) => {
      if (told === id) finalized.set();
    });
    const until = cluster.now() + patienceMs;
    try {
      while ((await store.get(runs, id))?.status === 'open' && cluster.now() < until) await finalized.wait(lookAgainMs);
    } finally {
      unlisten();
    }
  };

  return {
    finalize,
    whenFinalized,

    onSettled(listener) {
      listeners.push(listener);
    },

    async reopen(id, operationId) {
      const run = await inTurn(id, async () => {
        const last = await store.get(runs, id);
        // By an earlier try of the same request, of which only the answer was lost.
        const opened = last?.retriedBy === operationId && last.status !== 'failed' ? last : undefined;
        const failed = opened ?? (await open(id, operationId));
        const retried = await engine.retry(id).catch((thrown: unknown) => {
          // Its last end is booked again, unless it was begun after all.
          scheduleReconcile(id);
          throw thrown;
        });
        if (opened !== undefined) return opened;
        if (!retried) {
          await store.put(runs, failed);
          throw notRetryable('The workflow engine knows nothing of this run any more. Send its request again.');
        }
        if (leases.isClustered) await release(id);
        return failed;
      });
      // Another host may have come to its end while this one held it.
      if (leases.isClustered) await finalize(id);
      return run;
    },

    async forget(id) {
      await turns.get(id);
      if ((await store.get(runs, id))?.status === 'open') await finalize(id);
      await whenFinalized(id);
      await inTurn(id, async () => {
        const run = await store.get(runs, id);
        if (run === undefined) return;
        // No longer open, before the engine forgets it: else it would be taken for one that the engine has not heard of yet.
        if (run.status === 'open') await endOf(id).then((end) => end && close(run, end));
        await eraseRun(parts, run);
      });
    },

    scheduleReconcile,

    async reconcile(signal) {
      for await (const { id } of runsThatAre(store, 'open')) {
        if (signal.aborted) return;
        await takeUp(id);
      }
    },

    async stop() {
      stopped = true;
      for (const { timer } of again.values()) clearTimeout(timer);
      await Promise.all(turns.values());
    },
  };
}

/** Undefined while it is queued or at work. */
function settledEnd({ status, step, output, problem }: RunState): RunEnd | undefined {
  return status === 'queued' || status === 'running' ? undefined : { status, step, output: output ?? null, problem };
}

function notRetryable(detail: string): Problem {
  return new Problem('run-not-retryable', { status: 409, detail });
}
