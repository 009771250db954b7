/** Does one piece of work whenever it is asked to, never twice at a time. Asked while it is at work, it does it once more after that. */
export class Pump {
  readonly #work: () => Promise<unknown>;
  readonly #failed: (error: unknown) => void;
  #asked = false;
  #closed = false;
  #working: Promise<void> | undefined;

  constructor(work: () => Promise<unknown>, failed: (error: unknown) => void) {
    this.#work = work;
    this.#failed = failed;
  }

  ask(): void {
    this.#asked = true;
    if (!this.#closed) this.#working ??= this.#workWhileAsked();
  }

  /** Returns when no work is being done any more. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#working;
  }

  async #workWhileAsked(): Promise<void> {
    while (this.#asked && !this.#closed) {
      this.#asked = false;
      await this.#work().catch(this.#failed);
    }
    this.#working = undefined;
  }
}
