import { inOrder } from '../../ledger/event.ts';
import { askAbout } from '../world/batch-loader.ts';
import type { Knot, World, WorldEvent } from '../world/world.ts';
import { type Fault, faultOf, type Rule } from './rule.ts';
import { dated, named, trail } from './wording.ts';

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

/**
 * An event names a cause that is not earlier than itself. Time must be a strict order on causes, as Lamport's clock condition has
 * it (“Time, Clocks, and the Ordering of Events in a Distributed System”, 1978): equal times are a fault too. Borne by the
 * effect.
 */
export const effectBeforeCause: Rule = {
  kind: 'effect_before_cause',
  borneBy(effect, world) {
    const causes = world.events(effect.causes.map(({ event_id }) => event_id));
    return causes.filter((cause) => cause.time >= effect.time).map((cause) => effectBeforeCauseFault(cause, effect));
  },
  touchedBy: (changed, world) => askAbout(changed, ({ event_id }) => world.effects(event_id)).flat(),
};

function effectBeforeCauseFault(cause: WorldEvent, effect: WorldEvent) {
  const how = cause.time > effect.time ? 'is later' : 'happens at the same time';
  return faultOf('effect_before_cause', {
    events: [cause, effect],
    witness: [
      {
        from: cause.event_id,
        to: effect.event_id,
        relation: 'causes',
        detail: `${dated(effect)} names ${dated(cause)} as its cause`,
      },
    ],
    explanation: `${dated(effect)} has the cause ${dated(cause)}, which ${how}. A cause must be earlier than its effect.`,
    identities: () => [`${cause.subject}|${effect.subject}`],
  });
}

/**
 * An event names a cause that the timeline does not show: it was superseded, is gone, or was never recorded here. Had the cause
 * not been, the effect would not have been either (D. Lewis, “Causation”, 1973). Borne by the effect.
 */
export const orphanedEffect: Rule = {
  kind: 'orphaned_effect',
  borneBy(effect, world) {
    const named = [...new Set(effect.causes.map(({ event_id }) => event_id))];
    const shown = new Set(world.events(named).map(({ event_id }) => event_id));
    const missing = named.filter((cause) => !shown.has(cause));
    return askAbout(missing, (cause) => orphanFault(cause, effect, world));
  },
  touchedBy: (changed, world) => askAbout(changed, ({ event_id }) => world.effects(event_id)).flat(),
};

function orphanFault(cause: string, effect: WorldEvent, world: World) {
  const successor = world.successor(cause);
  const fate =
    successor === undefined
      ? 'there is no such event on this timeline: it was never recorded here, or it is gone'
      : `that was superseded by ${named(successor)}`;
  const superseding =
    successor === undefined
      ? []
      : [
          {
            from: successor.event_id,
            to: cause,
            relation: 'supersedes',
            detail: `${named(successor)} took the place of ${cause}`,
          },
        ];
  return faultOf('orphaned_effect', {
    events: successor === undefined ? [effect] : [effect, successor],
    eventIds: [effect.event_id, cause],
    witness: [
      { from: cause, to: effect.event_id, relation: 'causes', detail: `${named(effect)} names ${cause} as its cause` },
      ...superseding,
    ],
    explanation: `${dated(effect)} names ${cause} as its cause, but ${fate}.`,
    identities: () => [`${effect.subject}|${cause}`],
  });
}
