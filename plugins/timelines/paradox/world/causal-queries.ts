import { knotsOf, packGraph } from './causal-graph.ts';
import type { EventReads } from './event-reads.ts';
import { shortestCircle, stepsWithin } from './shortest-cycle.ts';
import type { Knot, WorldEvent } from './world.ts';

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

/** A step from one node of a graph to the next. A node is whatever tells events apart. */
export interface Step<Node> {
  readonly from: Node;
  readonly to: Node;
}

/** Loads all steps that lead away from some nodes, so that a walk goes through a graph that is not held, a layer at a time. */
export type StepsFrom<Node> = (layer: readonly Node[]) => Promise<readonly Step<Node>[]>;

/** A shortest way, of one step at least, from `start` to an end: `[start, …, end]`. Undefined where there is none. */
export async function shortestWay<Node>(
  start: Node,
  isEnd: (node: Node) => boolean,
  stepsFrom: StepsFrom<Node>,
): Promise<readonly Node[] | undefined> {
  const before = new Map<Node, Node>();
  let layer: readonly Node[] = [start];
  while (layer.length > 0) {
    const next: Node[] = [];
    for (const { from, to } of await stepsFrom(layer)) {
      if (isEnd(to)) return [...wayTo(from, start, before), to];
      if (to === start || before.has(to)) continue;
      before.set(to, from);
      next.push(to);
    }
    layer = next;
  }
  return undefined;
}

function wayTo<Node>(end: Node, start: Node, before: ReadonlyMap<Node, Node>): readonly Node[] {
  const way = [end];
  let node = end === start ? undefined : before.get(end);
  while (node !== undefined) {
    way.push(node);
    node = node === start ? undefined : before.get(node);
  }
  return way.reverse();
}

/** All nodes to which a way of one step at least leads from one of these. */
export async function reachedFrom<Node>(starts: readonly Node[], stepsFrom: StepsFrom<Node>): Promise<ReadonlySet<Node>> {
  const reached = new Set<Node>();
  let layer = starts;
  while (layer.length > 0) {
    const met = new Set<Node>();
    for (const { to } of await stepsFrom(layer)) if (!reached.has(to)) met.add(to);
    for (const node of met) reached.add(node);
    layer = [...met];
  }
  return reached;
}
