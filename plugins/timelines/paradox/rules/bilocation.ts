import { formatInstant } from 'chronoscribe/kinds/clock';
import { compareByTime, normalizeLocation } from '../../ledger/event.ts';
import { batchMap } from '../world/batch-loader.ts';
import { endTimeOf, type World, type WorldEvent } from '../world/world.ts';
import { isUnchanged, pairIdentity, type Rule, violation } from './rule.ts';
import { formatDelay, formatEvent, truncate } from './wording.ts';

/**
 * A participant is in two places with no time to travel between them, see `isUnreachable`. Reported at the later of the
 * two events.
 */
export const bilocation: Rule = {
  kind: 'bilocation',
  check: (event, world, changed) =>
    batchMap(participantsOf(event), (participant) =>
      (isUnchanged(event, changed)
        ? changed.filter(({ participants }) => participants.includes(participant))
        : othersNear(event, participant, world)
      )
        .filter((other) => compareByTime(other, event) < 0 && areUnreachable(other, event, world))
        .map((other) => bilocationViolation(participant, other, event, world)),
    ).flat(),
  affectedBy(changed, world) {
    const attendances = changed.flatMap((event) =>
      participantsOf(event).map((participant) => ({ event, participant })),
    );
    return batchMap(attendances, ({ event, participant }) =>
      othersNear(event, participant, world).filter((other) => areUnreachable(other, event, world)),
    ).flat();
  },
};

function areUnreachable(one: WorldEvent, other: WorldEvent, { maxSpeedKmh }: World): boolean {
  return isUnreachable(presenceOf(one), presenceOf(other), maxSpeedKmh);
}

/** Where an event puts its participants. */
function presenceOf(event: WorldEvent): Presence {
  return { time: event.time, until: endTimeOf(event), place: normalizeLocation(event.location), geo: event.geo };
}

const participantsOf = ({ participants }: WorldEvent): readonly string[] => [...new Set(participants)];

function othersNear(event: WorldEvent, participant: string, world: World): readonly WorldEvent[] {
  const gap = longestGapMs(presenceOf(event), world.maxSpeedKmh);
  return world
    .attendances(participant, event.time - gap, endTimeOf(event) + gap)
    .filter(({ event_id }) => event_id !== event.event_id);
}

function bilocationViolation(participant: string, first: WorldEvent, second: WorldEvent, { maxSpeedKmh }: World) {
  const who = truncate(participant);
  return violation('bilocation', {
    events: [first, second],
    witness: [first, second].map((event) => ({
      from: `participant:${participant}`,
      to: event.event_id,
      relation: 'takes part in',
      detail: `${who} takes part in ${formatStay(event)}`,
    })),
    explanation: `${who} takes part in ${formatStay(first)} and in ${formatStay(second)}: ${formatTravel(first, second, maxSpeedKmh)}.`,
    identities: () => [`${participant}|${pairIdentity(first, second)}`],
  });
}

/** `“Lunch” (lunch) at Rome, 2025-03-01T12:00:00Z to 2025-03-01T13:00:00Z`. */
function formatStay(event: WorldEvent): string {
  const end = endTimeOf(event) === event.time ? '' : ` to ${formatInstant(endTimeOf(event))}`;
  return `${formatEvent(event)} at ${truncate(event.location)}, ${formatInstant(event.time)}${end}`;
}

function formatTravel(one: WorldEvent, other: WorldEvent, maxSpeedKmh: number): string {
  if (one.geo === null || other.geo === null) return 'two places at one time';
  const distance = Math.round(distanceKm(one.geo, other.geo));
  const gap = gapMs(presenceOf(one), presenceOf(other));
  return `${distance} km apart with ${formatDelay(gap)} between them, at a speed of at most ${maxSpeedKmh} km/h`;
}

/** The stay of a participant at a location. */
export interface Presence {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** When it ends; equal to `time` for an instant. */
  readonly until: number;
  /** Equal for equal locations. */
  readonly place: string | number;
  /** In degrees; null if unknown. */
  readonly geo: { readonly lat: number; readonly lon: number } | null;
}

/** The mean radius of the Earth, in kilometres (IUGG, R1 of GRS 80). */
const earthRadiusKm = 6371.0088;

/** Positions closer than this count as one place, because they are approximate. */
const nearKm = 1;

const hour = 3_600_000;

/**
 * Whether nobody can be present at both: the places differ, and the time between them is too short to travel along the
 * great circle. In the terms of time geography, the second is outside the space-time prism of the first (T.
 * Hägerstrand, “What about People in Regional Science?”, 1970). If a position is unknown, only overlapping stays are
 * impossible.
 */
export function isUnreachable(one: Presence, other: Presence, maxSpeedKmh: number): boolean {
  if (one.place === other.place) return false;
  if (one.geo === null || other.geo === null) return isOverlapping(one, other);
  const distance = distanceKm(one.geo, other.geo);
  return distance >= nearKm && distance > (gapMs(one, other) / hour) * maxSpeedKmh;
}

/** Milliseconds from the end of the first to the start of the second; 0 if they overlap. */
function gapMs(one: Presence, other: Presence): number {
  return Math.max(0, Math.max(one.time, other.time) - Math.min(one.until, other.until));
}

/** The longest gap that can be too short, in milliseconds: half way round the Earth. 0 if the position is unknown. */
export function longestGapMs({ geo }: Presence, maxSpeedKmh: number): number {
  return geo === null ? 0 : Math.ceil(((Math.PI * earthRadiusKm) / maxSpeedKmh) * hour);
}

/** Along the great circle, by the haversine formula (R. Sinnott, “Virtues of the Haversine”, 1984). */
export function distanceKm(one: { readonly lat: number; readonly lon: number }, other: typeof one): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const haversine = (angle: number) => Math.sin(angle / 2) ** 2;
  const across = Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * haversine(radians(other.lon - one.lon));
  const square = haversine(radians(other.lat - one.lat)) + across;
  // Rounding may exceed 1 at the antipodes.
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(Math.min(1, square)));
}

/**
 * Whether both overlap. The end is exclusive, as in iCalendar (RFC 5545, DTEND): a stay that starts when another ends
 * does not overlap it. An instant contains itself.
 */
function isOverlapping(one: Presence, other: Presence): boolean {
  const moment = Math.max(one.time, other.time);
  return [one, other].every(({ time, until }) => time === moment || until > moment);
}
