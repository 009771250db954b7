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
  readonly pushes: readonly Push[];
}

export interface Push {
  readonly from: number;
  readonly to: number;
  /** Milliseconds. */
  readonly ms: number;
  /** Whether `from` is a cause of `to`; if not, it is an effect with a maximum delay. */
  readonly isCause: boolean;
}

/** Why an event stays where it is. `target`: it is the event that is moved. `contradiction`: no times keep its delays. */
export type Hold = 'fixed' | 'anchor' | 'contradiction' | 'target';
export type Holds = readonly (Hold | undefined)[];

/** A cause begins before its effect: at least by the smallest difference that instants can have. */
const leastMs = 1;

/** A cause of an event in a plan, by its number. Delays in milliseconds; null for no limit. */
export interface PlannedCause {
  readonly cause: number;
  readonly min: number | null;
  readonly max: number | null;
  readonly fromEnd: boolean;
}

/** The pushes between an event and one of its causes, which lasts `duration` milliseconds. */
export function pushesBetween({ cause, min, max, fromEnd }: PlannedCause, effect: number, duration: number): Push[] {
  const since = fromEnd ? duration : 0;
  const lag = { from: cause, to: effect, ms: Math.max(leastMs, min === null ? 0 : min + since), isCause: true };
  return max === null ? [lag] : [lag, { from: effect, to: cause, ms: -(max + since), isCause: false }];
}

/** The pushes that leave each event, in compressed sparse row form: those of `event` begin at `first[event]`. */
export interface Adjacency {
  readonly first: Int32Array;
  readonly nodes: Int32Array;
  readonly ms: Float64Array;
}

/** @param direction `backward`: the pushes that arrive at each event, with `nodes` for where they come from */
export function adjacency({ starts, pushes }: Network, direction: 'forward' | 'backward'): Adjacency {
  const [tail, head] = direction === 'forward' ? (['from', 'to'] as const) : (['to', 'from'] as const);
  const first = new Int32Array(starts.length + 1);
  for (const push of pushes) first[push[tail] + 1] = (first[push[tail] + 1] ?? 0) + 1;
  for (let at = 0; at < starts.length; at += 1) first[at + 1] = (first[at + 1] ?? 0) + (first[at] ?? 0);
  const next = first.slice();
  const nodes = new Int32Array(pushes.length);
  const ms = new Float64Array(pushes.length);
  for (const push of pushes) {
    const at = next[push[tail]] ?? 0;
    next[push[tail]] = at + 1;
    nodes[at] = push[head];
    ms[at] = push.ms;
  }
  return { first, nodes, ms };
}

/** The events that some pushes reach from one event, itself included. */
function reach(starts: Float64Array, links: readonly (readonly [number, number])[], from: number): Uint8Array {
  const network = {
    starts,
    durations: starts,
    pushes: links.map(([one, other]) => ({ from: one, to: other, ms: 0, isCause: true })),
  };
  const { first, nodes } = adjacency(network, 'forward');
  const isReached = new Uint8Array(starts.length);
  const open = [from];
  isReached[from] = 1;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (let at = first[node] ?? 0; at < (first[node + 1] ?? 0); at += 1) {
      const other = nodes[at] ?? 0;
      if (isReached[other] === 1) continue;
      isReached[other] = 1;
      open.push(other);
    }
  }
  return isReached;
}

/** The numbers of the events that causes link with an event, directly or not, in either direction. */
export function linkedWith({ starts, pushes }: Network, event: number): readonly number[] {
  const causes = pushes.filter(({ isCause }) => isCause);
  const links = causes.flatMap(({ from, to }) => [[from, to] as const, [to, from] as const]);
  return marked(reach(starts, links, event));
}

/** The numbers of the events on chains of causes from one event to another, both included; none without a chain. */
export function eventsBetween({ starts, pushes }: Network, from: number, to: number): readonly number[] {
  const causes = pushes.filter(({ isCause }) => isCause);
  const after = reach(
    starts,
    causes.map((push) => [push.from, push.to] as const),
    from,
  );
  const before = reach(
    starts,
    causes.map((push) => [push.to, push.from] as const),
    to,
  );
  return marked(after.map((isAfter, event) => (isAfter === 1 && before[event] === 1 ? 1 : 0)));
}

function marked(marks: Uint8Array): readonly number[] {
  return [...marks.keys()].filter((at) => marks[at] === 1);
}

/** The network of some events alone, numbered by their positions. */
export function networkOf({ starts, durations, pushes }: Network, members: readonly number[]): Network {
  const positions = new Map(members.map((member, position) => [member, position]));
  return {
    starts: Float64Array.from(members, (member) => starts[member] ?? 0),
    durations: Float64Array.from(members, (member) => durations[member] ?? 0),
    pushes: pushes.flatMap((push) => {
      const [from, to] = [positions.get(push.from), positions.get(push.to)];
      return from === undefined || to === undefined ? [] : [{ ...push, from, to }];
    }),
  };
}
