import { askAbout } from '../asking.ts';
import { faultOf } from '../fault.ts';
import type { Rule } from '../rule.ts';
import { dated, named } from '../wording.ts';
import type { World, WorldEvent } from '../world.ts';

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
    return askAbout(missing, (cause) => found(cause, effect, world));
  },
  touchedBy: (changed, world) => askAbout(changed, ({ event_id }) => world.effects(event_id)).flat(),
};

function found(cause: string, effect: WorldEvent, world: World) {
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
