import { writeInstant } from 'chronoscribe/kinds/clock';
import { faultOf } from '../fault.ts';
import type { Rule } from '../rule.ts';
import { dated, named, shortened } from '../wording.ts';

/**
 * A change is made later than the event that it is to bring about. It would be a cause after its effect (M. Dummett, “Bringing
 * About the Past”, 1964). A change at the very time of the event is none.
 */
export const retrocausalChange: Rule = {
  kind: 'retrocausal_change',
  borneBy(event) {
    const changes = event.manipulation?.changes ?? [];
    return changes.flatMap(({ action, time }, position) => {
      if (time <= event.time) return [];
      const change = `the change “${shortened(action)}” at ${writeInstant(time)}`;
      return faultOf('retrocausal_change', {
        events: [event],
        witness: [
          {
            from: `change:${position + 1}`,
            to: event.event_id,
            relation: 'brings about',
            detail: `${named(event)} at ${writeInstant(event.time)} is brought about by ${change}`,
          },
        ],
        explanation: `${dated(event)} is to be brought about by ${change}, which is later than the event itself.`,
        identities: () => [`${event.event_id}|${position}`],
      });
    });
  },
  touchedBy: () => [],
};
