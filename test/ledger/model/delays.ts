import type { Edge } from './shortest-walks.ts';
import type { Version } from './state.ts';

/**
 * A constraint on the times of two events: `to` is at most `length` milliseconds later than `from`. Together they form
 * a simple temporal network (R. Dechter, I. Meiri and J. Pearl, "Temporal Constraint Networks", 1991).
 */
export interface DelayConstraint extends Edge {
  /** `order`: the cause is not later than its effect, and there is no minimum delay. */
  readonly bound: 'order' | 'least' | 'most';
  /** The delay as the effect gives it. */
  readonly given: string;
  readonly cause: Version;
  readonly effect: Version;
}

/** The constraints between these events. Other events may be missing. */
export function constraintsOf(events: readonly Version[]): readonly DelayConstraint[] {
  return events.flatMap((effect) =>
    effect.causes.flatMap(({ event_id, min_delay, max_delay, from = 'start' }): readonly DelayConstraint[] => {
      const cause = events.find((event) => event.event_id === event_id);
      if (cause === undefined) return [];
      const [early, late] = [cause.event_id, effect.event_id];
      const lasting = from === 'end' ? (cause.end_time ?? cause.time) - cause.time : 0;
      const least = {
        from: late,
        to: early,
        length: min_delay === null ? 0 : -(min_delay + lasting),
        bound: min_delay === null ? 'order' : 'least',
        given: min_delay === null ? '' : `${min_delay} from ${from}`,
      } as const;
      const most =
        max_delay === null
          ? []
          : [
              {
                from: early,
                to: late,
                length: max_delay + lasting,
                bound: 'most',
                given: `${max_delay} from ${from}`,
              } as const,
            ];
      return [least, ...most].map((constraint) => ({ ...constraint, cause, effect }));
    }),
  );
}

/** Violated delays, and violated orders that contradict the delays that hold. */
export function violatedConstraints(events: readonly Version[]): readonly DelayConstraint[] {
  const constraints = constraintsOf(events);
  const given = constraints.filter((each) => each.bound === 'order' || !isViolated(each));
  return constraints.filter((each) => isViolated(each) && (each.bound !== 'order' || closesNegativeCycle(each, given)));
}

/** Violated orders that contradict the delays. They need not be reported if a delay is violated. */
export function optionalOrders(events: readonly Version[]): readonly DelayConstraint[] {
  const constraints = constraintsOf(events);
  return constraints.filter(
    (each) => each.bound === 'order' && isViolated(each) && closesNegativeCycle(each, constraints),
  );
}

function closesNegativeCycle({ from, to, length }: DelayConstraint, others: readonly DelayConstraint[]): boolean {
  return length + shortestPath(to, from, others) < 0;
}

function isViolated({ bound, cause, effect, length }: DelayConstraint): boolean {
  const delay = effect.time - cause.time;
  return bound === 'most' ? delay > length : -delay > length;
}

/** The length of the shortest simple path, by exhaustive search; infinite if there is none. */
function shortestPath(from: string, to: string, edges: readonly Edge[]): number {
  if (from === to) return 0;
  const onwards = edges.filter((edge) => edge.to !== from);
  const lengths = onwards
    .filter((edge) => edge.from === from)
    .map((edge) => edge.length + shortestPath(edge.to, to, onwards));
  return Math.min(...lengths);
}
