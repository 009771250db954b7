import type { Logger } from 'chronoscribe';

/** Milliseconds between two looks for work: at what waits for its time, and at what another host has left. */
const pollMs = 1000;

/**
 * Lets an openworkflow worker look for work at once if there is something to start; the library's own loop notices that
 * up to a second later. Used instead of that loop, since both together would exceed the worker's concurrency.
 * Waits for https://github.com/openworkflowdev/openworkflow/issues/50
 */
export class WorkerLoop {
  readonly #runner: CoalescingRunner;
  readonly #polling: NodeJS.Timeout;

  /** @param tick one round of claims, see `Worker.tick` */
  constructor(tick: () => Promise<unknown>, log: Logger) {
    let failing = false;
    this.#runner = new CoalescingRunner(
      async () => {
        await tick();
        if (failing) log.info({}, 'the workflow database can be used again');
        failing = false;
      },
      (error) => {
        if (!failing) log.error({ err: error }, 'the workflow database cannot be used; trying again every second');
        failing = true;
      },
    );
    this.#polling = setInterval(() => this.wake(), pollMs).unref();
  }

  wake(): void {
    this.#runner.request();
  }

  /** Resolves once nothing is being claimed any more. */
  async stop(): Promise<void> {
    clearInterval(this.#polling);
    await this.#runner.stop();
  }
}

/** Runs a task when asked, never twice at a time. Requests during a run are answered by one more run after it. */
export class CoalescingRunner {
  readonly #task: () => Promise<unknown>;
  readonly #failed: (error: unknown) => void;
  #requested = false;
  #stopped = false;
  #running: Promise<void> | undefined;

  constructor(task: () => Promise<unknown>, failed: (error: unknown) => void) {
    this.#task = task;
    this.#failed = failed;
  }

  request(): void {
    this.#requested = true;
    if (!this.#stopped) this.#running ??= this.#run();
  }

  /** Resolves once the run in progress has ended; there is none after it. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#requested && !this.#stopped) {
      this.#requested = false;
      await this.#task().catch(this.#failed);
    }
    this.#running = undefined;
  }
}
