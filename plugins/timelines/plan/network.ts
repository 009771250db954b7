import { isMilestoneOf } from '../ledger/event.ts';
import type { PlanHold } from '../ledger/planning.ts';
import type { Edges } from '../paradox/world/components.ts';
import { createColumns, valuesOf } from '../paradox/world/full/columns.ts';
import { type Dated, datesOf, endOf, onHours, startFor } from './dated.ts';

/**
 * A plan as a simple temporal network (R. Dechter, I. Meiri and J. Pearl, “Temporal Constraint Networks”, 1991), with
 * its events numbered from 0. Each constraint is a push: a side of the event `to` comes at least `ms` after a side of the
 * event `from`. A minimum delay pushes the effect; a maximum delay, which is negative here, pushes the cause. Where
 * calendars rule, how much later the other event begins depends on when the first one does.
 */
export interface Network extends Dated {
  readonly pushes: Pushes;
}

/** A column for each property, since objects for all pushes of a large plan would take longer than the rest. */
export interface Pushes {
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** Milliseconds between the sides. */
  readonly ms: Float64Array;
  /** See `kinds`. */
  readonly kind: Float64Array;
  /** 1 where `from` is a cause of `to`, or what a link of it names; 0 where it is an effect with a maximum delay. */
  readonly isCause: Float64Array;
}

/** What a push counts from and to, and how; the start of both if nothing is said. */
const kinds = { fromEnd: 1, toEnd: 2, working: 4, notBefore: 8, after: 16 } as const;

/** Why an event stays where it is; `target` of the one that is moved, `contradiction` where no times keep its delays. */
export type Hold = PlanHold;
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

/** A link of a plan, from an event by its number. A lag in milliseconds. */
export interface PlannedLink {
  readonly from: number;
  readonly fromEnd: boolean;
  readonly toEnd: boolean;
  readonly lag: number;
  readonly working: boolean;
}

/** Collects pushes. */
export class PushList {
  readonly #columns = createColumns('from', 'to', 'ms', 'kind', 'isCause');

  push(from: number, to: number, ms: number, kind: number, isCause: number): void {
    this.#columns.from.push(from);
    this.#columns.to.push(to);
    this.#columns.ms.push(ms);
    this.#columns.kind.push(kind);
    this.#columns.isCause.push(isCause);
  }

  /** Adds the pushes between an event and one of its causes, which lasts `duration` milliseconds. */
  addCause({ cause, min, max, fromEnd }: PlannedCause, effect: number, duration: number): void {
    const isMilestone = isMilestoneOf({ min_delay: min, from: fromEnd ? 'end' : 'start' }, duration);
    const side = fromEnd && min !== null ? kinds.fromEnd : 0;
    this.push(cause, effect, min ?? 0, side | (isMilestone ? kinds.notBefore : kinds.after), 1);
    if (max !== null) this.push(effect, cause, -max, fromEnd ? kinds.toEnd : 0, 0);
  }

  addLink({ from, fromEnd, toEnd, lag, working }: PlannedLink, to: number): void {
    const sides = (fromEnd ? kinds.fromEnd : 0) | (toEnd ? kinds.toEnd : 0);
    this.push(from, to, lag, sides | (working ? kinds.working : 0), 1);
  }

  columns(): Pushes {
    return valuesOf(this.#columns);
  }
}

/** The pushes that leave each event. */
export interface Adjacency extends Edges {
  /** Between the starts, where each event takes as long as it is worked on; without calendars always that. */
  readonly ms: Float64Array;
  /**
   * The date to which a push brings the other event, at the earliest; `backward` in a mirror, in which dates have the
   * other sign.
   *
   * @param at the position of the push in `nodes`
   */
  after(at: number, from: number, date: number): number;
  /** The earliest date of what is pushed, if what pushes begins at `date`; whichever of them `event` is. */
  earliest(at: number, event: number, date: number): number;
  /** The latest date of what pushes, for what is pushed to begin at `date`. */
  latest(at: number, event: number, date: number): number;
}

/** @param direction `backward`: the pushes that arrive at each event, with `nodes` for where they come from */
export function adjacency(network: Network, direction: 'forward' | 'backward'): Adjacency {
  const { starts, pushes, times } = network;
  const { from, to } = pushes;
  const [tails, heads] = direction === 'forward' ? [from, to] : [to, from];
  const first = new Int32Array(starts.length + 1);
  for (const tail of tails) first[tail + 1] = (first[tail + 1] ?? 0) + 1;
  for (let at = 0; at < starts.length; at += 1) first[at + 1] = (first[at + 1] ?? 0) + (first[at] ?? 0);
  const next = first.slice();
  const nodes = new Int32Array(tails.length);
  const ms = new Float64Array(tails.length);
  const numbers = new Int32Array(tails.length);
  for (let push = 0; push < tails.length; push += 1) {
    const tail = tails[push] ?? 0;
    const at = next[tail] ?? 0;
    next[tail] = at + 1;
    nodes[at] = heads[push] ?? 0;
    ms[at] = msBetween(network, push);
    numbers[at] = push;
  }
  const isRuled = times.some((each) => each !== undefined);
  const ruled = (at: number, event: number) =>
    isRuled && (times[event] !== undefined || times[nodes[at] ?? 0] !== undefined);
  const earliest = (at: number, event: number, date: number): number =>
    ruled(at, event) ? earliestAfter(network, numbers[at] ?? 0, date) : date + (ms[at] ?? 0);
  const latest = (at: number, event: number, date: number): number =>
    ruled(at, event) ? latestBefore(network, numbers[at] ?? 0, date) : date - (ms[at] ?? 0);
  const mirrored = (at: number, event: number, date: number): number => -latest(at, event, -date);
  return { first, nodes, ms, earliest, latest, after: direction === 'forward' ? earliest : mirrored };
}

function msBetween({ pushes, work }: Network, push: number): number {
  const kind = pushes.kind[push] ?? 0;
  const since = kind & kinds.fromEnd ? (work[pushes.from[push] ?? 0] ?? 0) : 0;
  const until = kind & kinds.toEnd ? (work[pushes.to[push] ?? 0] ?? 0) : 0;
  return Math.max(leastOf(kind), (pushes.ms[push] ?? 0) + since - until);
}

/** By how much the other event begins later at least, however long both last. */
function leastOf(kind: number): number {
  if (kind & kinds.after) return leastMs;
  return kind & kinds.notBefore ? 0 : Number.NEGATIVE_INFINITY;
}

/** When the event that is pushed begins at the earliest, if the other begins at `date`. */
function earliestAfter(network: Network, push: number, date: number): number {
  const { pushes, times } = network;
  const [from, to, ms] = [pushes.from[push] ?? 0, pushes.to[push] ?? 0, pushes.ms[push] ?? 0];
  const kind = pushes.kind[push] ?? 0;
  const side = kind & kinds.fromEnd ? endOf(network, from, date) : date;
  const calendar = kind & kinds.working ? times[to] : undefined;
  const lagged = calendar === undefined ? side + ms : ms < 0 ? calendar.begin(side, -ms) : calendar.finish(side, ms);
  const start = kind & kinds.toEnd ? startFor(network, to, lagged) : lagged;
  return onHours(network, to, Math.max(start, date + leastOf(kind)));
}

/** When the event that pushes begins at the latest, if the other begins at `date`. */
function latestBefore(network: Network, push: number, date: number): number {
  const { pushes, times } = network;
  const [from, to, ms] = [pushes.from[push] ?? 0, pushes.to[push] ?? 0, pushes.ms[push] ?? 0];
  const kind = pushes.kind[push] ?? 0;
  const side = kind & kinds.toEnd ? endOf(network, to, date) : date;
  const calendar = kind & kinds.working ? times[to] : undefined;
  const lagged = calendar === undefined ? side - ms : ms < 0 ? calendar.finish(side, -ms) : calendar.begin(side, ms);
  const begun = kind & kinds.fromEnd ? startFor(network, from, lagged) : Number.NaN;
  const start = Math.min(Number.isNaN(begun) ? lagged : begun, date - Math.max(0, leastOf(kind)));
  if (start === begun) return start;
  // A start outside of the hours is as good as the last minute of the hours before.
  return onHours(network, from, start) === start ? start : (times[from]?.begin(start, 60_000) ?? start);
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

/** The numbers of the events that pushes and summaries link with an event, directly or not, in either direction. */
export function linkedWith(network: Network, event: number): readonly number[] {
  const list = new PushList();
  for (const [part, summary] of network.summaries.entries()) if (summary !== -1) list.push(part, summary, 0, 0, 0);
  const parts = { ...network, pushes: list.columns() };
  const links = [network, parts].flatMap((each) => [adjacency(each, 'forward'), adjacency(each, 'backward')]);
  return marked(reach(network.starts.length, links, event));
}

/** The numbers of the events on chains of causes from one event to another, both included; none without a chain. */
export function eventsBetween(network: Network, from: number, to: number): readonly number[] {
  const { starts, pushes } = network;
  const list = new PushList();
  for (const [at, cause] of pushes.from.entries())
    if (pushes.isCause[at] === 1) list.push(cause, pushes.to[at] ?? 0, 0, 0, 1);
  const causes = { ...network, pushes: list.columns() };
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
export function networkOf({ pushes, ...dated }: Network, members: readonly number[]): Network {
  const positions = new Int32Array(dated.starts.length).fill(-1);
  for (const [position, member] of members.entries()) positions[member] = position;
  const list = new PushList();
  for (let at = 0; at < pushes.from.length; at += 1) {
    const from: number = positions[pushes.from[at] ?? 0] ?? -1;
    const to: number = positions[pushes.to[at] ?? 0] ?? -1;
    if (from !== -1 && to !== -1)
      list.push(from, to, pushes.ms[at] ?? 0, pushes.kind[at] ?? 0, pushes.isCause[at] ?? 0);
  }
  return { ...datesOf(dated, members, positions), pushes: list.columns() };
}
