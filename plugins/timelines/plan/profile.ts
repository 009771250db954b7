import { countWhile } from '../sorted/count-while.ts';

/**
 * How much of a resource is in use, by time: 0 before the first step and after the last one. Steps that are alike are one,
 * so that a resource that is busy for long is passed over at once.
 */
export class Profile {
  /** When each step begins. */
  readonly #at: number[] = [Number.NEGATIVE_INFINITY];
  readonly #used: number[] = [0];

  /** The first instant from `from` on, up to `to`, at which more than `free` is in use until the one that is returned. */
  busyUntil(from: number, to: number, free: number): number | undefined {
    for (let step = this.#stepAt(from); (this.#at[step] ?? to) < to; step += 1) {
      if ((this.#used[step] ?? 0) > free) return this.#at[step + 1] ?? Number.POSITIVE_INFINITY;
    }
    return undefined;
  }

  add(from: number, to: number, units: number): void {
    const first = this.#split(from);
    const last = this.#split(to);
    for (let step = first; step < last; step += 1) this.#used[step] = (this.#used[step] ?? 0) + units;
    this.#join(last);
    this.#join(first);
  }

  /** The step that an instant is in. */
  #stepAt(instant: number): number {
    return countWhile(this.#at.length, (step) => (this.#at[step] ?? 0) <= instant) - 1;
  }

  #split(instant: number): number {
    const step = this.#stepAt(instant);
    if (this.#at[step] === instant) return step;
    this.#at.splice(step + 1, 0, instant);
    this.#used.splice(step + 1, 0, this.#used[step] ?? 0);
    return step + 1;
  }

  #join(step: number): void {
    if (step === 0 || this.#used[step] !== this.#used[step - 1]) return;
    this.#at.splice(step, 1);
    this.#used.splice(step, 1);
  }
}
