import type { Anchor } from 'chronoscribe/kinds/anchors';
import { writeInstant } from 'chronoscribe/kinds/clock';
import { faultOf } from '../fault.ts';
import type { Rule } from '../rule.ts';
import { dated, named, shortened } from '../wording.ts';
import type { WorldEvent } from '../world-event.ts';

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
