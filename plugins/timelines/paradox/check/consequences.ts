import { formatInstant } from 'chronoscribe/kinds/clock';
import { compareByTime } from '../../ledger/event.ts';
import type { Consequence, SafetyCheckResult } from '../../ledger/safety-check.ts';
import { batchMap } from '../world/batch-loader.ts';
import { dependentsOf, requirementsOf } from '../world/state-over-time.ts';
import type { LazyWorld, WorldEvent } from '../world/world.ts';

/** How many consequences are listed. */
const maxConsequences = 100;

/** What a change does to one event. Without a version before, the event is new. */
export type EventChange =
  | { readonly removed: WorldEvent; readonly added?: WorldEvent | undefined }
  | { readonly removed?: undefined; readonly added: WorldEvent };

/** What the findings of a change say about other events. */
export interface ToldByFindings {
  /** Whether an effect lost a cause. */
  isOrphaned(effect: string, cause: string): boolean;
  /** Whether an event no longer finds a value that it requires. */
  isUnmet(requirer: string): boolean;
}

/**
 * The consequences of a change: the effects of the event that is superseded, the events that require a value that it set,
 * and those that no longer find a value because of what the new one sets; then theirs, and so on; and the events that
 * overlap it at its location. Each event once, by a shortest path.
 *
 * @throws PendingLoad
 */
export function consequencesOf(
  { removed, added }: EventChange,
  { before, after }: { readonly before: LazyWorld; readonly after: LazyWorld },
  told: ToldByFindings,
): Omit<SafetyCheckResult, 'findings'> {
  const event = removed ?? added;
  const path = [event.event_id];
  const known = new Set(path);
  const start: ReachedEvent = { event, path, effect: 'affected', basis: 'causes' };
  const harmed = added === undefined ? [] : toHarmed(added, path, after, told);
  let reached: readonly ReachedEvent[] = [];
  let layer: readonly ReachedEvent[] = [start];
  while (layer.length > 0 && reached.length <= maxConsequences) {
    const next = [...expand(layer, before, told), ...(layer[0] === start ? harmed : [])].filter((step) =>
      isNew(step.event.event_id, known),
    );
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

type Expansion = (from: ReachedEvent, world: LazyWorld, told: ToldByFindings) => readonly ReachedEvent[];

function expand(layer: readonly ReachedEvent[], world: LazyWorld, told: ToldByFindings): readonly ReachedEvent[] {
  const expansions = [toEffects, toDependents, toCoLocated];
  return expansions.flatMap((expansion) =>
    batchMap(layer, (from) => expansion(from, world, told))
      .flat()
      .toSorted((one, other) => compareByTime(one.event, other.event)),
  );
}

const toEffects: Expansion = ({ event, path }, world, { isOrphaned }) =>
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

/** The events that lack what they require because of a value that an event sets now, or that it does not provide. */
function toHarmed(
  added: WorldEvent,
  path: readonly string[],
  world: LazyWorld,
  { isUnmet }: ToldByFindings,
): readonly ReachedEvent[] {
  const isAdded = ({ event_id }: WorldEvent) => event_id === added.event_id;
  const requirers = dependentsOf([added], world).filter(({ event_id }) => isUnmet(event_id));
  const harmed = batchMap(requirers, (event) =>
    requirementsOf(event, world).some(({ providers, contradicting }) => [...providers, ...contradicting].some(isAdded))
      ? [{ event, path: [...path, event.event_id], effect: 'affected' as const, basis: 'requires' as const }]
      : [],
  );
  return harmed.flat().toSorted((one, other) => compareByTime(one.event, other.event));
}

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
  return { event_id, description, time: formatInstant(time), effect, distance: path.length - 1, path, basis };
}
