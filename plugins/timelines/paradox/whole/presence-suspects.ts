import { isImpossible, longestGapMs, type Presence } from '../presence.ts';
import type { Mentions } from './mentions.ts';
import type { Search } from './search.ts';
import type { Rows } from './whole-timeline.ts';

/** The rows at which somebody cannot be who was at an earlier one. */
export const rowsInTwoPlaces: Search = function* ({ rows, attendances }, { maxSpeedKmh, budget }) {
  for (const attendance of attendances.values()) {
    for (const [at, row] of attendance.rows.entries()) {
      if (budget.isSpent()) return;
      if (isImpossibleAfterOthers(at, attendance, rows, maxSpeedKmh)) yield row;
    }
  }
};

function isImpossibleAfterOthers(at: number, attendance: Mentions, rows: Rows, maxSpeedKmh: number): boolean {
  const presence = presenceAt(attendance.rows[at] ?? 0, rows);
  const begin = presence.time - longestGapMs(presence, maxSpeedKmh);
  for (let before = at - 1; (attendance.latestEnds[before] ?? Number.NEGATIVE_INFINITY) >= begin; before -= 1) {
    if (isImpossible(presenceAt(attendance.rows[before] ?? 0, rows), presence, maxSpeedKmh)) return true;
  }
  return false;
}

function presenceAt(row: number, { times, ends, places, latitudes, longitudes }: Rows): Presence {
  const [lat = Number.NaN, lon = Number.NaN] = [latitudes[row], longitudes[row]];
  return {
    time: times[row] ?? 0,
    until: ends[row] ?? 0,
    place: places[row] ?? 0,
    geo: Number.isNaN(lat) ? null : { lat, lon },
  };
}
