import { batchMap, resolve } from './batch-loader.ts';
import { reachableFrom, shortestPath } from './causal-queries.ts';
import { dependentsOf, isSameValue, type Requirement, requirementsOf } from './state-over-time.ts';
import type { DependenceLink, LazyWorld, UndoneVersions, World, WorldEvent } from './world.ts';

/** What an event needs: a cause, or the value of a key. Any of its providers is enough. */
interface Need {
  /** The key; null for a cause. */
  readonly key: string | null;
  /** Event ids. */
  readonly providers: readonly string[];
}

type Reads = Pick<World, 'events' | 'setters'>;

/**
 * See `World.dependence`. A search from `to` back through causes and providers, a layer at a time.
 *
 * @param floor no event that is earlier depends on what is undone; milliseconds since 1970
 */
export async function findDependence(
  { versions, by }: UndoneVersions,
  { to, floor }: { readonly to: string; readonly floor: number },
  world: Reads,
): Promise<readonly DependenceLink[] | undefined> {
  const undone = new Set(versions.map(({ event_id }) => event_id));
  const isUndone = (id: string) => undone.has(id);
  const needs = new Map<string, readonly Need[]>();
  const edges = (layer: readonly string[], counts: (need: Need) => boolean) =>
    layer.flatMap((from) =>
      (needs.get(from) ?? [])
        .filter(counts)
        .flatMap(({ providers }) => providers.map((provider) => ({ from, to: provider }))),
    );
  const allEdges = async (layer: readonly string[]) => {
    const open = layer.filter((id) => !needs.has(id) && !isUndone(id));
    const loaded = await resolve(() =>
      batchMap(
        world.events(open).filter(({ time }) => time >= floor),
        (event) => [event.event_id, needsOf(event, { versions, by }, world)] as const,
      ),
    );
    for (const [id, each] of loaded) needs.set(id, each);
    return edges(layer, () => true);
  };

  const path = await shortestPath(to, isUndone, allEdges);
  if (path === undefined) return undefined;
  const isAlone = ({ providers }: Need) => providers.length === 1;
  if (linksAlong(path, needs, isAlone) !== undefined) return linksAlong(path, needs, isAlone);
  // Where one of several providers does not depend on it, the need is met in any case: that takes the whole graph.
  await reachableFrom([to], allEdges);
  const dependent = dependentOn(isUndone, needs);
  const isDependent = ({ providers }: Need) =>
    providers.length > 0 && providers.every((id) => isUndone(id) || dependent.has(id));
  const certain = await shortestPath(to, isUndone, async (layer) => edges(layer, isDependent));
  return certain && linksAlong(certain, needs, isDependent);
}

/** What an event needs. A value that nothing sets now is needed of the undone version that would have set it. */
function needsOf(event: WorldEvent, undone: UndoneVersions, world: Reads): readonly Need[] {
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
function formerProviders(
  { event_id, time }: WorldEvent,
  { key, value }: Requirement,
  { versions, by }: UndoneVersions,
  world: Reads,
): readonly WorldEvent[] {
  const would = versions.filter((version) => version.time <= time && isSameValue(version.effects[key], value));
  if (would.length === 0) return [];
  const [latest] = world.setters(key, time, [event_id, by]);
  return would.filter((version) => latest === undefined || latest.time <= version.time);
}

/** The events of which some need has only providers that are undone, or that are such events themselves. */
function dependentOn(
  isUndone: (id: string) => boolean,
  needs: ReadonlyMap<string, readonly Need[]>,
): ReadonlySet<string> {
  const needers = new Map<string, string[]>();
  for (const [id, each] of needs)
    for (const provider of each.flatMap(({ providers }) => providers)) {
      const others = needers.get(provider);
      if (others === undefined) needers.set(provider, [id]);
      else others.push(id);
    }
  const dependent = new Set<string>();
  const isMissing = (id: string) => isUndone(id) || dependent.has(id);
  const open = [...needs.keys()];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const isDependent = needs.get(id)?.some(({ providers }) => providers.length > 0 && providers.every(isMissing));
    if (isDependent !== true || dependent.has(id)) continue;
    dependent.add(id);
    open.push(...(needers.get(id) ?? []));
  }
  return dependent;
}

/** A path from an event back to what it depends on, as a chain forward; undefined if a step of it has no such need. */
function linksAlong(
  path: readonly string[],
  needs: ReadonlyMap<string, readonly Need[]>,
  counts: (need: Need) => boolean,
): readonly DependenceLink[] | undefined {
  const links: DependenceLink[] = [];
  for (const [at, event_id] of path.entries()) {
    const provider = path[at + 1];
    if (provider === undefined) {
      links.push({ event_id, key: null });
      continue;
    }
    const need = needs.get(event_id)?.find((each) => counts(each) && each.providers.includes(provider));
    if (need === undefined) return undefined;
    links.push({ event_id, key: need.key });
  }
  return links.reverse();
}

/**
 * See `World.unmetKeys`: those of some events, and of all events whose values they need. What some events at one instant
 * provide each other counts as met.
 */
export async function findUnmetKeys(
  eventIds: readonly string[],
  world: Reads,
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
    layer = [...new Set(providers)].filter((id) => !requirements.has(id));
  }

  const requirers = new Map<string, Set<string>>();
  for (const [id, each] of requirements)
    for (const { event_id } of each.flatMap(({ providers }) => providers))
      requirers.set(event_id, (requirers.get(event_id) ?? new Set()).add(id));
  const unmet = new Set<string>();
  const isUnmet = ({ providers }: Requirement) => providers.every(({ event_id }) => unmet.has(event_id));
  const open = [...requirements.keys()];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (unmet.has(id) || requirements.get(id)?.some(isUnmet) !== true) continue;
    unmet.add(id);
    open.push(...(requirers.get(id) ?? []));
  }
  return new Map([...requirements].map(([id, each]) => [id, each.filter(isUnmet).map(({ key }) => key)]));
}

/** See `LazyWorld.dependentIds`. */
export async function findDependentIds(
  events: readonly WorldEvent[],
  world: Pick<LazyWorld, 'effects' | 'nextAssignment' | 'dependents'>,
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (let layer = events; layer.length > 0; ) {
    const next = await resolve(() => [
      ...batchMap(layer, ({ event_id }) => world.effects(event_id)).flat(),
      ...dependentsOf(layer, world),
    ]);
    layer = [...new Map(next.map((event) => [event.event_id, event])).values()].filter(
      ({ event_id }) => !found.has(event_id),
    );
    for (const { event_id } of layer) found.add(event_id);
  }
  return [...found];
}
