import { compareByTime, isMilestoneOf } from '../../ledger/event.ts';
import { batchMap } from '../world/batch-loader.ts';
import { endTimeOf, type StronglyConnectedComponent, type World, type WorldEvent } from '../world/world.ts';
import { type Rule, type Violation, violation } from './rule.ts';
import { formatEvent, formatEventWithTime, formatPath } from './wording.ts';

/**
 * Events cause each other in a cycle, so that none of them has a first cause (D. Lewis, “The Paradoxes of Time Travel”,
 * 1976). Such events are the strongly connected components of the graph of causes (R. Tarjan, “Depth-First Search and
 * Linear Graph Algorithms”, 1972). There is one finding for each component; its witness is a shortest cycle, as Elle
 * reports the cycles of a history (K. Kingsbury and P. Alvaro, “Elle: Inferring Isolation Anomalies from Experimental
 * Observations”, 2020). Reported at every event of the component.
 */
export const causalLoop: Rule = {
  kind: 'causal_loop',
  check({ event_id }, world) {
    const component = world.stronglyConnectedComponent(event_id);
    if (component === undefined) return [];
    const loop = loops.get(component) ?? loopViolation(component, world);
    loops.set(component, loop);
    return [loop];
  },
  // A new cycle passes through an added event, and is reported there.
  affectedBy: () => [],
};

/** A loop is reported at every event of its component, which may be large: it is built once. */
const loops = new WeakMap<StronglyConnectedComponent, Violation>();

function loopViolation(component: StronglyConnectedComponent, world: World): Violation {
  const cycle = fromEarliest(world.events(component.shortestCycle));
  const effects = [...cycle.slice(1), ...cycle.slice(0, 1)];
  const closed = formatPath([...cycle, ...cycle.slice(0, 1)].map((event) => event.event_id));
  return violation('causal_loop', {
    events: cycle,
    witness: effects.map((effect, position) => witnessStep(effect, cycle[position] ?? effect)),
    explanation: `Each of these events is caused by the one before it, in a cycle: ${closed}. None of them can be the first.`,
    identities: () => component.edges().map(([cause, effect]) => `${cause}|${effect}`),
  });
}

/** A cycle has no start; it reads best from its earliest event. */
function fromEarliest(cycle: readonly WorldEvent[]): readonly WorldEvent[] {
  const earliest = cycle.reduce((least, event, position) => {
    const other = cycle[least];
    return other !== undefined && compareByTime(event, other) < 0 ? position : least;
  }, 0);
  return [...cycle.slice(earliest), ...cycle.slice(0, earliest)];
}

function witnessStep(effect: WorldEvent, cause: WorldEvent) {
  return {
    from: cause.event_id,
    to: effect.event_id,
    relation: 'causes',
    detail: `${formatEvent(cause)} causes ${formatEvent(effect)}`,
  };
}

/**
 * An event names a cause that is not earlier than itself. A cause must be strictly earlier than its effect, as in the
 * clock condition (L. Lamport, “Time, Clocks, and the Ordering of Events in a Distributed System”, 1978): equal times
 * violate it too, unless the effect waits for the end of a cause that takes no time. Reported at the effect.
 */
export const effectBeforeCause: Rule = {
  kind: 'effect_before_cause',
  check(effect, world) {
    const causes = world.events(effect.causes.map(({ event_id }) => event_id));
    return causes
      .filter((cause) => cause.time >= effect.time && !mayBeginTogether(cause, effect))
      .map((cause) => effectBeforeCauseViolation(cause, effect));
  },
  affectedBy: (changed, world) => batchMap(changed, ({ event_id }) => world.effects(event_id)).flat(),
};

function mayBeginTogether(cause: WorldEvent, { time, causes }: WorldEvent): boolean {
  const named = causes.filter(({ event_id }) => event_id === cause.event_id);
  return cause.time === time && named.every((each) => isMilestoneOf(each, endTimeOf(cause) - cause.time));
}

function effectBeforeCauseViolation(cause: WorldEvent, effect: WorldEvent) {
  const how = cause.time > effect.time ? 'is later' : 'happens at the same time';
  return violation('effect_before_cause', {
    events: [cause, effect],
    witness: [
      {
        from: cause.event_id,
        to: effect.event_id,
        relation: 'causes',
        detail: `${formatEventWithTime(effect)} names ${formatEventWithTime(cause)} as its cause`,
      },
    ],
    explanation: `${formatEventWithTime(effect)} has the cause ${formatEventWithTime(cause)}, which ${how}. A cause must be earlier than its effect.`,
    identities: () => [`${cause.subject}|${effect.subject}`],
  });
}

/**
 * An event names a cause that the timeline does not show: it was superseded, is gone, or was never recorded here.
 * Without the cause, the effect would not have happened (D. Lewis, “Causation”, 1973). Reported at the effect.
 */
export const orphanedEffect: Rule = {
  kind: 'orphaned_effect',
  check(effect, world) {
    const named = [...new Set(effect.causes.map(({ event_id }) => event_id))];
    const shown = new Set(world.events(named).map(({ event_id }) => event_id));
    const missing = named.filter((cause) => !shown.has(cause));
    return batchMap(missing, (cause) => orphanViolation(cause, effect, world));
  },
  affectedBy: (changed, world) => batchMap(changed, ({ event_id }) => world.effects(event_id)).flat(),
};

function orphanViolation(cause: string, effect: WorldEvent, world: World) {
  const successor = world.successor(cause);
  const fate =
    successor === undefined
      ? 'there is no such event on this timeline: it was never recorded here, or it is gone'
      : `that was superseded by ${formatEvent(successor)}`;
  const superseding =
    successor === undefined
      ? []
      : [
          {
            from: successor.event_id,
            to: cause,
            relation: 'supersedes',
            detail: `${formatEvent(successor)} superseded ${cause}`,
          },
        ];
  return violation('orphaned_effect', {
    events: successor === undefined ? [effect] : [effect, successor],
    eventIds: [effect.event_id, cause],
    witness: [
      {
        from: cause,
        to: effect.event_id,
        relation: 'causes',
        detail: `${formatEvent(effect)} names ${cause} as its cause`,
      },
      ...superseding,
    ],
    explanation: `${formatEventWithTime(effect)} names ${cause} as its cause, but ${fate}.`,
    identities: () => [`${effect.subject}|${cause}`],
  });
}
