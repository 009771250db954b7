import { askAbout } from '../world/batch-loader.ts';
import { faultOf, pairOf, type Rule } from './rule.ts';
import { dated, named } from './wording.ts';

/**
 * Events with the same time, location and description: perhaps one that was recorded twice. Borne by each but the first recorded.
 */
export const duplicateEvent: Rule = {
  kind: 'duplicate_event',
  borneBy(event, world) {
    const first = world.firstTwin(event);
    if (first.event_id === event.event_id) return [];
    return [
      faultOf('duplicate_event', {
        events: [first, event],
        witness: [
          {
            from: first.event_id,
            to: event.event_id,
            relation: 'is the same as',
            detail: `${named(first)} and ${named(event)} have the same time, location and description`,
          },
        ],
        explanation: `${dated(event)} has the same time, location and description as ${named(first)}, which was recorded first.`,
        identities: () => [pairOf(first, event)],
      }),
    ];
  },
  touchedBy: (changed, world) => askAbout(changed, (event) => world.twins(event)).flat(),
};
