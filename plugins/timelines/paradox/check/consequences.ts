import { compareByTime } from '../../ledger/event.ts';
import type { Consequence, Consequences } from '../../ledger/safety-check.ts';
import { batchMap } from '../world/batch-loader.ts';
import { dependentsOf, requirementsOf } from '../world/state-over-time.ts';
import type { LazyWorld, WorldEvent } from '../world/world.ts';

/** How many consequences are listed. */
const maxConsequences = 100;

/**
 * The consequences of superseding an event: its effects and the events that require a value that it set, then theirs,
 * and so on; and the events that overlap it at its location. Each event once, by a shortest path.
 *
 * @param world before the change
 * @param isOrphaned whether an effect loses a cause by the change; default: all effects of the event
 * @throws PendingLoad
 */
export function consequencesOf(
  event: WorldEvent,
  world: LazyWorld,
  isOrphaned: (effect: string, cause: string) => boolean = (_, cause) => cause === event.event_id,
): Consequences {
  const known = new Set([event.event_id]);
  let reached: readonly ReachedEvent[] = [];
  let layer: readonly ReachedEvent[] = [{ event, path: [event.event_id], effect: 'affected', basis: 'causes' }];
  while (layer.length > 0 && reached.length <= maxConsequences) {
    const next = expand(layer, world, isOrphaned).filter((step) => isNew(step.event.event_id, known));
    reached = [...reached, ...next];
    // A shared location does not propagate.
    layer = next.filter(({ basis }) => basis !== 'co_located');
  }
  return { consequences: reached.slice(0, maxConsequences).map(consequenceOf), more: reached.length > maxConsequences };
}

/** An event that a manipulation affects, with the last step of the path to it. */
interface ReachedEvent extends Pick<Consequence, 'path' | 'effect' | 'basis'> {
  readonly event: WorldEvent;
}

type Orphaned = (effect: string, cause: string) => boolean;
type Expansion = (from: ReachedEvent, world: LazyWorld, isOrphaned: Orphaned) => readonly ReachedEvent[];

function expand(layer: readonly ReachedEvent[], world: LazyWorld, isOrphaned: Orphaned): readonly ReachedEvent[] {
  const expansions = [toEffects, toDependents, toCoLocated];
  return expansions.flatMap((expansion) =>
    batchMap(layer, (from) => expansion(from, world, isOrphaned))
      .flat()
      .toSorted((one, other) => compareByTime(one.event, other.event)),
  );
}

const toEffects: Expansion = ({ event, path }, world, isOrphaned) =>
  world.effects(event.event_id).map((effect) => {
    const isTimed = effect.causes.some(
      ({ event_id, min_delay, max_delay }) => event_id === event.event_id && (min_delay ?? max_delay) !== null,
    );
    const effectOfDelay = isTimed ? 'retimed' : 'affected';
    return {
      event: effect,
      path: [...path, effect.event_id],
      effect: isOrphaned(effect.event_id, event.event_id) ? 'orphaned' : effectOfDelay,
      basis: 'causes',
    };
  });

const toDependents: Expansion = ({ event, path }, world) =>
  batchMap(dependentsOf([event], world), (requirer) =>
    requirementsOf(requirer, world).some(({ providers }) =>
      providers.some(({ event_id }) => event_id === event.event_id),
    )
      ? [
          {
            event: requirer,
            path: [...path, requirer.event_id],
            effect: 'affected' as const,
            basis: 'requires' as const,
          },
        ]
      : [],
  ).flat();

const toCoLocated: Expansion = ({ event, path }, world) => {
  if (path.length > 1) return [];
  const others = world.coLocated(event, maxConsequences + 1);
  return others.map((other) => ({
    event: other,
    path: [...path, other.event_id],
    effect: 'affected',
    basis: 'co_located',
  }));
};

function isNew(id: string, known: Set<string>): boolean {
  if (known.has(id)) return false;
  known.add(id);
  return true;
}

function consequenceOf({ event, path, effect, basis }: ReachedEvent): Consequence {
  const { event_id, description, time } = event;
  return { event_id, description, time, effect, distance: path.length - 1, path, basis };
}
