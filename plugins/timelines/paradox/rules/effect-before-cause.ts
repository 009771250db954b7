import { askAbout } from '../asking.ts';
import { faultOf } from '../fault.ts';
import type { Rule } from '../rule.ts';
import { dated } from '../wording.ts';
import type { WorldEvent } from '../world-event.ts';

/**
 * An event names a cause that is not earlier than itself. Time must be a strict order on causes, as Lamport's clock condition has
 * it (“Time, Clocks, and the Ordering of Events in a Distributed System”, 1978): equal times are a fault too. Borne by the
 * effect.
 */
export const effectBeforeCause: Rule = {
  kind: 'effect_before_cause',
  borneBy(effect, world) {
    const causes = world.events(effect.causes.map(({ event_id }) => event_id));
    return causes.filter((cause) => cause.time >= effect.time).map((cause) => found(cause, effect));
  },
  touchedBy: (changed, world) => askAbout(changed, ({ event_id }) => world.effects(event_id)).flat(),
};

function found(cause: WorldEvent, effect: WorldEvent) {
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
