import { resolve } from '../world/batch-loader.ts';
import type { LazyWorld, World, WorldEvent } from '../world/world.ts';
import { ids } from './any-story.ts';
import { clock } from './story.ts';

const instants = ['07:00', '08:00', '09:30', '10:00', '12:00', '13:00'].map(clock);
const keys = ['door', 'lamp'];

type Queries = readonly (() => unknown)[];

/** Every query of a world over any story. Where several results are valid, the query compares what they share. */
export function worldQueries(world: World): Queries {
  return [
    () => world.events(ids),
    ...ids.map((id) => () => world.successor(id)),
    ...ids.flatMap((id) =>
      ids.map((other) => () => {
        const event = world.event(id);
        if (event === undefined) return undefined;
        return world.dependence({ by: id, versions: world.earlierVersions(event) }, other)?.length;
      }),
    ),
    ...ids.map((id) => () => world.unmetKeys(id)),
    ...ids.map((id) => () => ({
      circle: world.stronglyConnectedComponent(id)?.shortestCycle.length,
      steps: world.stronglyConnectedComponent(id)?.edges().toSorted(),
    })),
    ...aboutEvents(world, (event) => world.earlierVersions(event)),
    ...aboutEvents(world, (event) => world.firstDuplicate(event)),
    ...instants.flatMap((at) => instants.map((to) => () => world.attendances('Ada', at, to))),
    ...keys.flatMap((key) => instants.map((at) => () => world.settersAt(key, at))),
    ...keys.flatMap((key) => instants.flatMap((at) => ids.map((id) => () => world.setters(key, at, [id, 'a'])))),
  ];
}

/** Every additional query of a lazy world. */
export function lazyWorldQueries(world: LazyWorld): Queries {
  return [
    ...worldQueries(world),
    ...ids.map((id) => () => world.effects(id)),
    ...aboutEvents(world, (event) => world.allRequirers([event]).toSorted(byId)),
    ...aboutEvents(world, (event) => world.allDependents([event]).toSorted(byId)),
    () => world.manipulations()?.toSorted(byId),
    ...aboutEvents(world, (event) => world.duplicates(event)),
    ...aboutEvents(world, (event) => world.coLocated(event, 2)),
    ...keys.flatMap((key) => instants.map((at) => () => world.nextAssignment(key, at))),
    ...keys.flatMap((key) => instants.flatMap((at) => instants.map((to) => () => world.dependents(key, at, to)))),
  ];
}

const byId = (one: WorldEvent, other: WorldEvent) => (one.event_id < other.event_id ? -1 : 1);

function aboutEvents(world: World, question: (event: WorldEvent) => unknown): Queries {
  return ids.map((id) => () => {
    const event = world.event(id);
    return event === undefined ? undefined : question(event);
  });
}

export async function resultsOf(questions: Queries): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  for (const question of questions) answers.push(await resolve(question));
  return answers;
}
