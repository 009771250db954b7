import { isMilestoneOf } from '../ledger/event.ts';
import type { Edges } from '../paradox/world/components.ts';
import { createColumns, valuesOf } from '../paradox/world/full/columns.ts';

/**
 * A plan as a simple temporal network (R. Dechter, I. Meiri and J. Pearl, “Temporal Constraint Networks”, 1991), with
 * its events numbered from 0. Each constraint is a push: the event `to` begins at least `ms` after the event `from`
 * begins. A minimum delay pushes the effect; a maximum delay, which is negative here, pushes the cause.
 */
export interface Network {
  /** When each event begins, in milliseconds since 1970. */
  readonly starts: Float64Array;
  /** In milliseconds. */
  readonly durations: Float64Array;
  readonly pushes: Pushes;
}

/** A column for each property, since objects for all pushes of a large plan would take longer than the rest. */
export interface Pushes {
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** Milliseconds. */
  readonly ms: Float64Array;
  /** 1 where `from` is a cause of `to`; 0 where it is an effect with a maximum delay. */
  readonly isCause: Float64Array;
}

/**
 * Why an event stays where it is. `target`: it is the event that is moved. `contradiction`: no times keep its delays.
 * `later`: a move that it was not part of, or that came before its last change, is taken back.
 */
export type Hold = 'fixed' | 'anchor' | 'contradiction' | 'target' | 'later';
export type Holds = readonly (Hold | undefined)[];

/** A cause begins before its effect, unless it is a milestone: by the smallest difference that instants can have. */
const leastMs = 1;

/** A cause of an event in a plan, by its number. Delays in milliseconds; null for no limit. */
export interface PlannedCause {
  readonly cause: number;
  readonly min: number | null;
  readonly max: number | null;
  readonly fromEnd: boolean;
}

/** Collects pushes. */
export class PushList {
  readonly #columns = createColumns('from', 'to', 'ms', 'isCause');

  push(from: number, to: number, ms: number, isCause: number): void {
    this.#columns.from.push(from);
    this.#columns.to.push(to);
    this.#columns.ms.push(ms);
    this.#columns.isCause.push(isCause);
  }

  /** Adds the pushes between an event and one of its causes, which lasts `duration` milliseconds. */
  addCause({ cause, min, max, fromEnd }: PlannedCause, effect: number, duration: number): void {
    const since = fromEnd ? duration : 0;
    const least = isMilestoneOf({ min_delay: min, from: fromEnd ? 'end' : 'start' }, duration) ? 0 : leastMs;
    this.push(cause, effect, Math.max(least, min === null ? 0 : min + since), 1);
    if (max !== null) this.push(effect, cause, -(max + since), 0);
  }

  columns(): Pushes {
    return valuesOf(this.#columns);
  }
}

/** The pushes that leave each event. */
export interface Adjacency extends Edges {
  readonly ms: Float64Array;
}

/** @param direction `backward`: the pushes that arrive at each event, with `nodes` for where they come from */
export function adjacency({ starts, pushes }: Network, direction: 'forward' | 'backward'): Adjacency {
  const { from, to, ms: delays } = pushes;
  const [tails, heads] = direction === 'forward' ? [from, to] : [to, from];
  const first = new Int32Array(starts.length + 1);
  for (const tail of tails) first[tail + 1] = (first[tail + 1] ?? 0) + 1;
  for (let at = 0; at < starts.length; at += 1) first[at + 1] = (first[at + 1] ?? 0) + (first[at] ?? 0);
  const next = first.slice();
  const nodes = new Int32Array(tails.length);
  const ms = new Float64Array(tails.length);
  for (let push = 0; push < tails.length; push += 1) {
    const tail = tails[push] ?? 0;
    const at = next[tail] ?? 0;
    next[tail] = at + 1;
    nodes[at] = heads[push] ?? 0;
    ms[at] = delays[push] ?? 0;
  }
  return { first, nodes, ms };
}

/** Marks the events that pushes reach from one event, itself included, with 1. */
function reach(size: number, links: readonly Adjacency[], from: number): Uint8Array {
  const isReached = new Uint8Array(size);
  const open = [from];
  isReached[from] = 1;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const { first, nodes } of links) {
      for (const other of nodes.subarray(first[node], first[node + 1])) {
        if (isReached[other] === 1) continue;
        isReached[other] = 1;
        open.push(other);
      }
    }
  }
  return isReached;
}

/** The numbers of the events that causes link with an event, directly or not, in either direction. */
export function linkedWith(network: Network, event: number): readonly number[] {
  const links = [adjacency(network, 'forward'), adjacency(network, 'backward')];
  return marked(reach(network.starts.length, links, event));
}

/** The numbers of the events on chains of causes from one event to another, both included; none without a chain. */
export function eventsBetween({ starts, durations, pushes }: Network, from: number, to: number): readonly number[] {
  const list = new PushList();
  for (const [at, cause] of pushes.from.entries())
    if (pushes.isCause[at] === 1) list.push(cause, pushes.to[at] ?? 0, 0, 1);
  const causes = { starts, durations, pushes: list.columns() };
  const after = reach(starts.length, [adjacency(causes, 'forward')], from);
  const before = reach(starts.length, [adjacency(causes, 'backward')], to);
  return marked(after.map((isAfter, event) => isAfter & (before[event] ?? 0)));
}

function marked(marks: Uint8Array): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at < marks.length; at += 1) if (marks[at] === 1) found.push(at);
  return found;
}

/** The network of some events alone, numbered by their positions. */
export function networkOf({ starts, durations, pushes }: Network, members: readonly number[]): Network {
  const positions = new Int32Array(starts.length).fill(-1);
  for (const [position, member] of members.entries()) positions[member] = position;
  const list = new PushList();
  for (let at = 0; at < pushes.from.length; at += 1) {
    const from: number = positions[pushes.from[at] ?? 0] ?? -1;
    const to: number = positions[pushes.to[at] ?? 0] ?? -1;
    if (from !== -1 && to !== -1) list.push(from, to, pushes.ms[at] ?? 0, pushes.isCause[at] ?? 0);
  }
  return {
    starts: Float64Array.from(members, (member) => starts[member] ?? 0),
    durations: Float64Array.from(members, (member) => durations[member] ?? 0),
    pushes: list.columns(),
  };
}
