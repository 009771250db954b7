import { batchMap } from '../world/batch-loader.ts';
import { pairIdentity, type Rule, violation } from './rule.ts';
import { formatEvent, formatEventWithTime } from './wording.ts';

/**
 * Events with the same time, location and description: perhaps one event that was recorded twice (API contract,
 * “Paradoxes”). Reported at each but the first that was recorded.
 */
export const duplicateEvent: Rule = {
  kind: 'duplicate_event',
  check(event, world) {
    const first = world.firstDuplicate(event);
    if (first.event_id === event.event_id) return [];
    return [
      violation('duplicate_event', {
        events: [first, event],
        witness: [
          {
            from: first.event_id,
            to: event.event_id,
            relation: 'is the same as',
            detail: `${formatEvent(first)} and ${formatEvent(event)} have the same time, location and description`,
          },
        ],
        explanation: `${formatEventWithTime(event)} has the same time, location and description as ${formatEvent(first)}, which was recorded first.`,
        identities: () => [pairIdentity(first, event)],
      }),
    ];
  },
  affectedBy: (changed, world) => batchMap(changed, (event) => world.duplicates(event)).flat(),
};
