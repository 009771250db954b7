import { startFor } from './dated.ts';
import { type Dates, earliestDates, holdContradictions, reversed } from './dates.ts';
import { type Adjacency, adjacency, type Holds, type Network } from './network.ts';

/** What decides when a plan ends. */
export interface CriticalPath {
  /**
   * The numbers of the events on the longest path through the delays to the last event. It begins with an event without
   * causes, or with one that is held; if neither leads to the last event (it is on a cycle of delays of nothing), it is
   * that event alone.
   */
  readonly path: readonly number[];
  /**
   * How far each event can move later before it moves the end of the plan or an event that is held, in milliseconds;
   * negative if a delay is broken already. An event that is held has none.
   */
  readonly slack: Float64Array;
}

/** Between two events: the end that counts is the start of the second. */
export interface PlanSection {
  readonly from: number;
  readonly to: number;
}

/**
 * The critical path of a plan (J. Kelley and M. Walker, “Critical-Path Planning and Scheduling”, 1959), with maximum
 * delays as well: earliest dates forward from the events without causes, latest dates backward from the end. Without a
 * section, the end is the latest end of any event.
 */
export function findCriticalPath(network: Network, given: Holds, section?: PlanSection): CriticalPath {
  const { starts, durations } = network;
  if (starts.length === 0) return { path: [], slack: new Float64Array() };
  const { holds, forward, components } = holdContradictions(network, given);
  const backward = adjacency(network, 'backward');
  const all = [...starts.keys()];

  const last = section?.to ?? latestOf(starts, durations);
  const hasCauses = new Uint8Array(starts.length);
  const { to: effects, isCause } = network.pushes;
  for (const [at, effect] of effects.entries()) if (isCause[at] === 1) hasCauses[effect] = 1;
  const begins = (event: number) => {
    if (holds[event] !== undefined) return event !== last;
    return section === undefined ? hasCauses[event] === 0 : event === section.from;
  };
  const own = starts.map((start, event) => (begins(event) ? start : Number.NEGATIVE_INFINITY));
  const floors = network.notBefore;
  const earliest = earliestDates(forward, components, { own, holds, pushing: all.filter(begins), floors });

  const end = (starts[last] ?? 0) + (durations[last] ?? 0);
  const latest = starts.map((start, event) => {
    if (holds[event] !== undefined || event === last) return -start;
    const until = Math.min(section === undefined ? end : Number.POSITIVE_INFINITY, network.notAfter[event] ?? end);
    return Number.isFinite(until) ? -startFor(network, event, until) : Number.NEGATIVE_INFINITY;
  });
  const needed = earliestDates(backward, reversed(components), { own: latest, holds, pushing: all });
  return {
    path: pathTo(last, starts[last] ?? 0, earliest, holds, backward),
    slack: starts.map((start, event) => (holds[event] === undefined ? -(needed.dates[event] ?? 0) - start : 0)),
  };
}

/** The event that ends last; of several, the one that begins last. */
function latestOf(starts: Float64Array, durations: Float64Array): number {
  const endOf = (event: number) => (starts[event] ?? 0) + (durations[event] ?? 0);
  return starts.reduce((last, start, event) => {
    const later = endOf(event) - endOf(last) || start - (starts[last] ?? 0);
    return later > 0 ? event : last;
  }, 0);
}

/** From where an event is pushed to where it is. */
function pathTo(
  last: number,
  start: number,
  { dates, pushers }: Dates,
  holds: Holds,
  backward: Adjacency,
): readonly number[] {
  if (holds[last] === undefined) return chainTo(last, pushers);
  // Nothing pushes an event that is held: what comes nearest to pushing it leads there.
  let nearest: readonly number[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (let at = backward.first[last] ?? 0; at < (backward.first[last + 1] ?? 0); at += 1) {
    const other = backward.nodes[at] ?? 0;
    const slack = -backward.after(at, last, -start) - (dates[other] ?? 0);
    if (slack >= least) continue;
    nearest = chainTo(other, pushers);
    least = slack;
  }
  return [...nearest, last];
}

function chainTo(event: number, pushers: Int32Array): readonly number[] {
  const chain: number[] = [];
  for (let at = event; at !== -1; at = pushers[at] ?? -1) chain.push(at);
  return chain.reverse();
}
