/** A claim whose answer was lost may still be on its way to the disk for so long, in milliseconds. */
const underWayMs = 10_000;

/** Whether there may be runs that count as worked on by this host and are not: what it claimed and did not hear of, or could not save the end of. */
export class Strays {
  /** By `performance.now()`. */
  #since: number | undefined;

  /** From now on there may be some. */
  expect(): void {
    this.#since = performance.now();
  }

  /** Looks for them if there may be some: again and again, until a while after they were expected last. */
  async lookFor(look: () => Promise<unknown>): Promise<void> {
    const since = this.#since;
    if (since === undefined) return;
    const begun = performance.now();
    await look();
    if (this.#since === since && begun - since > underWayMs) this.#since = undefined;
  }
}
