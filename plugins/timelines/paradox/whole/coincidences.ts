import type { Rows } from './whole-timeline.ts';

/**
 * The rows shown that have their time and place in common with others; those of one time and place together, by order of
 * recording.
 */
export function coincidencesOf({
  times,
  places,
  shown,
  recorded,
}: Pick<Rows, 'times' | 'places' | 'shown' | 'recorded'>): readonly (readonly number[])[] {
  // A hash table in two arrays: a `Map` with a key for each event would take longer than all the rest.
  const bits = Math.max(1, Math.ceil(Math.log2(times.length + 1)));
  const firstOfBucket = new Int32Array(2 ** bits).fill(-1);
  const nextInBucket = new Int32Array(times.length);
  const groups = new Map<number, number[]>();
  for (let row = 0; row < times.length; row += 1) {
    if (shown[row] !== row) continue;
    const time = times[row] ?? 0;
    const place = places[row] ?? 0;
    const bucket = hash(time, place) >>> (32 - bits);
    let other = firstOfBucket[bucket] ?? -1;
    while (other !== -1 && (times[other] !== time || places[other] !== place)) other = nextInBucket[other] ?? -1;
    if (other === -1) {
      nextInBucket[row] = firstOfBucket[bucket] ?? -1;
      firstOfBucket[bucket] = row;
      continue;
    }
    const group = groups.get(other);
    if (group === undefined) groups.set(other, [other, row]);
    else group.push(row);
  }
  for (const group of groups.values()) group.sort((one, other) => (recorded[one] ?? 0) - (recorded[other] ?? 0));
  return [...groups.values()];
}

/** By multiplication (D. Knuth, “The Art of Computer Programming”, volume 3, 6.4): the upper bits are the good ones. */
function hash(time: number, place: number): number {
  const low = Math.imul(time % 2 ** 32, 0x9e3779b1);
  const high = Math.imul(Math.floor(time / 2 ** 32), 0x85ebca6b);
  return Math.imul(low ^ high ^ Math.imul(place, 0xc2b2ae35), 0x27d4eb2f);
}
