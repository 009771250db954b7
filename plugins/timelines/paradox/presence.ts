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
