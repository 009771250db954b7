import { batchMap, resolve } from './batch-loader.ts';
import { reachableFrom, shortestPath } from './causal-queries.ts';
import { dependentsOf, isSameValue, type Requirement, requirementsOf } from './state-over-time.ts';
import type { LazyWorld, UndoneVersions, World, WorldEvent } from './world.ts';

/** What an event needs: a cause, or the value of a key. Any of its providers is enough. */
export interface Need<Node> {
  /** The key; null for a cause. */
  readonly key: string | null;
  readonly providers: readonly Node[];
}

type Reads = Pick<World, 'events' | 'setters'>;
type Needs<Node> = ReadonlyMap<Node, readonly Need<Node>[]>;

/** A link of a chain, see `DependenceLink`. */
interface Link<Node> {
  readonly node: Node;
  readonly key: string | null;
}

/**
 * See `World.dependence`. A search from `to` back through causes and providers, a layer at a time.
 *
 * @param loadNeeds what these events need; nothing of one that cannot depend on what is undone
 */
export async function findDependence<Node>(
  to: Node,
  isUndone: (node: Node) => boolean,
  loadNeeds: (nodes: readonly Node[]) => Promise<Iterable<readonly [Node, readonly Need<Node>[]]>>,
): Promise<readonly Link<Node>[] | undefined> {
  const needs = new Map<Node, readonly Need<Node>[]>();
  const edges = (layer: readonly Node[], counts: (need: Need<Node>) => boolean) =>
    layer.flatMap((from) =>
      (needs.get(from) ?? [])
        .filter(counts)
        .flatMap(({ providers }) => providers.map((provider) => ({ from, to: provider }))),
    );
  const allEdges = async (layer: readonly Node[]) => {
    const open = layer.filter((node) => !needs.has(node) && !isUndone(node));
    for (const [node, each] of await loadNeeds(open)) needs.set(node, each);
    return edges(layer, () => true);
  };

  const path = await shortestPath(to, isUndone, allEdges);
  if (path === undefined) return undefined;
  const alone = linksAlong(path, needs, ({ providers }) => providers.length === 1);
  if (alone !== undefined) return alone;
  // Where one of several providers does not depend on it, the need is met in any case: that takes the whole graph.
  await reachableFrom([to], allEdges);
  const dependent = dependentOn(isUndone, needs);
  const isDependent = ({ providers }: Need<Node>) =>
    providers.length > 0 && providers.every((node) => isUndone(node) || dependent.has(node));
  const certain = await shortestPath(to, isUndone, async (layer) => edges(layer, isDependent));
  return certain && linksAlong(certain, needs, isDependent);
}

/** What an event needs. A value that nothing sets now is needed of the undone version that would have set it. */
export function needsOf(event: WorldEvent, undone: UndoneVersions, world: Reads): readonly Need<string>[] {
  const causes = event.causes.map(({ event_id }) => ({ key: null, providers: [event_id] }));
  const values = batchMap(requirementsOf(event, world), (requirement) => ({
    key: requirement.key,
    providers: (requirement.providers.length > 0
      ? requirement.providers
      : formerProviders(event, requirement, undone, world)
    ).map(({ event_id }) => event_id),
  }));
  return [...causes, ...values];
}

/** The undone versions that would provide a value if the manipulation had not been made. */
export function formerProviders(
  { event_id, time }: WorldEvent,
  { key, value }: Pick<Requirement, 'key' | 'value'>,
  { versions, by }: UndoneVersions,
  world: Reads,
): readonly WorldEvent[] {
  const would = versions.filter((version) => version.time <= time && isSameValue(version.effects[key], value));
  if (would.length === 0) return [];
  const [latest] = world.setters(key, time, [event_id, by]);
  return would.filter((version) => latest === undefined || latest.time <= version.time);
}

/** The events of which some need has only providers that are undone, or that are such events themselves. */
function dependentOn<Node>(isUndone: (node: Node) => boolean, needs: Needs<Node>): ReadonlySet<Node> {
  const needers = new Map<Node, Node[]>();
  for (const [node, each] of needs)
    for (const provider of each.flatMap(({ providers }) => providers)) {
      const others = needers.get(provider);
      if (others === undefined) needers.set(provider, [node]);
      else others.push(node);
    }
  const dependent = new Set<Node>();
  const isMissing = (node: Node) => isUndone(node) || dependent.has(node);
  const open = [...needs.keys()];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const isDependent = needs.get(node)?.some(({ providers }) => providers.length > 0 && providers.every(isMissing));
    if (isDependent !== true || dependent.has(node)) continue;
    dependent.add(node);
    for (const needer of needers.get(node) ?? []) open.push(needer);
  }
  return dependent;
}

/** A path from an event back to what it depends on, as a chain forward; undefined if a step of it has no such need. */
function linksAlong<Node>(
  path: readonly Node[],
  needs: Needs<Node>,
  counts: (need: Need<Node>) => boolean,
): readonly Link<Node>[] | undefined {
  const links: Link<Node>[] = [];
  for (const [at, node] of path.entries()) {
    const provider = path[at + 1];
    if (provider === undefined) {
      links.push({ node, key: null });
      continue;
    }
    const need = needs.get(node)?.find((each) => counts(each) && each.providers.includes(provider));
    if (need === undefined) return undefined;
    links.push({ node, key: need.key });
  }
  return links.reverse();
}

/**
 * See `World.unmetKeys`: those of some events, and of all events whose values they need and that are not known yet. What
 * some events at one instant provide each other counts as met.
 */
export async function findUnmetKeys(
  eventIds: readonly string[],
  world: Reads,
  known: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const requirements = new Map<string, readonly Requirement[]>(eventIds.map((id) => [id, []]));
  for (let layer = eventIds; layer.length > 0; ) {
    const loaded = await resolve(() =>
      batchMap(world.events(layer), (event) => [event.event_id, requirementsOf(event, world)] as const),
    );
    for (const [id, each] of loaded) requirements.set(id, each);
    const providers = loaded.flatMap(([, each]) =>
      each.flatMap((one) => one.providers.map(({ event_id }) => event_id)),
    );
    layer = [...new Set(providers)].filter((id) => !requirements.has(id) && !known.has(id));
  }

  const requirers = new Map<string, Set<string>>();
  for (const [id, each] of requirements)
    for (const { event_id } of each.flatMap(({ providers }) => providers))
      requirers.set(event_id, (requirers.get(event_id) ?? new Set()).add(id));
  const unmet = new Set<string>();
  const lacks = (id: string) => unmet.has(id) || (known.get(id) ?? []).length > 0;
  const isUnmet = ({ providers }: Requirement) => providers.every(({ event_id }) => lacks(event_id));
  const open = [...requirements.keys()];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (unmet.has(id) || requirements.get(id)?.some(isUnmet) !== true) continue;
    unmet.add(id);
    for (const requirer of requirers.get(id) ?? []) open.push(requirer);
  }
  return new Map([...requirements].map(([id, each]) => [id, each.filter(isUnmet).map(({ key }) => key)]));
}

/** See `LazyWorld.allRequirers`. */
export async function findAllRequirers(
  events: readonly WorldEvent[],
  world: Pick<LazyWorld, 'unmetKeys' | 'nextAssignment' | 'dependents'>,
): Promise<readonly WorldEvent[]> {
  const found = new Map<string, WorldEvent>();
  for (let layer = events; layer.length > 0; ) {
    const next = await resolve(() => dependentsOf(layer, world));
    const unknown = [...new Map(next.map((event) => [event.event_id, event])).values()].filter(
      ({ event_id }) => !found.has(event_id),
    );
    for (const event of unknown) found.set(event.event_id, event);
    const isUnmet = await resolve(() => batchMap(unknown, ({ event_id }) => world.unmetKeys(event_id).length > 0));
    layer = unknown.filter((_, at) => isUnmet[at]);
  }
  return [...found.values()];
}

/** See `LazyWorld.allDependents`. */
export async function findAllDependents(
  events: readonly WorldEvent[],
  world: Pick<LazyWorld, 'effects' | 'nextAssignment' | 'dependents'>,
): Promise<readonly WorldEvent[]> {
  const found = new Map<string, WorldEvent>();
  for (let layer = events; layer.length > 0; ) {
    const next = await resolve(() => [
      ...batchMap(layer, ({ event_id }) => world.effects(event_id)).flat(),
      ...dependentsOf(layer, world),
    ]);
    layer = [...new Map(next.map((event) => [event.event_id, event])).values()].filter(
      ({ event_id }) => !found.has(event_id),
    );
    for (const event of layer) found.set(event.event_id, event);
  }
  return [...found.values()];
}
