import { setImmediate as nextTurn } from 'node:timers/promises';

interface Execution {
  readonly controller: AbortController;
  readonly ended: PromiseWithResolvers<void>;
}

/** The runs that this process works on, each from its claim until openworkflow has written the last of it. */
export class Executions {
  readonly #byRun = new Map<string, Execution>();

  get runs(): readonly string[] {
    return [...this.#byRun.keys()];
  }

  begin(id: string): void {
    this.#byRun.set(id, { controller: new AbortController(), ended: Promise.withResolvers() });
  }

  end(id: string): void {
    this.#byRun.get(id)?.ended.resolve();
    this.#byRun.delete(id);
  }

  /** Aborted when the run is to be worked on no further. */
  signal(id: string): AbortSignal {
    return this.#byRun.get(id)?.controller.signal ?? AbortSignal.abort();
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
