import type { AnyWorkflow, Health, Logger, Problem, RunEvent } from 'chronoscribe';
import { createScrubber, rewriteDatabase, type Scrubber } from 'chronoscribe/files';
import { Worker } from 'openworkflow';
import type { WorkflowRun } from 'openworkflow/internal';
import { Engine, type Works } from '../engine.ts';
import { Executions } from '../openworkflow/executions.ts';
import { withHooks } from '../openworkflow/hooks.ts';
import { forOpenWorkflow } from '../openworkflow/steps.ts';
import { diedTooOften, mostDeathsInOneStep, unknownWorkflow } from '../problems.ts';
import { Pump } from '../pump.ts';
import { openDatabase, type WorkflowDatabase } from './database.ts';
import { LocalFollowers } from './followers.ts';
import { takeOwnership } from './ownership.ts';
import { RunTable } from './run-table.ts';

/** A claim ends with its process: nobody else works on the file, and what a dead process had claimed is queued again at the next start. */
const leaseDurationMs = 10 * 365 * 86_400_000;

/** Milliseconds between tries to go on where the database could not be written, for example because the disk was full. */
const recoveryMs = 1000;

export interface EmbeddedOptions {
  /** The database file, which is made where it is missing. */
  readonly file: string;
  /** How many runs are worked on at the same time. */
  readonly concurrency: number;
  readonly log: Logger;
}

/**
 * Runs on openworkflow and one SQLite file, in this process alone. openworkflow's worker is never left to poll: it is told to
 * look for work when a run is submitted or retried, and when one has ended.
 *
 * @throws Error that names the file and says how to mend it.
 */
export function embeddedEngine(options: EmbeddedOptions): Engine {
  return new Engine(new EmbeddedWorks(options), options.log);
}

class EmbeddedWorks implements Works {
  readonly runs: RunTable;
  readonly followers: LocalFollowers;
  readonly scrubbing: Scrubber;
  readonly #file: string;
  readonly #concurrency: number;
  readonly #log: Logger;
  readonly #database: WorkflowDatabase;
  readonly #executions = new Executions();
  readonly #pump: Pump;
  #workflows: ReadonlySet<string> = new Set();
  #worker: Worker | undefined;
  #disown: () => void = () => {};
  #recovery: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(options: EmbeddedOptions) {
    this.#file = options.file;
    this.#concurrency = options.concurrency;
    this.#log = options.log;
    this.#database = openDatabase(options.file);
    this.scrubbing = createScrubber(() => rewriteDatabase(options.file));
    this.runs = new RunTable(this.#database.connection);
    this.followers = new LocalFollowers((id) => this.runs.state(id));
    this.#pump = new Pump(
      async () => this.#worker?.tick(),
      (error) => this.#recoverFrom(error),
    );
  }

  async start(workflows: readonly AnyWorkflow[], settled: (id: string) => void): Promise<void> {
    this.#disown = await takeOwnership(this.#file);
    this.runs.requeue([]);
    this.#workflows = new Set(workflows.map(({ name }) => name));
    const parts = {
      executions: this.#executions,
      log: this.#log,
      tell: (id: string, event: RunEvent) => this.followers.tell(id, event),
    };
    const { backend } = this.#database;
    const claim = backend.claimWorkflowRun.bind(backend);
    this.#worker = new Worker({
      backend: withHooks(backend, this.#executions, {
        claim: (workerId) => claim({ workerId, leaseDurationMs }),
        refusal: (run) => this.#refusal(run),
        claimed: () => {},
        settled,
        ended: (id) => this.#ended(id),
        unsaved: (_, error) => this.#recoverFrom(error),
      }),
      workflows: workflows.map((workflow) => forOpenWorkflow(workflow, parts)),
      concurrency: this.#concurrency,
    });
    this.#pump.ask();
  }

  queued(): void {
    this.#pump.ask();
  }

  leave(id: string): Promise<void> {
    return this.#executions.abort(id, new Error('The run was cancelled.'));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.followers.close();
    await this.#pump.close();
    clearTimeout(this.#recovery);
    await this.#executions.abortAll(new Error('The host is stopping.'));
    try {
      if (this.#worker !== undefined) this.runs.release();
    } catch (error) {
      this.#log.error(
        { err: error },
        'the running workflows could not be marked as stopped; they go on at the next start all the same',
      );
    }
    await this.#worker?.stop();
    await this.scrubbing.stop();
    this.#disown();
  }

  async close(): Promise<void> {
    await this.#database.backend.stop();
  }

  health(): Health {
    const { queued, running } = this.runs.count();
    const hindrance = this.scrubbing.failure();
    if (hindrance !== undefined) {
      return {
        status: 'degraded',
        detail: `${this.#file} may hold remains of text that was deleted: it could not be written anew. ${hindrance}`,
        hint: 'See that the disk has as much room left as the file takes; the host tries again every minute.',
      };
    }
    return { status: 'ok', detail: `${queued} runs queued and ${running} running in ${this.#file}` };
  }

  #refusal(run: WorkflowRun): Problem | undefined {
    if (!this.#workflows.has(run.workflowName)) return unknownWorkflow(run.workflowName);
    const cutOff = this.runs.mostCutOff(run.id);
    return cutOff === undefined || cutOff.times < mostDeathsInOneStep ? undefined : diedTooOften(cutOff);
  }

  #ended(id: string): void {
    this.#executions.end(id);
    // The worker has the place free once it has returned from the call that told us.
    setImmediate(() => this.#pump.ask());
  }

  /** Begins again, in a while, with whatever counts as running and is not. */
  #recoverFrom(error: unknown): void {
    if (this.#isStopping) return;
    this.#log.error({ err: error }, `the workflow database cannot be written; trying again in ${recoveryMs / 1000} s`);
    this.#recovery ??= setTimeout(() => {
      this.#recovery = undefined;
      try {
        this.runs.requeue(this.#executions.runs);
        this.#pump.ask();
      } catch (again) {
        this.#recoverFrom(again);
      }
    }, recoveryMs);
  }
}
