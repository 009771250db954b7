import { packGraph } from './causal-graph.ts';
import type { EventReads } from './event-reads.ts';
import { knotsOf } from './knots.ts';
import { shortestCircle, stepsWithin } from './shortest-circle.ts';
import { reachedFrom, type Step, shortestWay } from './walks.ts';
import type { Knot } from './world.ts';
import type { WorldEvent } from './world-event.ts';

export interface ChainQuery {
  readonly from: readonly string[];
  readonly to: string;
}

/** See `World.chain`. */
export async function readChain(reads: EventReads, { from, to }: ChainQuery): Promise<readonly string[] | undefined> {
  const effects = await reads.effects(from);
  if (effects.length === 0) return undefined;
  // Where all causes are earlier than their effects, what is earlier than all of these does not come of them.
  const floor = (await reads.hasBackwardCause())
    ? Number.NEGATIVE_INFINITY
    : effects.reduce((earliest, { time }) => Math.min(earliest, time), Number.POSITIVE_INFINITY);
  const ends = new Set(from);
  const way = await shortestWay(
    to,
    (id) => ends.has(id),
    async (ids) => stepsToCauses((await reads.current(ids)).filter(({ time }) => time >= floor)),
  );
  return way?.toReversed();
}

/** See `Surroundings.descendants`. */
export async function readDescendants(reads: EventReads, eventIds: readonly string[]): Promise<readonly string[]> {
  const reached = await reachedFrom(eventIds, async (ids) => {
    const causes = new Set(ids);
    return stepsToCauses(await reads.effects(ids))
      .filter((step) => causes.has(step.to))
      .map(({ from, to }) => ({ from: to, to: from }));
  });
  return [...reached];
}

/** The knots of several events, see `World.knot`, by event id. */
export async function readKnots(reads: EventReads, eventIds: readonly string[]): Promise<ReadonlyMap<string, Knot>> {
  const causes = new Set(stepsToCauses(await reads.effects(eventIds)).map(({ to }) => to));
  const starts = eventIds.filter((id) => causes.has(id));
  if (starts.length === 0 || !(await reads.hasBackwardCause())) return new Map();

  const ancestors = new Map<string, WorldEvent>();
  await reachedFrom(starts, async (ids) => {
    const events = await reads.current(ids);
    for (const event of events) ancestors.set(event.event_id, event);
    return stepsToCauses(events);
  });
  return knotsAmong([...ancestors.values()]);
}

function knotsAmong(events: readonly WorldEvent[]): ReadonlyMap<string, Knot> {
  const numbers = new Map(events.map(({ event_id }, number) => [event_id, number]));
  const graph = packGraph(
    events.map(({ time, causes }) => ({ time, causes: causes.map(({ event_id }) => numbers.get(event_id) ?? -1) })),
  );
  const idsOf = (members: readonly number[]) => members.flatMap((number) => events[number]?.event_id ?? []);
  const subject = (number: number) => events[number]?.subject ?? -1;
  return new Map(
    knotsOf(graph).flatMap((members) => {
      const knot: Knot = {
        circle: idsOf(shortestCircle(graph, members)),
        steps: () => stepsWithin(graph, members).map(([cause, effect]) => [subject(cause), subject(effect)]),
      };
      return idsOf(members).map((id) => [id, knot] as const);
    }),
  );
}

function stepsToCauses(events: readonly WorldEvent[]): readonly Step<string>[] {
  return events.flatMap(({ event_id, causes }) => causes.map((cause) => ({ from: event_id, to: cause.event_id })));
}
