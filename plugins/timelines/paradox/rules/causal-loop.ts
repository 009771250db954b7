import { inOrder } from '../../in-order.ts';
import { type Fault, faultOf } from '../fault.ts';
import type { Rule } from '../rule.ts';
import { named, trail } from '../wording.ts';
import type { Knot, World } from '../world.ts';
import type { WorldEvent } from '../world-event.ts';

/**
 * Events cause each other in a circle, so that none of them has a beginning (D. Lewis, “The Paradoxes of Time Travel”, 1976).
 * Such events are the strongly connected components of the graph of causes (R. Tarjan, “Depth-First Search and Linear Graph
 * Algorithms”, 1972); one finding for each, whose witness is a shortest circle, as Elle reports the cycles of a history (K.
 * Kingsbury and P. Alvaro, “Elle: Inferring Isolation Anomalies from Experimental Observations”, 2020). Borne by each event in it
 * alike.
 */
export const causalLoop: Rule = {
  kind: 'causal_loop',
  borneBy({ event_id }, world) {
    const knot = world.knot(event_id);
    if (knot === undefined) return [];
    const fault = faults.get(knot) ?? faultIn(knot, world);
    faults.set(knot, fault);
    return [fault];
  },
  // A new circle passes through an event that appeared, which bears it.
  touchedBy: () => [],
};

/** Each is borne by all events of its knot, which may be many, and long. */
const faults = new WeakMap<Knot, Fault>();

function faultIn(knot: Knot, world: World): Fault {
  const circle = fromEarliest(world.events(knot.circle));
  const effects = [...circle.slice(1), ...circle.slice(0, 1)];
  const round = trail([...circle, ...circle.slice(0, 1)].map((event) => event.event_id));
  const circling = `Each of these events is brought about by the one before it, in a circle: ${round}.`;
  return faultOf('causal_loop', {
    events: circle,
    witness: effects.map((effect, position) => stepTo(effect, circle[position] ?? effect)),
    explanation: `${circling} None of them can be the first.`,
    identities: () => knot.steps().map(([cause, effect]) => `${cause}|${effect}`),
  });
}

/** A circle has no beginning; one that begins with its earliest event reads best. */
function fromEarliest(circle: readonly WorldEvent[]): readonly WorldEvent[] {
  const earliest = circle.reduce((least, event, position) => {
    const other = circle[least];
    return other !== undefined && inOrder(event, other) < 0 ? position : least;
  }, 0);
  return [...circle.slice(earliest), ...circle.slice(0, earliest)];
}

function stepTo(effect: WorldEvent, cause: WorldEvent) {
  return {
    from: cause.event_id,
    to: effect.event_id,
    relation: 'causes',
    detail: `${named(cause)} causes ${named(effect)}`,
  };
}
