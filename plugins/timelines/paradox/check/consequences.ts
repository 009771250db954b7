import { inOrder } from '../../ledger/event.ts';
import type { Consequence, Consequences } from '../../ledger/safety-check.ts';
import { askAbout } from '../world/batch-loader.ts';
import { requirersOf, suppliesOf } from '../world/state-over-time.ts';
import type { Surroundings, WorldEvent } from '../world/world.ts';

/** How many consequences are told. */
const most = 100;

/**
 * What follows where an event is superseded: what it caused and what requires a fact that it set, what those caused and set, and
 * so on; and what is under way at its place while it is. Each event once, by a shortest way to it.
 *
 * @param world shows the event still; may answer `NotLoaded`
 */
export function consequencesOf(event: WorldEvent, world: Surroundings): Consequences {
  const known = new Set([event.event_id]);
  let reached: readonly Reached[] = [];
  let layer: readonly Reached[] = [{ event, path: [event.event_id], effect: 'affected', basis: 'causes' }];
  while (layer.length > 0 && reached.length <= most) {
    const next = stepsFrom(layer, world).filter((step) => isNew(step.event.event_id, known));
    reached = [...reached, ...next];
    // That something is at the same place does not lead on.
    layer = next.filter(({ basis }) => basis !== 'co_located');
  }
  return { consequences: reached.slice(0, most).map(consequenceOf), more: reached.length > most };
}

/** An event that a manipulation reaches, with the last step of the way to it. */
interface Reached extends Pick<Consequence, 'path' | 'effect' | 'basis'> {
  readonly event: WorldEvent;
}

type Way = (from: Reached, world: Surroundings) => readonly Reached[];

function stepsFrom(layer: readonly Reached[], world: Surroundings): readonly Reached[] {
  const ways = [toEffects, toDependants, toCoLocated];
  return ways.flatMap((way) =>
    askAbout(layer, (from) => way(from, world))
      .flat()
      .toSorted((one, other) => inOrder(one.event, other.event)),
  );
}

const toEffects: Way = ({ event, path }, world) =>
  world.effects(event.event_id).map((effect) => {
    const isTimed = effect.causes.some(
      ({ event_id, min_delay, max_delay }) => event_id === event.event_id && (min_delay ?? max_delay) !== null,
    );
    const further = isTimed ? 'retimed' : 'affected';
    return { event: effect, path: [...path, effect.event_id], effect: path.length === 1 ? 'orphaned' : further, basis: 'causes' };
  });

const toDependants: Way = ({ event, path }, world) =>
  askAbout(requirersOf([event], world), (requirer) =>
    suppliesOf(requirer, world).some(({ suppliers }) => suppliers.some(({ event_id }) => event_id === event.event_id))
      ? [{ event: requirer, path: [...path, requirer.event_id], effect: 'affected' as const, basis: 'requires' as const }]
      : [],
  ).flat();

const toCoLocated: Way = ({ event, path }, world) => {
  if (path.length > 1) return [];
  const others = world.coLocated(event, most + 1);
  return others.map((other) => ({ event: other, path: [...path, other.event_id], effect: 'affected', basis: 'co_located' }));
};

function isNew(id: string, known: Set<string>): boolean {
  if (known.has(id)) return false;
  known.add(id);
  return true;
}

function consequenceOf({ event, path, effect, basis }: Reached): Consequence {
  const { event_id, description, time } = event;
  return { event_id, description, time, effect, distance: path.length - 1, path, basis };
}
