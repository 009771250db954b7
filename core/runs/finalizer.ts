import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../api/logger.ts';
import { Problem } from '../api/problem.ts';
import { recordSpan, runSpanId, runTraceparent, traceWithin } from '../api/tracing.ts';
import type { Fingerprint } from '../api/workflow-definition.ts';
import type { Leases } from '../concurrency/lease.ts';
import { createKeyedMutex } from '../concurrency/mutex.ts';
import type { Cluster } from '../kinds/cluster.ts';
import type { SettledRun } from '../kinds/runs.ts';
import { findAll } from '../kinds/store.ts';
import type { RunState, RunStatus } from '../kinds/workflow-engine.ts';
import { deleteRunBlobs, deleteStepBlobs, eraseRun, type RunPlaces } from './retention.ts';
import { checkpointsFolder, engineSubmission, type RunEnd, runs, type StoredRun } from './stored-run.ts';

/** How a run is opened again. */
export interface Reopening {
  /** The id of the operation that retries the run, which may call more than once. */
  readonly operationId: string;
  /** The path of the node from which all is done anew; undefined: what failed, and what comes after it. */
  readonly from: string | undefined;
  /** The definition that it goes on by. */
  readonly definition: Fingerprint | undefined;
  /** Begins anew with another input. */
  readonly input?: { readonly value: unknown } | undefined;
}

export interface RunFinalizerParts extends RunPlaces {
  readonly cluster: Cluster;
  readonly leases: Leases;
  readonly log: Logger;
  /** Deletes the timers of a run, or of one of its nodes. */
  disarm(id: string, within?: string): Promise<void>;
  /** Is called with each run that has settled, for metrics. */
  settled(workflow: string, status: RunStatus): void;
}

/** How long `whenFinalized` waits for another host, and how often it looks, in milliseconds. */
const [peerTimeoutMs, pollMs] = [5_000, 50];

/** The time after which a failed operation is repeated, in milliseconds. */
const retryMs = 5_000;

/**
 * Finalizes runs that have ended: deletes their files, calls the listeners and closes the run in the store. Several
 * hosts may learn of an end, so one of them leases the run while it finalizes it; if that host dies, another one takes
 * over. Makes the store and the engine agree on runs again, after a crash or while one of the two was unavailable.
 */
export function createRunFinalizer(parts: RunFinalizerParts) {
  const { store, blobs, engine, cluster, leases, log } = parts;
  const listeners: ((run: SettledRun) => Promise<void>)[] = [];
  const mutex = createKeyedMutex();
  /** What is reconciled soon, with uploads that are deleted then unless they belong to the run. */
  const unreconciled = new Map<string, readonly string[]>();

  const scheduleReconcile = (id: string, uploads: readonly string[] = []): void => {
    unreconciled.set(id, [...(unreconciled.get(id) ?? []), ...uploads]);
  };

  const finalize = (id: string): Promise<void> =>
    mutex
      .run(id, () => finalizeOnce(id))
      .catch((cause: unknown) => {
        log.error({ run: id, err: cause }, `a settled run could not be finalized; trying again in ${retryMs / 1000} s`);
        scheduleReconcile(id);
      });

  const reconcileRun = async (id: string, uploads: readonly string[] = []): Promise<void> => {
    const state = await engine.state(id);
    // Read after the state: a run that is being deleted leaves the engine first, and must not start again.
    const run = await store.get(runs, id);
    for (const name of uploads) if (run?.uploads?.includes(name) !== true) await blobs.delete(name);
    if (run?.status !== 'open') return;
    if (state === undefined && run.end === null) await engine.submit(engineSubmission(run));
    else if (state === undefined || endOfState(state) !== undefined) await finalize(id);
  };

  const retrying = setInterval(() => {
    for (const [id, uploads] of unreconciled) {
      unreconciled.delete(id);
      // The first failure was reported by the caller.
      reconcileRun(id, uploads).catch(() => scheduleReconcile(id, uploads));
    }
  }, retryMs).unref();

  /** Changes a run. @returns it as it was; undefined if it is gone, or `changed` returns undefined */
  const change = (id: string, changed: (run: StoredRun) => StoredRun | undefined): Promise<StoredRun | undefined> =>
    store.transaction(async (documents) => {
      const run = await documents.get(runs, id);
      const next = run && changed(run);
      if (next !== undefined) await documents.put(runs, next);
      return next && run;
    });

  /** How the run ended: by the engine's word, or by what is stored if the engine was left behind in a move. */
  const endOf = async (id: string): Promise<RunEnd | undefined> => {
    const state = await engine.state(id);
    return state === undefined ? ((await store.get(runs, id))?.end ?? undefined) : endOfState(state);
  };

  /** The run, leased by this host if there are others; undefined if there is nothing to finalize. */
  const claim = async (id: string): Promise<StoredRun | undefined> => {
    const isFree = (run: StoredRun) => run.status === 'open' && !leases.isHeldByPeer(run.hold);
    if (leases.isClustered) return change(id, (run) => (isFree(run) ? { ...run, hold: leases.acquire() } : undefined));
    const run = await store.get(runs, id);
    return run && isFree(run) ? run : undefined;
  };

  const release = (id: string) => change(id, (run) => (leases.isOwn(run.hold) ? { ...run, hold: null } : undefined));

  const finalizeOnce = async (id: string): Promise<void> => {
    const known = await endOf(id);
    if (known === undefined) return;
    const run = await claim(id);
    if (run === undefined) {
      // A run that was withdrawn while the engine accepted it is erased there.
      if ((await store.get(runs, id)) === undefined) await engine.forget(id);
      return;
    }
    // Read again if another host may have finalized and retried it before the claim.
    const end = leases.isClustered ? await endOf(id) : known;
    if (end === undefined) return void (await release(id));
    const { status } = end;
    const steps = run.steps ?? (await engine.steps(id))?.steps ?? null;
    // A failed run keeps its files and results until the sweep, for a retry. Of others the end and the steps are saved
    // before what they are read from is erased, since a crash may come between.
    const isOver = status !== 'failed';
    if (isOver && !run.internal) await changeAttempt(run, (open) => ({ ...open, end, steps }));
    if (isOver) await deleteRunBlobs(parts, run);
    if (!run.internal) {
      const { account, workflow, attempt } = run;
      // So that what they send carries the trace of the run on.
      await traceWithin(runTraceparent(run.traceparent, id), async () => {
        for (const listener of listeners) await listener({ id, account, workflow, status, attempt });
      });
    }
    await parts.disarm(id);
    if (isOver && !run.internal) await engine.eraseResults(id);
    await close(run, end, steps);
    parts.settled(run.workflow, status);
    recordRun(run, end, cluster.now());
    log.info({ run: id, workflow: run.workflow, status, problem: end.problem?.code, step: end.step }, 'run settled');
    if (run.internal) await eraseRun(parts, run);
  };

  /** Changes a run unless it was deleted, closed or retried since it was read. */
  const changeAttempt = ({ id, attempt }: StoredRun, changed: (run: StoredRun) => StoredRun) =>
    change(id, (run) => (run.status === 'open' && run.attempt === attempt ? changed(run) : undefined));

  const close = (run: StoredRun, end: RunEnd, steps: StoredRun['steps']) =>
    changeAttempt(run, (open) => ({
      ...open,
      status: end.status,
      end,
      steps,
      settledAt: cluster.now(),
      input: open.repeatable ? open.input : null,
      hold: null,
      ...(end.status !== 'failed' && { uploads: null }),
    }));

  /** Opens a run in a transaction, since another request or the end of the run may come at the same time. */
  const open = async (id: string, { operationId: retriedBy, definition, input }: Reopening): Promise<StoredRun> => {
    // Leased until the engine has accepted the retry, so that no host finalizes the previous end again.
    const hold = leases.isClustered ? leases.acquire() : null;
    const run = await change(id, (run) => {
      if (run.status !== 'failed') throw notRetryable('Only a run that has failed can be retried.');
      if (run.uploads === null) throw notRetryable('The upload of this run is no longer kept. Send it again.');
      if (input !== undefined && !run.repeatable)
        throw notRetryable('This run takes no other input. Send its request again, or retry it without `input`.');
      const given = { ...(definition !== undefined && { definition }), ...(input && { input: input.value }) };
      const opened = { status: 'open', end: null, steps: null, settledAt: 0 } as const;
      return { ...run, ...given, ...opened, attempt: run.attempt + 1, retriedBy, hold };
    });
    if (run === undefined) throw notRetryable('This run has been deleted.');
    return run;
  };

  /** Lets the engine begin a run anew, with the input that is stored. */
  const restart = async (id: string): Promise<boolean> => {
    if ((await engine.state(id))?.status === 'failed') await engine.forget(id);
    const run = await store.get(runs, id);
    if (run !== undefined) await engine.submit(engineSubmission(run));
    return run !== undefined;
  };

  const retry = async (id: string, reopening: Reopening): Promise<void> => {
    const { operationId, from, input } = reopening;
    const last = await store.get(runs, id);
    // Opened by an earlier attempt of the same request, whose answer was lost.
    const isOpened = last?.retriedBy === operationId && last.status !== 'failed';
    const failed = isOpened ? last : await open(id, reopening);
    // So that what is named is done anew as a whole.
    if (!isOpened && (from ?? input) !== undefined) await deleteStepBlobs(parts, id, checkpointsFolder);
    const again = input === undefined ? engine.retry(id, from) : restart(id);
    const isRetried = await again.catch((thrown: unknown) => {
      // The previous end is finalized again, unless the engine did accept the retry.
      scheduleReconcile(id);
      throw thrown;
    });
    if (isOpened) return;
    if (!isRetried) {
      await store.put(runs, failed);
      throw notRetryable('The workflow engine cannot continue this run any more. Send its request again.');
    }
    if (leases.isClustered) await release(id);
  };

  const whenFinalized = async (id: string): Promise<void> => {
    await mutex.idle(id);
    if (!leases.isClustered || (await endOf(id)) === undefined) return;
    const until = cluster.now() + peerTimeoutMs;
    while ((await store.get(runs, id))?.status === 'open' && cluster.now() < until) await pause(pollMs);
  };

  return {
    /** Finalizes a run if it has ended and was not finalized. An error is logged, and the run is reconciled later. */
    finalize,
    /** Resolves when an ended run is finalized, by whichever host, or after a timeout, since that host may have died. */
    whenFinalized,
    /** See `Runs.onSettled`. */
    onSettled: (listener: (run: SettledRun) => Promise<void>) => void listeners.push(listener),

    /**
     * Opens a failed run again and retries it in the engine.
     *
     * @throws Problem `run-not-retryable`
     */
    async reopen(id: string, reopening: Reopening) {
      await mutex.run(id, () => retry(id, reopening));
      // The end may have been left to this host, which held the lease.
      if (leases.isClustered) await finalize(id);
    },

    /** Erases a run that has ended, after it was finalized. */
    async forget(id: string) {
      await mutex.idle(id);
      if ((await store.get(runs, id))?.status === 'open') await finalize(id);
      await whenFinalized(id);
      await mutex.run(id, async () => {
        const run = await store.get(runs, id);
        if (run === undefined) return;
        // Closed before the engine forgets it. Otherwise it would be taken for a run that was not submitted yet.
        if (run.status === 'open') await endOf(id).then((end) => end && close(run, end, null));
        await eraseRun(parts, run);
      });
    },

    /**
     * Reconciles a run in some seconds, and again until that succeeds.
     *
     * @param uploads are deleted then, unless they belong to the run
     */
    scheduleReconcile,
    /** Reconciles all open runs: submits those that the engine does not know, and finalizes those that it has ended. */
    async reconcile(signal: AbortSignal) {
      for await (const { id } of findAll(store, runs, { equals: { status: 'open' }, orderBy: 'settledAt' })) {
        if (signal.aborted) return;
        await reconcileRun(id);
      }
    },

    /** Starts nothing more. Resolves when no finalization is running on this host. */
    async stop() {
      clearInterval(retrying);
      await mutex.idle();
    },
  };
}

/** How a run ended; undefined while it is queued or running. */
function endOfState({ status, step, output, problem }: RunState): RunEnd | undefined {
  return status === 'queued' || status === 'running' ? undefined : { status, step, output: output ?? null, problem };
}

/** The span of a run. Steps know its id beforehand; those of a retry belong to the first one too. */
function recordRun({ id, workflow, createdAt, attempt, traceparent }: StoredRun, end: RunEnd, endMs: number): void {
  if (traceparent === null) return;
  recordSpan(`run ${workflow}`, {
    kind: 'consumer',
    attributes: { 'chronoscribe.run': id, 'chronoscribe.status': end.status, 'chronoscribe.attempt': attempt },
    parent: traceparent,
    id: attempt === 1 ? runSpanId(id) : undefined,
    startMs: createdAt,
    endMs,
    problem: end.problem?.code,
  });
}

const notRetryable = (detail: string): Problem => new Problem('run-not-retryable', { status: 409, detail });
