import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WorkflowRun } from 'openworkflow/internal';

/** A run that this process works on. */
export interface Execution {
  /** As it was when it was claimed. */
  readonly run: WorkflowRun;
  readonly signal: AbortSignal;
}

interface Entry extends Execution {
  readonly controller: AbortController;
  readonly ended: PromiseWithResolvers<void>;
}

/** The runs that this process works on, each from its claim until openworkflow has written the last of it. */
export class Executions {
  readonly #byRun = new Map<string, Entry>();

  get runs(): readonly string[] {
    return [...this.#byRun.keys()];
  }

  get all(): readonly Execution[] {
    return [...this.#byRun.values()];
  }

  of(id: string): Execution | undefined {
    return this.#byRun.get(id);
  }

  begin(run: WorkflowRun): void {
    const controller = new AbortController();
    this.#byRun.set(run.id, { run, controller, signal: controller.signal, ended: Promise.withResolvers() });
  }

  end(id: string): void {
    this.#byRun.get(id)?.ended.resolve();
    this.#byRun.delete(id);
  }

  /** Aborted when the run is to be worked on no further. */
  signal(id: string): AbortSignal {
    return this.#byRun.get(id)?.signal ?? AbortSignal.abort();
  }

  /** Aborts what is done for the run, if anything, and returns when openworkflow has let go of it. */
  async abort(id: string, reason: Error): Promise<void> {
    const execution = this.#byRun.get(id);
    execution?.controller.abort(reason);
    await execution?.ended.promise;
    // The end is told by openworkflow's last call; the rest of its way out takes no further turn of the event loop.
    await nextTurn();
  }

  async abortAll(reason: Error): Promise<void> {
    await Promise.all(this.runs.map((id) => this.abort(id, reason)));
  }
}
