import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Backend, WorkflowRun } from 'openworkflow/internal';
import { countCrashes } from './crash-loop.ts';

/** A run that this host works on. */
export interface Execution {
  /** The id that the run was submitted with. */
  readonly runId: string;
  readonly libraryId: string;
  /** Counts the claims of the run by any worker; identifies this one. */
  readonly claim: number;
  /** How often a host died in each step. */
  readonly crashes: ReadonlyMap<string, number>;
  /** Aborted if this host is to stop working on the run. */
  readonly signal: AbortSignal;
  /** Rejects with the reason two seconds after that: a step has so long to clean up before it is abandoned. */
  readonly abandoned: Promise<never>;
  /** Starts a step, or returns the result of the same step if it is in progress or finished but not saved yet. */
  once(step: string, work: () => Promise<unknown>): Promise<unknown>;
  /** The workflow function has ended; openworkflow saves that next. */
  leave(): void;
}

interface Entry extends Execution {
  claim: number;
  workerId: string | null;
  /**
   * How many calls of the workflow function use it: a second one if openworkflow has claimed the run here once more.
   */
  users: number;
  readonly controller: AbortController;
  left: PromiseWithResolvers<void>;
  /** Pending while the end is being saved. */
  ended: Promise<void> | undefined;
  /** The latest step, unless it has failed. */
  latest: { readonly step: string; readonly result: Promise<unknown> } | undefined;
}

export interface ExecutionsOptions {
  readonly backend: Backend;
  /** Called with each worker that is at work here. */
  onWorker(id: string): void;
  /** Called once openworkflow has ended its work on a run: done, failed, queued again or taken over by another host. */
  onEnd(execution: Execution, run: WorkflowRun | undefined): void;
}

/** Milliseconds that a step has to clean up after it is aborted. */
const cleanUpMs = 2000;

/** Milliseconds between two checks whether a run is still this host's. */
const checkMs = 2000;

/**
 * The runs that this host works on. Cancels steps: openworkflow ends a cancelled run, but not the step in progress, and
 * does not say that a run has ended or was taken over. No upstream issue yet.
 */
export class Executions {
  readonly #options: ExecutionsOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #ending = new Set<Promise<void>>();
  readonly #stopped = new AbortController();
  readonly #checking: NodeJS.Timeout;
  #stopping: Error | undefined;
  readonly #interrupted = new Set<string>();

  constructor(options: ExecutionsOptions) {
    this.#options = options;
    this.#checking = setInterval(() => void this.#abortLost(), checkMs).unref();
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Notes that openworkflow has claimed a run for this host. */
  async enter(libraryId: string, runId: string): Promise<Execution> {
    const { backend, onWorker } = this.#options;
    const run = await backend.getWorkflowRun({ workflowRunId: libraryId });
    if (run === null) throw new Error('the run was deleted');
    if (run.workerId !== null) onWorker(run.workerId);
    const present = this.#entries.get(libraryId);
    if (present !== undefined && !present.signal.aborted) {
      if (present.users === 0) present.left = Promise.withResolvers();
      present.users += 1;
      present.claim = run.attempts;
      present.workerId = run.workerId;
      return present;
    }
    const crashes = run.attempts > 1 ? await countCrashes(backend, libraryId) : new Map();
    const claimed = { runId, libraryId, claim: run.attempts, workerId: run.workerId, crashes };
    const entry = newEntry(claimed, () => {
      entry.users -= 1;
      if (entry.users > 0) return;
      const ended = this.#end(entry).finally(() => this.#ending.delete(ended));
      this.#ending.add(ended);
      entry.ended = ended;
    });
    this.#entries.set(libraryId, entry);
    if (this.#stopping !== undefined) this.#interrupt(entry, this.#stopping);
    return entry;
  }

  /** Aborts the step in progress of a run, if it is here, and resolves once the step has ended. */
  async abort(runId: string, reason: Error): Promise<void> {
    const entries = [...this.#entries.values()].filter((entry) => entry.runId === runId);
    for (const { controller } of entries) controller.abort(reason);
    await Promise.all(entries.map(({ left }) => left.promise));
  }

  /** Resolves once the end of a run that is being saved here was told. */
  async ended(runId: string): Promise<void> {
    await Promise.all([...this.#entries.values()].filter((entry) => entry.runId === runId).map(({ ended }) => ended));
  }

  /**
   * Aborts all steps, and those that openworkflow starts from now on. Resolves once the steps in progress have ended.
   */
  async abortAll(reason: Error): Promise<void> {
    this.#stopping = reason;
    const entries = [...this.#entries.values()];
    for (const entry of entries) this.#interrupt(entry, reason);
    await Promise.all(entries.map(({ left }) => left.promise));
  }

  /**
   * Resolves once all ends are told that openworkflow has saved by now.
   *
   * @returns the ids in openworkflow of the runs that `abortAll` has interrupted
   */
  async stop(): Promise<readonly string[]> {
    clearInterval(this.#checking);
    this.#stopped.abort();
    await Promise.all(this.#ending);
    return [...this.#interrupted];
  }

  #interrupt({ libraryId, controller }: Entry, reason: Error): void {
    this.#interrupted.add(libraryId);
    controller.abort(reason);
  }

  /** Waits until the end is saved: after a fault of the database, until the run is claimed again. */
  async #end(entry: Entry): Promise<void> {
    entry.left.resolve();
    for (let pauseMs = 2; ; pauseMs = Math.min(2 * pauseMs, 1000)) {
      const { aborted: isLast } = this.#stopped.signal;
      await wait(pauseMs, undefined, { signal: this.#stopped.signal }).catch(() => nextTurn());
      if (entry.users > 0) return;
      const run = await this.#read(entry);
      if (entry.users > 0) return;
      if (!isLast && (run === undefined || isClaimedBy(entry, run) || isLeftWithResult(entry, run))) continue;
      // For an aborted run openworkflow makes two more calls. If the run were deleted before, the library would print that.
      if (entry.signal.aborted) for (const _ of [1, 2, 3]) await this.#read(entry);
      if (this.#entries.get(entry.libraryId) === entry) this.#entries.delete(entry.libraryId);
      this.#options.onEnd(entry, run ?? undefined);
      return;
    }
  }

  async #abortLost(): Promise<void> {
    for (const entry of [...this.#entries.values()].filter(({ users }) => users > 0)) {
      const run = await this.#read(entry);
      if (run === undefined || isClaimedBy(entry, run)) continue;
      entry.controller.abort(new Error('The run was cancelled, or another host has taken it over.'));
    }
  }

  /** Null if the run was deleted, undefined if the database cannot be read. */
  async #read({ libraryId }: Entry): Promise<WorkflowRun | null | undefined> {
    try {
      return await this.#options.backend.getWorkflowRun({ workflowRunId: libraryId });
    } catch {
      return undefined;
    }
  }
}

function isClaimedBy({ claim, workerId }: Entry, run: WorkflowRun | null): boolean {
  return run?.status === 'running' && run.attempts === claim && run.workerId === workerId;
}

/** Whether the run is to go on after a fault, with a step whose result may be unsaved. */
function isLeftWithResult({ latest, claim, signal }: Entry, run: WorkflowRun | null): boolean {
  return run?.status === 'pending' && run.attempts === claim && latest !== undefined && !signal.aborted;
}

function newEntry(claimed: Pick<Entry, 'runId' | 'libraryId' | 'claim' | 'workerId' | 'crashes'>, leave: () => void): Entry {
  const controller = new AbortController();
  const entry: Entry = {
    ...claimed,
    users: 1,
    controller,
    signal: controller.signal,
    abandoned: rejectAfterAbort(controller.signal),
    left: Promise.withResolvers(),
    ended: undefined,
    leave,
    latest: undefined,
    once(step, work) {
      if (entry.latest?.step === step) return entry.latest.result;
      const result = work();
      entry.latest = { step, result };
      result.catch(() => {
        entry.latest = undefined;
      });
      return result;
    },
  };
  entry.abandoned.catch(() => undefined);
  return entry;
}

async function rejectAfterAbort(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort');
  await wait(cleanUpMs, undefined, { ref: false });
  throw signal.reason;
}
