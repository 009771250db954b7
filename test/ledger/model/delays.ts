import type { Version } from './state.ts';
import type { Arc } from './walks.ts';

/**
 * What a cause says about the times of two events: `to` is at most `length` milliseconds later than `from`. Together
 * they are the simple temporal network of Dechter, Meiri and Pearl, "Temporal Constraint Networks" (1991).
 */
export interface Bound extends Arc {
  /** `order`: that the cause is not later than its effect, where no least delay says more. */
  readonly says: 'order' | 'least' | 'most';
  readonly cause: Version;
  readonly effect: Version;
}

/** What the causes of these events, of which others may be missing, say. */
export function boundsOf(events: readonly Version[]): readonly Bound[] {
  return events.flatMap((effect) =>
    effect.causes.flatMap(({ event_id, min_delay, max_delay }): readonly Bound[] => {
      const cause = events.find((event) => event.event_id === event_id);
      if (cause === undefined) return [];
      const [early, late] = [cause.event_id, effect.event_id];
      const least = { from: late, to: early, length: -(min_delay ?? 0), says: min_delay === null ? 'order' : 'least' } as const;
      const most = max_delay === null ? [] : [{ from: early, to: late, length: max_delay, says: 'most' } as const];
      return [least, ...most].map((bound) => ({ ...bound, cause, effect }));
    }),
  );
}

/** The delays that do not hold, and the orders that do not hold and cannot as long as those delays do that hold. */
export function brokenBounds(events: readonly Version[]): readonly Bound[] {
  const bounds = boundsOf(events);
  const given = bounds.filter((bound) => bound.says === 'order' || !isBroken(bound));
  return bounds.filter((bound) => isBroken(bound) && (bound.says !== 'order' || closesNegativeCircle(bound, given)));
}

/** The orders that do not hold and cannot as long as all delays do. Where some do not, these say as much. */
export function doubtfulOrders(events: readonly Version[]): readonly Bound[] {
  const bounds = boundsOf(events);
  return bounds.filter((bound) => bound.says === 'order' && isBroken(bound) && closesNegativeCircle(bound, bounds));
}

function closesNegativeCircle({ from, to, length }: Bound, others: readonly Bound[]): boolean {
  return length + shortestPath(to, from, others) < 0;
}

function isBroken({ says, cause, effect, length }: Bound): boolean {
  const delay = effect.time - cause.time;
  return says === 'most' ? delay > length : -delay > length;
}

/** The length of the shortest path that comes nowhere twice, by trying all; infinite where there is none. */
function shortestPath(from: string, to: string, arcs: readonly Arc[]): number {
  if (from === to) return 0;
  const onwards = arcs.filter((arc) => arc.to !== from);
  const lengths = onwards.filter((arc) => arc.from === from).map((arc) => arc.length + shortestPath(arc.to, to, onwards));
  return Math.min(...lengths);
}
