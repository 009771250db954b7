import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Backend, WorkflowRun } from 'openworkflow/internal';
import { countCrashes, endAttempts, type Interrupted, interruptedSteps, nothingInterrupted } from './crash-loop.ts';

/** A run that this host executes. */
export interface Execution {
  /** The id that the run was submitted with; of a child, its id in openworkflow. */
  readonly runId: string;
  /** The `runId` of the run that was submitted: itself, unless it is a child. */
  readonly root: string;
  readonly libraryId: string;
  /** Counts the claims of the run by any worker; identifies this one. */
  readonly claim: number;
  readonly workerId: string | null;
  /** What was in progress when it was claimed. */
  readonly interrupted: Omit<Interrupted, 'unended'> & {
    /** How often a host died in each step. */
    readonly crashes: ReadonlyMap<string, number>;
  };
  /** Aborted if this host is to stop the run. */
  readonly signal: AbortSignal;
  /** Starts a step, or returns the result of the same step if it is in progress or finished but not saved yet. */
  once(step: string, work: () => Promise<unknown>): Promise<unknown>;
  /** The result of a step is saved. */
  saved(step: string): void;
  /** The run is to continue at once after this execution. */
  goOn(): void;
  /** The workflow function has ended; openworkflow saves that next. */
  leave(): void;
}

interface Entry extends Execution {
  goesOn: boolean;
  /** The attempts of other hosts, or of earlier processes, that count as crashes. */
  readonly crashed: ReadonlySet<string>;
  claim: number;
  workerId: string | null;
  interrupted: Execution['interrupted'];
  /** Calls of the workflow function in progress: two if openworkflow has claimed the run here once more. */
  users: number;
  /** All calls so far. */
  calls: number;
  readonly controller: AbortController;
  /** Resolved once the end was told. */
  readonly ended: PromiseWithResolvers<void>;
  /** The steps that are in progress, or whose results may be unsaved. */
  readonly unsaved: Map<string, Promise<unknown>>;
}

export interface ExecutionsOptions {
  readonly backend: Backend;
  /** Called with each worker that executes a run here. */
  onWorker(id: string): void;
  /**
   * Called once openworkflow has saved the end of an execution: done, failed, queued again or claimed by another host.
   */
  onEnd(execution: Execution & { readonly goesOn: boolean }, run: WorkflowRun | undefined): void;
}

export type Executions = ReturnType<typeof createExecutions>;

/** Milliseconds between two checks whether a run is still this host's. */
const checkMs = 2000;

/**
 * The runs that this host executes. Cancels steps: openworkflow ends a cancelled run, but not the step in progress, and
 * does not say that a run has ended or was claimed by another host. No upstream issue yet.
 */
export function createExecutions({ backend, onWorker, onEnd }: ExecutionsOptions) {
  const entries = new Map<string, Entry>();
  const interrupted = new Set<string>();
  const stopped = new AbortController();
  let stopping: Error | undefined;

  /** Null if the run was deleted, undefined if the database cannot be read. */
  const read = async ({ libraryId }: Entry): Promise<WorkflowRun | null | undefined> => {
    try {
      return await backend.getWorkflowRun({ workflowRunId: libraryId });
    } catch {
      return undefined;
    }
  };

  const ofRun = (id: string) => [...entries.values()].filter(({ root, runId }) => root === id || runId === id);
  const ended = async (id: string): Promise<void> => {
    await Promise.all(ofRun(id).map((entry) => entry.ended.promise));
  };

  const interrupt = ({ libraryId, controller }: Entry, reason: Error): void => {
    interrupted.add(libraryId);
    controller.abort(reason);
  };

  /** Waits until the end is saved: after a fault of the database, until the run is claimed again. */
  const end = async (entry: Entry): Promise<void> => {
    const { calls } = entry;
    for (let pauseMs = 2; ; pauseMs = Math.min(2 * pauseMs, 1000)) {
      const { aborted: isLast } = stopped.signal;
      await wait(pauseMs, undefined, { signal: stopped.signal }).catch(() => nextTurn());
      const run = await read(entry);
      // The end of a later call is told instead, even if that call has ended by now.
      if (entry.calls !== calls) return;
      if (!isLast && (run === undefined || isClaimedBy(entry, run) || isLeftWithResult(entry, run))) continue;
      // For an aborted run openworkflow makes two more calls. If the run were deleted before, the library would print
      // that.
      if (entry.signal.aborted) for (const _ of [1, 2, 3]) await read(entry);
      if (entries.get(entry.libraryId) === entry) entries.delete(entry.libraryId);
      onEnd(entry, run ?? undefined);
      entry.ended.resolve();
      return;
    }
  };

  const checking = setInterval(async () => {
    for (const entry of [...entries.values()].filter(({ users }) => users > 0)) {
      const run = await read(entry);
      if (run === undefined || isClaimedBy(entry, run)) continue;
      entry.controller.abort(new Error('The run was cancelled, or another host has claimed it.'));
    }
  }, checkMs).unref();

  return {
    get size(): number {
      return entries.size;
    },

    /** Notes that openworkflow has claimed a run for this host. */
    async enter(libraryId: string, { runId, root }: Pick<Execution, 'runId' | 'root'>): Promise<Execution> {
      const run = await backend.getWorkflowRun({ workflowRunId: libraryId });
      if (run === null) throw new Error('the run was deleted');
      const { attempts: claim, workerId } = run;
      if (workerId !== null) onWorker(workerId);
      const { unended, ...saved } = claim > 1 ? await interruptedSteps(backend, libraryId) : nothingInterrupted;
      const crashed = entries.get(libraryId)?.crashed ?? new Set(unended.map(({ id }) => id));
      const ours = unended.filter(({ id }) => !crashed.has(id));
      if (workerId !== null) await endAttempts(backend, ours, workerId);
      const present = entries.get(libraryId);
      if (present !== undefined && !present.signal.aborted) {
        const interrupted = { ...present.interrupted, ...saved };
        const { users, calls } = present;
        return Object.assign(present, { claim, workerId, interrupted, users: users + 1, calls: calls + 1 });
      }
      const interrupted = { ...saved, crashes: countCrashes(unended.filter(({ id }) => crashed.has(id))) };
      const entry = newEntry({ runId, root, libraryId, claim, workerId, crashed, interrupted }, () => {
        entry.users -= 1;
        if (entry.users === 0) void end(entry);
      });
      entries.set(libraryId, entry);
      if (stopping !== undefined) interrupt(entry, stopping);
      return entry;
    },

    /** Aborts the steps in progress of a run and its children that are here, and resolves once they have ended. */
    async abort(id: string, reason: Error): Promise<void> {
      for (const entry of ofRun(id)) entry.controller.abort(reason);
      await ended(id);
    },

    /** Resolves once the end of a run, and of its children, was told, if they are here. */
    ended,

    /** Aborts all steps, and those that openworkflow starts from now on. */
    abortAll(reason: Error): void {
      stopping = reason;
      for (const entry of entries.values()) interrupt(entry, reason);
    },

    /**
     * Resolves once all ends are told that openworkflow has saved by now.
     *
     * @returns the ids in openworkflow of the runs that `abortAll` has interrupted
     */
    async stop(): Promise<readonly string[]> {
      clearInterval(checking);
      stopped.abort();
      await Promise.all([...entries.values()].filter(({ users }) => users === 0).map((entry) => entry.ended.promise));
      return [...interrupted];
    },
  };
}

function isClaimedBy({ claim, workerId }: Entry, run: WorkflowRun | null): boolean {
  return run?.status === 'running' && run.attempts === claim && run.workerId === workerId;
}

/** Whether the run is to go on after a fault, with a step whose result may be unsaved. */
function isLeftWithResult({ unsaved, claim, signal }: Entry, run: WorkflowRun | null): boolean {
  return run?.status === 'pending' && run.attempts === claim && unsaved.size > 0 && !signal.aborted;
}

function newEntry(
  claimed: Pick<Entry, 'runId' | 'root' | 'libraryId' | 'claim' | 'workerId' | 'crashed' | 'interrupted'>,
  leave: () => void,
): Entry {
  const controller = new AbortController();
  const unsaved = new Map<string, Promise<unknown>>();
  const entry: Entry = {
    ...claimed,
    goesOn: false,
    users: 1,
    calls: 1,
    controller,
    signal: controller.signal,
    ended: Promise.withResolvers(),
    unsaved,
    once(step, work) {
      const present = unsaved.get(step);
      if (present !== undefined) return present;
      const result = work();
      unsaved.set(step, result);
      result.catch(() => unsaved.delete(step));
      return result;
    },
    saved: (step) => void unsaved.delete(step),
    goOn() {
      entry.goesOn = true;
    },
    leave,
  };
  return entry;
}
