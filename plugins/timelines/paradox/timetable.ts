import { inOrder } from '../in-order.ts';
import { endOf, type WorldEvent } from './world-event.ts';

/** Events by time, and then by order of recording; those under way are found without looking through all. */
export class Timetable {
  readonly #events: readonly WorldEvent[];
  /** For each event, when the last of those up to it ends. */
  readonly #latestEnds: readonly number[];

  constructor(events: readonly WorldEvent[]) {
    let latest = Number.NEGATIVE_INFINITY;
    this.#events = events.toSorted(inOrder);
    this.#latestEnds = this.#events.map((event) => {
      latest = Math.max(latest, endOf(event));
      return latest;
    });
  }

  /** The events that are under way at some moment between these, both included. */
  underWay({ from, to }: { readonly from: number; readonly to: number }): readonly WorldEvent[] {
    const found: WorldEvent[] = [];
    for (let at = this.#countUpTo(to) - 1; (this.#latestEnds[at] ?? Number.NEGATIVE_INFINITY) >= from; at -= 1) {
      const event = this.#events[at];
      if (event !== undefined && endOf(event) >= from) found.push(event);
    }
    return found.reverse();
  }

  #countUpTo(instant: number): number {
    let [low, high] = [0, this.#events.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle]?.time ?? instant) <= instant) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
