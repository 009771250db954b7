import {
  type AnyWorkflow,
  type Health,
  type Logger,
  Problem,
  type RunEvent,
  type RunState,
  type RunSubmission,
  type WorkflowEngine,
} from 'chronoscribe';
import { type Scrubbing, scrubbing } from 'chronoscribe/files';
import { Worker } from 'openworkflow';
import type { WorkflowRun } from 'openworkflow/internal';
import { Watchers } from '../watchers.ts';
import { withHooks } from './backend.ts';
import { openDatabase, type WorkflowDatabase } from './database.ts';
import { Executions } from './executions.ts';
import { takeOwnership } from './ownership.ts';
import { Pump } from './pump.ts';
import { RunTable } from './run-table.ts';
import { forOpenWorkflow } from './steps.ts';

/** How often the process may die in one step of a run before the run is taken for the cause. */
const mostDeathsInOneStep = 10;

/** Milliseconds between tries to go on where the database could not be written, for example because the disk was full. */
const recoveryMs = 1000;

/**
 * Runs on openworkflow and one SQLite file, in this process alone. openworkflow's worker is never left to poll: it is told to
 * look for work when a run is submitted or retried, and when one has ended.
 */
export class EmbeddedEngine implements WorkflowEngine {
  readonly #file: string;
  readonly #concurrency: number;
  readonly #log: Logger;
  readonly #database: WorkflowDatabase;
  readonly #runs: RunTable;
  readonly #watchers = new Watchers();
  readonly #executions = new Executions();
  readonly #pump: Pump;
  readonly #scrubbing: Scrubbing;
  #workflows: ReadonlySet<string> = new Set();
  #worker: Worker | undefined;
  #announce: (id: string) => void = () => {};
  #disown: () => void = () => {};
  #recovery: NodeJS.Timeout | undefined;
  #stopped: Promise<void> | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: { readonly file: string; readonly concurrency: number; readonly log: Logger }) {
    this.#file = options.file;
    this.#concurrency = options.concurrency;
    this.#log = options.log;
    this.#database = openDatabase(options.file);
    this.#scrubbing = scrubbing(options.file);
    this.#runs = new RunTable(this.#database.connection);
    this.#pump = new Pump(
      async () => this.#worker?.tick(),
      (error) => this.#recoverFrom(error),
    );
  }

  async start(workflows: readonly AnyWorkflow[], settled: (id: string) => void): Promise<void> {
    this.#refuseIfStopped();
    this.#disown = await takeOwnership(this.#file);
    this.#runs.requeue([]);
    this.#announce = settled;
    this.#workflows = new Set(workflows.map(({ name }) => name));
    const parts = { executions: this.#executions, watchers: this.#watchers, log: this.#log };
    this.#worker = new Worker({
      backend: withHooks(this.#database.backend, {
        refusal: (run) => this.#refusal(run),
        claimed: (id) => this.#executions.begin(id),
        settled: (id) => this.#settled(id),
        ended: (id) => this.#ended(id),
        unsaved: (id, error) => {
          if (!this.#executions.signal(id).aborted) this.#recoverFrom(error);
        },
      }),
      workflows: workflows.map((workflow) => forOpenWorkflow(workflow, parts)),
      concurrency: this.#concurrency,
    });
    this.#pump.ask();
  }

  async submit(run: RunSubmission): Promise<void> {
    this.#refuseIfStopped();
    this.#runs.insert(run);
    this.#pump.ask();
  }

  async state(id: string): Promise<RunState | undefined> {
    return this.#runs.state(id);
  }

  watch(id: string, signal: AbortSignal): AsyncIterable<RunEvent> {
    const events = this.#watchers.follow(id, signal);
    if (this.#stopped === undefined && isSettled(this.#runs.state(id))) this.#watchers.end(id);
    return events;
  }

  async cancel(id: string): Promise<boolean> {
    this.#refuseIfStopped();
    if (!this.#runs.cancel(id)) return false;
    await this.#executions.abort(id, new Error('The run was cancelled.'));
    this.#settled(id);
    return true;
  }

  async retry(id: string): Promise<boolean> {
    this.#refuseIfStopped();
    const retried = this.#runs.retry(id);
    this.#pump.ask();
    return retried;
  }

  /** Throws a `run-not-settled` problem where the run is still queued or running. */
  async forget(id: string): Promise<void> {
    this.#refuseIfStopped();
    if (this.#runs.erase(id) || this.#runs.state(id) === undefined) return;
    throw new Problem('run-not-settled', {
      status: 409,
      detail: `The run ${id} is still at work. Cancel it, or wait for its end, before it is deleted.`,
    });
  }

  async scrub(): Promise<void> {
    this.#refuseIfStopped();
    await this.#scrubbing.scrub();
  }

  async stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    await this.#stopped;
  }

  /** Stops, and lets go of the file. Until then the states of runs can be read. */
  async close(): Promise<void> {
    this.#closed ??= this.stop().then(() => this.#database.backend.stop());
    await this.#closed;
  }

  health(): Health {
    const { queued, running } = this.#runs.count();
    const hindrance = this.#scrubbing.hindrance();
    if (hindrance !== undefined) {
      return {
        status: 'degraded',
        detail: `${this.#file} may hold remains of text that was deleted: it could not be written anew. ${hindrance}`,
        mend: 'See that the disk has as much room left as the file takes; the host tries again every minute.',
      };
    }
    return { status: 'ok', detail: `${queued} runs queued and ${running} running in ${this.#file}` };
  }

  async #stop(): Promise<void> {
    this.#watchers.close();
    await this.#pump.close();
    clearTimeout(this.#recovery);
    try {
      // Before anything is aborted: openworkflow saves no failure of a run that is not claimed.
      if (this.#worker !== undefined) this.#runs.release();
    } catch (error) {
      this.#log.error(
        { err: error },
        'the running workflows could not be marked as stopped; they go on at the next start all the same',
      );
    }
    await this.#executions.abortAll(new Error('The host is stopping.'));
    await this.#worker?.stop();
    await this.#scrubbing.stop();
    this.#disown();
  }

  #refuseIfStopped(): void {
    if (this.#stopped === undefined) return;
    throw new Problem('stopping', { detail: 'The server is stopping. Send the request again in a moment.' });
  }

  #refusal(run: WorkflowRun): Problem | undefined {
    if (!this.#workflows.has(run.workflowName)) {
      return new Problem('workflow-unknown', {
        status: 503,
        detail: `No plugin that is enabled has the workflow "${run.workflowName}". Enable the one that had it, then retry the run.`,
      });
    }
    const cutOff = this.#runs.mostCutOff(run.id);
    if (cutOff === undefined || cutOff.times < mostDeathsInOneStep) return undefined;
    return new Problem('internal', {
      detail:
        `The server died ${cutOff.times} times during the step "${cutOff.step}", which may be the cause, so it is not begun again. ` +
        'Find the cause in the log of the server, then retry the run.',
    });
  }

  #settled(id: string): void {
    try {
      this.#announce(id);
    } catch (error) {
      this.#log.error({ run: id, err: error }, 'the end of a run could not be announced');
    }
    this.#watchers.end(id);
  }

  #ended(id: string): void {
    this.#executions.end(id);
    // The worker has the place free once it has returned from the call that told us.
    setImmediate(() => this.#pump.ask());
  }

  /** Begins again, in a while, with whatever counts as running and is not. */
  #recoverFrom(error: unknown): void {
    if (this.#stopped !== undefined) return;
    this.#log.error({ err: error }, `the workflow database cannot be written; trying again in ${recoveryMs / 1000} s`);
    this.#recovery ??= setTimeout(() => {
      this.#recovery = undefined;
      try {
        this.#runs.requeue(this.#executions.runs);
        this.#pump.ask();
      } catch (again) {
        this.#recoverFrom(again);
      }
    }, recoveryMs);
  }
}

function isSettled(state: RunState | undefined): boolean {
  return state !== undefined && state.status !== 'queued' && state.status !== 'running';
}
