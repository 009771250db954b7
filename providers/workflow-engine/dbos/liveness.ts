import type { Logger } from 'chronoscribe';
import { Pump } from '../pump.ts';
import { type Hosts, NameTaken } from './hosts.ts';

export interface LivenessOptions {
  readonly hosts: Hosts;
  readonly leaseMs: number;
  readonly log: Logger;
  /** The others took this host for dead, and it lives again: they may do what it worked on. */
  returned(): void;
  /** Another host has this one's name now, so this one may do nothing. */
  barred(): void;
  /** What dead hosts worked on is queued again. */
  requeued(): void;
  /** All hosts that live have had the time to say so. */
  heardAll(): Promise<void>;
  /** It could not be said; it is tried again by itself. */
  failed(error: unknown): void;
}

/** A host says that it lives so many times while its lease lasts, so a few tries may fail. */
const beats = 4;

/** Says again and again that this host lives, and sees to the work of those that do not. */
export class Liveness {
  readonly #options: LivenessOptions;
  readonly #pump: Pump;
  #beating: NodeJS.Timeout | undefined;
  /** Since when this host has said so without a break, and when it did last; by `performance.now()`. */
  #unbroken = { since: Number.NEGATIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
  #nameTaken: NameTaken | undefined;

  constructor(options: LivenessOptions) {
    this.#options = options;
    this.#pump = new Pump(() => this.#beat(), options.failed);
  }

  /** Why this host may do nothing now. */
  get nameTaken(): NameTaken | undefined {
    return this.#nameTaken;
  }

  /** Whether no other host can take this one for dead yet. */
  get isHeard(): boolean {
    return performance.now() - this.#unbroken.last < this.#options.leaseMs;
  }

  /** Once the host has joined the others. */
  open(): void {
    this.#unbroken = { since: performance.now(), last: performance.now() };
    this.#beating = setInterval(() => this.#pump.ask(), this.#options.leaseMs / beats);
    this.#pump.ask();
  }

  async close(): Promise<void> {
    clearInterval(this.#beating);
    await this.#pump.close();
  }

  async #beat(): Promise<void> {
    const { hosts, leaseMs, log, requeued, heardAll } = this.#options;
    const asked = performance.now();
    if (!(await hosts.beat())) await this.#return();
    this.#unbroken = { since: this.isHeard ? this.#unbroken.since : performance.now(), last: asked };
    // After the database was away, or this process stood still, the others are behind as well.
    if (asked - this.#unbroken.since < leaseMs / 2) return;
    const runs = await hosts.bury();
    if (runs > 0) {
      log.warn({ runs }, 'a host is gone; what it worked on is queued again');
      requeued();
    }
    await heardAll();
  }

  async #return(): Promise<void> {
    const { hosts, log, returned, barred } = this.#options;
    try {
      await hosts.join();
    } catch (error) {
      if (error instanceof NameTaken) {
        this.#nameTaken = error;
        barred();
      }
      throw error;
    }
    this.#nameTaken = undefined;
    log.warn({}, 'this host was taken for dead; others may do what it worked on');
    returned();
  }
}
