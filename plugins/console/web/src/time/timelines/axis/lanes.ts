import type { TimelineEvent } from '../timeline-event.ts';

export const laneKinds = ['place', 'participant', 'none'] as const;
export type LaneKind = (typeof laneKinds)[number];

export interface Lane {
  /** The place or the participant; null for the lane of all others. */
  readonly name: string | null;
  /** By time. */
  readonly events: readonly TimelineEvent[];
  /** Milliseconds that the longest of them takes. */
  readonly longest: number;
}

/** More lanes than these are joined in the last one: nobody reads hundreds. */
const mostLanes = 24;

/** Sorts events into lanes, the lane with the most events first, and all that have no lane of their own into the last. */
export function lanesOf(events: readonly TimelineEvent[], kind: LaneKind): readonly Lane[] {
  if (kind === 'none') return [laneOf(null, events)];
  const namesOf = (event: TimelineEvent) => (kind === 'place' ? [event.location] : event.participants);
  const byName = Map.groupBy(
    events.flatMap((event) => namesOf(event).map((name) => ({ name, event }))),
    ({ name }) => name,
  );
  const all = [...byName].toSorted(([, one], [, other]) => other.length - one.length);
  const named = all.slice(0, mostLanes).map(([name, list]) => [name, list.map(({ event }) => event)] as const);
  const shown = new Set(named.flatMap(([, list]) => list));
  const others = events.filter((event) => !shown.has(event));
  return [...named.map(([name, list]) => laneOf(name, list)), ...(others.length > 0 ? [laneOf(null, others)] : [])];
}

function laneOf(name: string | null, events: readonly TimelineEvent[]): Lane {
  return { name, events, longest: events.reduce((most, { start, end }) => Math.max(most, end - start), 0) };
}

/**
 * The number of a lane's first event that may reach into view.
 *
 * @param x where an instant is, in pixels from the left of the view
 */
export function firstInView({ events, longest }: Lane, x: (instant: number) => number): number {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const event = events[middle];
    if (event !== undefined && x(event.start + longest) < -8) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first lane of each event, by its number. */
export function laneNumbers(lanes: readonly Lane[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const [number, { events }] of lanes.entries()) {
    for (const { id } of events) if (!numbers.has(id)) numbers.set(id, number);
  }
  return numbers;
}
