import type { Cause } from '../../ledger/event.ts';
import type { EventReads } from './event-reads.ts';
import type { Limit, WorldEvent } from './world.ts';

/** The limits that an effect's delay from a cause makes. */
export function limitsBetween(cause: WorldEvent, effect: WorldEvent, { min_delay, max_delay }: Cause): readonly Limit[] {
  const delay = effect.time - cause.time;
  const least = min_delay ?? 0;
  const back: Limit = {
    from: effect.event_id,
    to: cause.event_id,
    most: -least,
    bound: min_delay === null ? 'order' : 'min',
    slack: delay - least,
  };
  if (max_delay === null) return [back];
  const forth: Limit = { from: cause.event_id, to: effect.event_id, most: max_delay, bound: 'max', slack: max_delay - delay };
  return [back, forth];
}

/** How many events a search for a circle may meet, so that it ends soon where the recorded times are far from possible. */
const horizon = 1000;

type NetworkReads = Pick<EventReads, 'current' | 'effects'>;

/**
 * A circle of limits, beginning with one that the recorded times break, that no times can keep; undefined where none is found.
 * Rounds of Bellman and Ford with the recorded times as potentials (D. Johnson, “Efficient Algorithms for Shortest Paths in
 * Sparse Networks”, 1977): a way may spend on the slack of its limits what those before them are broken by, so that nothing
 * beyond is read.
 *
 * Each circle that no times can keep has a limit from which a way round stays broken throughout. So where there is one, it is
 * found from one of its limits at least, and the one with the fewest limits of all is among those found.
 */
export async function readContradiction(reads: NetworkReads, broken: Limit): Promise<readonly Limit[] | undefined> {
  if (broken.to === broken.from) return [broken];
  const first: Way = { limit: broken, slack: broken.slack, before: null };
  const least = new Map([[broken.to, first.slack]]);
  let ways: ReadonlyMap<string, Way> = new Map([[broken.to, first]]);
  // A way of more steps than there are events in reach comes twice through one of them.
  for (let steps = 1; ways.size > 0 && steps <= least.size && least.size <= horizon; steps += 1) {
    const next = new Map<string, Way>();
    for (const limit of await readLimitsFrom(reads, [...ways.keys()])) {
      const before = ways.get(limit.from) ?? null;
      const way: Way = { limit, slack: (before?.slack ?? 0) + limit.slack, before };
      if (limit.to === broken.from && way.slack < 0) {
        const circle = limitsAlong(way);
        // One that comes twice through an event holds a smaller circle, which is found from one of its own limits.
        if (isSimple(circle)) return circle;
      } else if (way.slack < (least.get(limit.to) ?? 0)) {
        least.set(limit.to, way.slack);
        next.set(limit.to, way);
      }
    }
    ways = next;
  }
  return undefined;
}

/** A way through the network, by its last limit. */
interface Way {
  readonly limit: Limit;
  /** Of all its limits together. */
  readonly slack: number;
  readonly before: Way | null;
}

async function readLimitsFrom(reads: NetworkReads, eventIds: readonly string[]): Promise<readonly Limit[]> {
  const events = await reads.current(eventIds);
  const causes = await reads.current(events.flatMap((event) => event.causes.map(({ event_id }) => event_id)));
  const effects = await reads.effects(eventIds);
  const known = new Map([...events, ...causes].map((event) => [event.event_id, event]));
  const starts = new Set(eventIds);
  return [...events, ...effects]
    .flatMap((effect) =>
      effect.causes.flatMap((delay) => {
        const cause = known.get(delay.event_id);
        return cause === undefined ? [] : limitsBetween(cause, effect, delay);
      }),
    )
    .filter(({ from }) => starts.has(from));
}

function limitsAlong(last: Way): readonly Limit[] {
  const limits: Limit[] = [];
  for (let at: Way | null = last; at !== null; at = at.before) limits.push(at.limit);
  return limits.reverse();
}

function isSimple(circle: readonly Limit[]): boolean {
  return new Set(circle.map(({ to }) => to)).size === circle.length;
}
