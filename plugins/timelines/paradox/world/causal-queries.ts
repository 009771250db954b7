import { edgesWithin, packGraph, shortestCycle, stronglyConnectedComponents } from './causal-graph.ts';
import type { EventReads } from './event-reads.ts';
import type { StronglyConnectedComponent, WorldEvent } from './world.ts';

/** The components of several events by event id, see `World.stronglyConnectedComponent`. */
export async function findComponents(
  reads: EventReads,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, StronglyConnectedComponent>> {
  const causes = new Set(edgesToCauses(await reads.effects(eventIds)).map(({ to }) => to));
  const starts = eventIds.filter((id) => causes.has(id));
  if (starts.length === 0 || !(await reads.hasBackwardCause())) return new Map();

  const ancestors = new Map<string, WorldEvent>();
  await reachableFrom(starts, async (ids) => {
    const events = await reads.current(ids);
    for (const event of events) ancestors.set(event.event_id, event);
    return edgesToCauses(events);
  });
  return componentsAmong([...ancestors.values()]);
}

function componentsAmong(events: readonly WorldEvent[]): ReadonlyMap<string, StronglyConnectedComponent> {
  const numbers = new Map(events.map(({ event_id }, number) => [event_id, number]));
  const graph = packGraph(
    events.map(({ time, causes }) => ({ time, causes: causes.map(({ event_id }) => numbers.get(event_id) ?? -1) })),
  );
  const idsOf = (members: readonly number[]) => members.flatMap((number) => events[number]?.event_id ?? []);
  const subject = (number: number) => events[number]?.subject ?? -1;
  return new Map(
    stronglyConnectedComponents(graph).flatMap((members) => {
      const component: StronglyConnectedComponent = {
        shortestCycle: idsOf(shortestCycle(graph, members)),
        edges: () => edgesWithin(graph, members).map(([cause, effect]) => [subject(cause), subject(effect)]),
      };
      return idsOf(members).map((id) => [id, component] as const);
    }),
  );
}

function edgesToCauses(events: readonly WorldEvent[]): readonly Edge<string>[] {
  return events.flatMap(({ event_id, causes }) => causes.map((cause) => ({ from: event_id, to: cause.event_id })));
}

/** An edge of a graph. */
export interface Edge<Node> {
  readonly from: Node;
  readonly to: Node;
}

/**
 * Loads all edges that leave some nodes: a graph that is not in memory is searched breadth-first, a layer at a time.
 */
export type EdgesFrom<Node> = (layer: readonly Node[]) => Promise<readonly Edge<Node>[]>;

/** A shortest path, of at least one edge, from `start` to an end: `[start, …, end]`. Undefined if there is none. */
export async function shortestPath<Node>(
  start: Node,
  isEnd: (node: Node) => boolean,
  edgesFrom: EdgesFrom<Node>,
): Promise<readonly Node[] | undefined> {
  const before = new Map<Node, Node>();
  let layer: readonly Node[] = [start];
  while (layer.length > 0) {
    const next: Node[] = [];
    for (const { from, to } of await edgesFrom(layer)) {
      if (isEnd(to)) return [...pathTo(from, start, before), to];
      if (to === start || before.has(to)) continue;
      before.set(to, from);
      next.push(to);
    }
    layer = next;
  }
  return undefined;
}

function pathTo<Node>(end: Node, start: Node, before: ReadonlyMap<Node, Node>): readonly Node[] {
  const path = [end];
  let node = end === start ? undefined : before.get(end);
  while (node !== undefined) {
    path.push(node);
    node = node === start ? undefined : before.get(node);
  }
  return path.reverse();
}

/** All nodes that a path of at least one edge reaches from one of these. */
export async function reachableFrom<Node>(
  starts: readonly Node[],
  edgesFrom: EdgesFrom<Node>,
): Promise<ReadonlySet<Node>> {
  const reached = new Set<Node>();
  let layer = starts;
  while (layer.length > 0) {
    const next = new Set<Node>();
    for (const { to } of await edgesFrom(layer)) if (!reached.has(to)) next.add(to);
    for (const node of next) reached.add(node);
    layer = [...next];
  }
  return reached;
}
