import { writeInstant } from 'chronoscribe/kinds/clock';
import { placeOf } from '../../event.ts';
import { inOrder } from '../../in-order.ts';
import { askAbout } from '../asking.ts';
import { faultOf, pairOf } from '../fault.ts';
import { distanceKm, gapMs, isImpossible, longestGapMs, type Presence } from '../presence.ts';
import { isApart, type Rule } from '../rule.ts';
import { named, shortened, writeDelay } from '../wording.ts';
import type { World } from '../world.ts';
import { endOf, type WorldEvent } from '../world-event.ts';

/** A participant is in two places with no time to travel, see `isImpossible`. Borne by the later of the two events. */
export const bilocation: Rule = {
  kind: 'bilocation',
  borneBy: (event, world, among) =>
    askAbout(participantsOf(event), (participant) =>
      (isApart(event, among)
        ? among.filter(({ participants }) => participants.includes(participant))
        : othersNear(event, participant, world)
      )
        .filter((other) => inOrder(other, event) < 0 && areApart(other, event, world))
        .map((other) => found(participant, other, event, world)),
    ).flat(),
  touchedBy(changed, world) {
    const attendances = changed.flatMap((event) => participantsOf(event).map((participant) => ({ event, participant })));
    return askAbout(attendances, ({ event, participant }) =>
      othersNear(event, participant, world).filter((other) => areApart(other, event, world)),
    ).flat();
  },
};

function areApart(one: WorldEvent, other: WorldEvent, { maxSpeedKmh }: World): boolean {
  return isImpossible(presenceOf(one), presenceOf(other), maxSpeedKmh);
}

/** What an event means for its participants. */
export function presenceOf(event: WorldEvent): Presence {
  return { time: event.time, until: endOf(event), place: placeOf(event.location), geo: event.geo };
}

function participantsOf({ participants }: WorldEvent): readonly string[] {
  return [...new Set(participants)];
}

function othersNear(event: WorldEvent, participant: string, world: World): readonly WorldEvent[] {
  const gap = longestGapMs(presenceOf(event), world.maxSpeedKmh);
  return world
    .attendances(participant, event.time - gap, endOf(event) + gap)
    .filter(({ event_id }) => event_id !== event.event_id);
}

function found(participant: string, first: WorldEvent, second: WorldEvent, { maxSpeedKmh }: World) {
  const who = shortened(participant);
  return faultOf('bilocation', {
    events: [first, second],
    witness: [first, second].map((event) => ({
      from: `participant:${participant}`,
      to: event.event_id,
      relation: 'takes part in',
      detail: `${who} takes part in ${stay(event)}`,
    })),
    explanation: `${who} takes part in ${stay(first)} and in ${stay(second)}: ${travel(first, second, maxSpeedKmh)}.`,
    identities: () => [`${participant}|${pairOf(first, second)}`],
  });
}

/** `“Lunch” (lunch) at Rome, 2025-03-01T12:00:00Z to 2025-03-01T13:00:00Z`. */
function stay(event: WorldEvent): string {
  const end = endOf(event) === event.time ? '' : ` to ${writeInstant(endOf(event))}`;
  return `${named(event)} at ${shortened(event.location)}, ${writeInstant(event.time)}${end}`;
}

function travel(one: WorldEvent, other: WorldEvent, maxSpeedKmh: number): string {
  if (one.geo === null || other.geo === null) return 'two places at one time';
  const distance = Math.round(distanceKm(one.geo, other.geo));
  const gap = gapMs(presenceOf(one), presenceOf(other));
  return `${distance} km apart with ${writeDelay(gap)} between them, at a speed of at most ${maxSpeedKmh} km/h`;
}
