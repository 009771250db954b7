import type { Anchor } from 'chronoscribe/kinds/anchors';
import { writeInstant } from 'chronoscribe/kinds/clock';
import type { WorldEvent } from '../world/world.ts';
import { faultOf, type Rule } from './rule.ts';
import { dated, named, shortened } from './wording.ts';

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

/**
 * A manipulation alters an anchored instant: the manipulated event, or one of the changes, is at it. Anchors are shown to the
 * whole second, so within that second is at it. An error where the anchor is locked.
 */
export const anchoredMomentChanged: Rule = {
  kind: 'anchored_moment_changed',
  borneBy(event, { anchors }) {
    if (event.manipulation === null) return [];
    return anchors.flatMap((anchor) => found(event, anchor));
  },
  touchedBy: () => [],
};

function found(event: WorldEvent, anchor: Anchor) {
  const alteration = alterationAt(event, anchor.timestamp);
  if (alteration === undefined) return [];
  const moment = `${writeInstant(anchor.timestamp)}, the moment of the ${anchor.locked ? 'locked ' : ''}anchor`;
  return faultOf('anchored_moment_changed', {
    severity: anchor.locked ? 'error' : 'warning',
    events: [event],
    witness: [{ from: event.event_id, to: `anchor:${anchor.anchor_id}`, relation: 'alters', detail: alteration }],
    explanation: `${dated(event)} alters ${moment} “${shortened(anchor.description)}” (${anchor.anchor_id}): ${alteration}.`,
    identities: () => [`${event.event_id}|${anchor.anchor_id}`],
  });
}

/** What the manipulation does at that instant, in words; undefined where it does nothing then. */
function alterationAt(event: WorldEvent, instant: number): string | undefined {
  if (isSameSecond(event.time, instant)) return `${named(event)} has a new outcome then`;
  const change = event.manipulation?.changes.find(({ time }) => isSameSecond(time, instant));
  return change === undefined ? undefined : `its change “${shortened(change.action)}” is made then`;
}

function isSameSecond(one: number, other: number): boolean {
  return Math.floor(one / 1000) === Math.floor(other / 1000);
}
