import type { Anchor } from 'chronoscribe/kinds/anchors';
import { formatInstant } from 'chronoscribe/kinds/clock';
import { isDuring, type LedgerEvent } from '../../ledger/event.ts';
import { endTimeOf, type WorldEvent } from '../world/world.ts';
import { type Rule, violation } from './rule.ts';
import { formatEvent, formatEventWithTime, truncate } from './wording.ts';

/**
 * A change is made later than the event that it changes: a cause after its effect (M. Dummett, “Bringing About the
 * Past”, 1964). A change at the time of the event is allowed. Reported at the manipulation.
 */
export const retrocausalChange: Rule = {
  kind: 'retrocausal_change',
  check(event) {
    const changes = event.manipulation?.changes ?? [];
    return changes.flatMap(({ action, time }, position) => {
      if (time <= event.time) return [];
      const change = `the change “${truncate(action)}” at ${formatInstant(time)}`;
      return violation('retrocausal_change', {
        events: [event],
        witness: [
          {
            from: `change:${position + 1}`,
            to: event.event_id,
            relation: 'brings about',
            detail: `${formatEvent(event)} at ${formatInstant(event.time)} is caused by ${change}`,
          },
        ],
        explanation: `${formatEventWithTime(event)} would be caused by ${change}, which is later than the event itself.`,
        identities: () => [`${event.event_id}|${position}`],
      });
    });
  },
  affectedBy: () => [],
};

/**
 * A manipulation alters an anchored moment: the manipulated event, or one of its changes, is at that moment (API
 * contract, “Paradoxes”). A locked anchor protects its moment from more: the event begins, ends or spans it, or did so
 * before it was manipulated. Anchors are shown in whole seconds, so the whole second counts. An error if the anchor is
 * locked. Reported at the manipulation.
 */
export const anchoredMomentChanged: Rule = {
  kind: 'anchored_moment_changed',
  check(event, { anchors }) {
    if (event.manipulation === null) return [];
    return anchors.flatMap((anchor) => anchorViolation(event, anchor));
  },
  affectedBy: () => [],
};

function anchorViolation(event: WorldEvent, anchor: Anchor) {
  const alteration = alterationAt(event, anchor);
  if (alteration === undefined) return [];
  const moment = `${formatInstant(anchor.timestamp)}, the moment of the ${anchor.locked ? 'locked ' : ''}anchor`;
  return violation('anchored_moment_changed', {
    severity: anchor.locked ? 'error' : 'warning',
    events: [event],
    witness: [{ from: event.event_id, to: `anchor:${anchor.anchor_id}`, relation: 'alters', detail: alteration }],
    explanation: `${formatEventWithTime(event)} alters ${moment} “${truncate(anchor.description)}” (${anchor.anchor_id}): ${alteration}.`,
    identities: () => [`${event.event_id}|${anchor.anchor_id}`],
  });
}

/** What the manipulation does at an anchored moment, for the explanation; undefined if nothing. */
function alterationAt(
  event: LedgerEvent,
  { timestamp: instant, locked }: Pick<Anchor, 'timestamp' | 'locked'>,
): string | undefined {
  if (isSameSecond(event.time, instant)) return `${formatEvent(event)} has a new outcome then`;
  if (locked && isDuring(instant, event.time, endTimeOf(event))) return `${formatEvent(event)} spans it`;
  const was = event.manipulation?.was;
  if (locked && was !== undefined && isDuring(instant, was.from, was.to))
    return `${formatEvent(event)} was there before`;
  const change = event.manipulation?.changes.find(({ time }) => isSameSecond(time, instant));
  return change === undefined ? undefined : `its change “${truncate(change.action)}” is made then`;
}

const isSameSecond = (one: number, other: number): boolean => isDuring(one, other, other);
