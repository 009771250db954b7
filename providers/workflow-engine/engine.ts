import type { AnyWorkflow, Health, Logger, RunEvent, RunState, RunSubmission, WorkflowEngine } from 'chronoscribe';
import type { Scrubber } from 'chronoscribe/files';
import { notSettled, stopping } from './problems.ts';

/** Where an engine keeps its runs. Each change is whole or not at all. */
export interface KeptRuns {
  /**
   * Keeps the run as queued; one that is there already stays as it is.
   *
   * @param followed whether somebody already follows the run, at whichever host
   */
  insert(run: RunSubmission, followed: boolean): void | Promise<void>;
  /** Undefined where there is no such run. */
  state(id: string): RunState | undefined | Promise<RunState | undefined>;
  /** False where the run is settled or unknown. Once it is cancelled, nobody can write anything of it. */
  cancel(id: string): boolean | Promise<boolean>;
  /** Queues the run again. False where it has not failed. */
  retry(id: string, followed: boolean): boolean | Promise<boolean>;
  /** Deletes the run and what its steps made. False where there is no such run, or where it is not settled. */
  erase(id: string): boolean | Promise<boolean>;
}

/** Those who follow runs. */
export interface Followers {
  /** As `WorkflowEngine.watch`. */
  follow(id: string, signal: AbortSignal): AsyncIterable<RunEvent>;
  /** Whether anybody follows the run, at whichever host. */
  isFollowed(id: string): boolean;
  /** Tells that the run has been settled here, after that is saved. */
  settled(id: string, how: { readonly cancelled: boolean }): void;
}

/** What an engine has of its own: all that works on runs. */
export interface Works {
  readonly runs: KeptRuns;
  readonly followers: Followers;
  readonly scrubbing: Scrubber;
  /** As `WorkflowEngine.start`; `settled` is to be called for each run that was done or has failed, after that is saved. */
  start(workflows: readonly AnyWorkflow[], settled: (id: string) => void): Promise<void>;
  /** There is something to begin. */
  queued(): void;
  /** Leaves the step of a run that was cancelled, if this process is at it, and returns when nothing is done for it any more. */
  leave(id: string): Promise<void>;
  /** As `WorkflowEngine.stop`. Called once at most. */
  stop(): Promise<void>;
  /** Lets go of the database. Called once at most, when all is stopped. */
  close(): Promise<void>;
  health(): Health | Promise<Health>;
}

/** A workflow engine: answers what is asked of it about runs, whatever keeps them and works on them. */
export class Engine implements WorkflowEngine {
  readonly #works: Works;
  readonly #log: Logger;
  #announce: (id: string) => void = () => {};
  #stopped: Promise<void> | undefined;
  #closed: Promise<void> | undefined;

  constructor(works: Works, log: Logger) {
    this.#works = works;
    this.#log = log;
  }

  async start(workflows: readonly AnyWorkflow[], settled: (id: string) => void): Promise<void> {
    this.#refuseIfStopped();
    this.#announce = settled;
    await this.#works.start(workflows, (id) => this.#settled(id, { cancelled: false }));
  }

  async submit(run: RunSubmission): Promise<void> {
    this.#refuseIfStopped();
    const { runs, followers } = this.#works;
    await runs.insert(run, followers.isFollowed(run.id));
    this.#works.queued();
  }

  async state(id: string): Promise<RunState | undefined> {
    return this.#works.runs.state(id);
  }

  watch(id: string, signal: AbortSignal): AsyncIterable<RunEvent> {
    return this.#works.followers.follow(id, signal);
  }

  async cancel(id: string): Promise<boolean> {
    this.#refuseIfStopped();
    if (!(await this.#works.runs.cancel(id))) return false;
    await this.#works.leave(id);
    this.#settled(id, { cancelled: true });
    return true;
  }

  async retry(id: string): Promise<boolean> {
    this.#refuseIfStopped();
    const { runs, followers } = this.#works;
    const retried = await runs.retry(id, followers.isFollowed(id));
    if (retried) this.#works.queued();
    return retried;
  }

  /** Throws a `run-not-settled` problem where the run is still queued or running. */
  async forget(id: string): Promise<void> {
    this.#refuseIfStopped();
    const { runs } = this.#works;
    if ((await runs.erase(id)) || (await runs.state(id)) === undefined) return;
    throw notSettled(id);
  }

  async scrub(): Promise<void> {
    this.#refuseIfStopped();
    await this.#works.scrubbing.scrub();
  }

  async stop(): Promise<void> {
    this.#stopped ??= this.#works.stop();
    await this.#stopped;
  }

  /** Stops, and lets go of the database. Until then the states of runs can be read. */
  async close(): Promise<void> {
    this.#closed ??= this.stop().finally(() => this.#works.close());
    await this.#closed;
  }

  async health(): Promise<Health> {
    return this.#works.health();
  }

  #settled(id: string, how: { readonly cancelled: boolean }): void {
    try {
      this.#announce(id);
    } catch (error) {
      this.#log.error({ run: id, err: error }, 'the end of a run could not be announced');
    }
    this.#works.followers.settled(id, how);
  }

  #refuseIfStopped(): void {
    if (this.#stopped !== undefined) throw stopping();
  }
}
