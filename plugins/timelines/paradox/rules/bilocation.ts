import { writeInstant } from 'chronoscribe/kinds/clock';
import { inOrder, placeOf } from '../../ledger/event.ts';
import { askAbout } from '../world/batch-loader.ts';
import { endOf, type World, type WorldEvent } from '../world/world.ts';
import { faultOf, isApart, pairOf, type Rule } from './rule.ts';
import { named, shortened, writeDelay } from './wording.ts';

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

/** Somebody's being somewhere for a while: what an event means for each of its participants. */
export interface Presence {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** When it is over; `time` for a moment. */
  readonly until: number;
  /** What two presences at one place have alike. */
  readonly place: string | number;
  /** In degrees; null where it is not known. */
  readonly geo: { readonly lat: number; readonly lon: number } | null;
}

/** The mean radius of the Earth, in kilometres (IUGG, R1 of GRS 80). */
const earthRadiusKm = 6371.0088;

/** Nearer than this counts as one place, since geographic positions are rough. */
const nearKm = 1;

const hour = 3_600_000;

/**
 * Whether nobody can be present at both: the places differ, and the time between the two is too short for the way along the great
 * circle. In the words of time geography, the second is outside the prism of the first (T. Hägerstrand, “What about People in
 * Regional Science?”, 1970). Where a position is not known, only one that begins before the other is over is too soon.
 */
export function isImpossible(one: Presence, other: Presence, maxSpeedKmh: number): boolean {
  if (one.place === other.place) return false;
  if (one.geo === null || other.geo === null) return isShared(one, other);
  const distance = distanceKm(one.geo, other.geo);
  return distance >= nearKm && distance > (gapMs(one, other) / hour) * maxSpeedKmh;
}

/** Milliseconds from the end of the first to the beginning of the second; 0 where they overlap. */
export function gapMs(one: Presence, other: Presence): number {
  return Math.max(0, Math.max(one.time, other.time) - Math.min(one.until, other.until));
}

/** The longest gap that can be too short, in milliseconds: half way round the Earth. 0 where the position is not known. */
export function longestGapMs({ geo }: Presence, maxSpeedKmh: number): number {
  return geo === null ? 0 : Math.ceil(((Math.PI * earthRadiusKm) / maxSpeedKmh) * hour);
}

/** Along the great circle, by the haversine formula (R. Sinnott, “Virtues of the Haversine”, 1984). */
export function distanceKm(one: { readonly lat: number; readonly lon: number }, other: typeof one): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const haversine = (angle: number) => Math.sin(angle / 2) ** 2;
  const across = Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * haversine(radians(other.lon - one.lon));
  const square = haversine(radians(other.lat - one.lat)) + across;
  // At the antipodes rounding may take it beyond 1.
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(Math.min(1, square)));
}

/**
 * Whether both are under way at one moment. The end is no part of it, as in iCalendar (RFC 5545, DTEND): one that begins when
 * another ends is after it. A moment is under way at itself.
 */
function isShared(one: Presence, other: Presence): boolean {
  const moment = Math.max(one.time, other.time);
  return [one, other].every(({ time, until }) => time === moment || until > moment);
}
