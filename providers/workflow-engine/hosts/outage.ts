import type { Logger } from 'chronoscribe';

/** Whether the database is away. That it is, and that it is there again, is logged once, however many find it out. */
export class Outage {
  readonly #log: Logger;
  #isOn = false;
  #closed = false;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Something could not be read or written; it is tried again by itself. */
  begin(error: unknown): void {
    if (this.#isOn || this.#closed) return;
    this.#isOn = true;
    this.#log.error({ err: error }, 'the workflow database cannot be read or written; trying again until it can');
  }

  /** Something could be read or written. True where that is news. */
  end(): boolean {
    if (!this.#isOn) return false;
    this.#isOn = false;
    this.#log.info({}, 'the workflow database is there again');
    return true;
  }

  /** The engine is stopping, so nothing is tried again. */
  close(): void {
    this.#closed = true;
  }
}
