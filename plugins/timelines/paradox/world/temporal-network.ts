import type { Cause } from '../../ledger/event.ts';
import type { EventReads } from './event-reads.ts';
import { type DelayConstraint, endTimeOf, type WorldEvent } from './world.ts';

/** The constraints that the delay from a cause to its effect makes. */
export function constraintsBetween(
  cause: WorldEvent,
  effect: WorldEvent,
  { min_delay, max_delay, from = 'start' }: Cause,
): readonly DelayConstraint[] {
  const delay = effect.time - cause.time;
  const duration = from === 'end' ? endTimeOf(cause) - cause.time : 0;
  // Without a minimum, an effect may begin before its cause ends.
  const least = min_delay === null ? 0 : min_delay + duration;
  const back: DelayConstraint = {
    from: effect.event_id,
    to: cause.event_id,
    maxMs: -least,
    bound: min_delay === null ? 'order' : 'min',
    slack: delay - least,
    delay: { ms: min_delay ?? 0, from: min_delay === null ? 'start' : from },
  };
  if (max_delay === null) return [back];
  const forth: DelayConstraint = {
    from: cause.event_id,
    to: effect.event_id,
    maxMs: max_delay + duration,
    bound: 'max',
    slack: max_delay + duration - delay,
    delay: { ms: max_delay, from },
  };
  return [back, forth];
}

/** How many events a search visits at most, so that it ends soon even if the recorded times are far from consistent. */
const maxEvents = 1000;

type NetworkReads = Pick<EventReads, 'current' | 'effects'>;

/**
 * A negative cycle that starts with a constraint that the recorded times violate: no times satisfy all its constraints.
 * Undefined if none is found. Bellman-Ford with the recorded times as potentials (D. Johnson, “Efficient Algorithms for
 * Shortest Paths in Sparse Networks”, 1977): a path is followed only while its total slack is negative, so that nothing
 * beyond is read.
 *
 * Every negative cycle has a constraint from which the total slack stays negative all the way round. So it is found
 * from at least one of its constraints, and the cycle with the fewest constraints of all is among those found.
 */
export async function findNegativeCycle(
  reads: NetworkReads,
  broken: DelayConstraint,
): Promise<readonly DelayConstraint[] | undefined> {
  if (broken.to === broken.from) return [broken];
  const first: Path = { constraint: broken, slack: broken.slack, before: null };
  const least = new Map([[broken.to, first.slack]]);
  let paths: ReadonlyMap<string, Path> = new Map([[broken.to, first]]);
  // A path with more edges than there are events in reach visits one of them twice.
  for (let steps = 1; paths.size > 0 && steps <= least.size && least.size <= maxEvents; steps += 1) {
    const next = new Map<string, Path>();
    for (const constraint of await readConstraintsFrom(reads, [...paths.keys()])) {
      const before = paths.get(constraint.from) ?? null;
      const path: Path = { constraint, slack: (before?.slack ?? 0) + constraint.slack, before };
      if (constraint.to === broken.from && path.slack < 0) {
        const cycle = constraintsAlong(path);
        // A cycle that visits an event twice contains a smaller one, which is found from one of its own constraints.
        if (isSimple(cycle)) return cycle;
      } else if (path.slack < (least.get(constraint.to) ?? 0)) {
        least.set(constraint.to, path.slack);
        next.set(constraint.to, path);
      }
    }
    paths = next;
  }
  return undefined;
}

/** A path through the network, by its last constraint. */
interface Path {
  readonly constraint: DelayConstraint;
  /** The sum over all its constraints, in milliseconds. */
  readonly slack: number;
  readonly before: Path | null;
}

async function readConstraintsFrom(
  reads: NetworkReads,
  eventIds: readonly string[],
): Promise<readonly DelayConstraint[]> {
  const events = await reads.current(eventIds);
  const causes = await reads.current(events.flatMap((event) => event.causes.map(({ event_id }) => event_id)));
  const effects = await reads.effects(eventIds);
  const known = new Map([...events, ...causes].map((event) => [event.event_id, event]));
  const starts = new Set(eventIds);
  return [...events, ...effects]
    .flatMap((effect) =>
      effect.causes.flatMap((delay) => {
        const cause = known.get(delay.event_id);
        return cause === undefined ? [] : constraintsBetween(cause, effect, delay);
      }),
    )
    .filter(({ from }) => starts.has(from));
}

function constraintsAlong(last: Path): readonly DelayConstraint[] {
  const constraints: DelayConstraint[] = [];
  for (let at: Path | null = last; at !== null; at = at.before) constraints.push(at.constraint);
  return constraints.reverse();
}

function isSimple(cycle: readonly DelayConstraint[]): boolean {
  return new Set(cycle.map(({ to }) => to)).size === cycle.length;
}
