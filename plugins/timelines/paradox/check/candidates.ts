import type { FindingKind } from '../../ledger/safety-check.ts';
import { isImpossible, longestGapMs, type Presence } from '../rules/bilocation.ts';
import { effectsBeforeCauses } from '../world/causal-graph.ts';
import type { Rows, WholeTimeline } from '../world/full/full-timeline.ts';
import { latestMentions, type Mentions, mentionsWithin, noMentions } from '../world/full/mentions.ts';
import type { Budget } from '../world/full/timeline-reader.ts';

export interface SearchOptions {
  readonly maxSpeedKmh: number;
  readonly budget: Budget;
}

/** Finds the rows that may bear a finding. It ends early where the budget is spent. */
export type Search = (timeline: WholeTimeline, options: SearchOptions) => Iterable<number>;

/** Of the manipulations with needs of their own, those of an event of which some version caused something. */
function* rowsThatUndoCauses({ rows, names, causeNames, manipulations }: WholeTimeline): Generator<number> {
  const isCause = new Uint8Array(names.rows.length);
  for (const name of causeNames) isCause[name] = 1;
  for (const row of manipulations.needy) {
    for (let version = rows.previous[row] ?? -1; version !== -1; version = rows.previous[version] ?? -1) {
      if (isCause[rows.names[version] ?? 0] !== 1) continue;
      yield row;
      break;
    }
  }
}

function* rowsWithoutCauses({ graph }: WholeTimeline): Generator<number> {
  for (let row = 0; row < graph.times.length; row += 1) {
    const causes = graph.causes.subarray(graph.first[row], graph.first[row + 1]);
    if (causes.includes(-1)) yield row;
  }
}

/** Those with a limit on a delay that is broken, and those with a later cause: delays may be why no times could be kept. */
function rowsOutOfTime({ rows, names, graph, delays }: WholeTimeline): Iterable<number> {
  const found = new Set(effectsBeforeCauses(graph));
  for (const [at, row] of delays.effects.entries()) {
    const cause = names.rows[delays.causes[at] ?? -1] ?? -1;
    if (rows.shown[row] !== row || rows.shown[cause] !== cause) continue;
    const delay = (rows.times[row] ?? 0) - (rows.times[cause] ?? 0);
    if (delay < (delays.least[at] ?? Number.NaN) || delay > (delays.most[at] ?? Number.NaN)) found.add(row);
  }
  return found;
}

/** The rows that require a value which the latest settings up to then do not supply, see `Supply`. */
export const rowsWithUnmetNeeds: Search = function* ({ rows, needs, settings }, { budget }) {
  for (const [key, needed] of needs) {
    const set = settings.get(key) ?? noMentions;
    for (const [at, row] of needed.rows.entries()) {
      if (budget.isSpent()) return;
      const { from, to } = latestMentions(set, rows.times, rows.times[row] ?? 0, row);
      const isSupplied = set.values
        .slice(from, to)
        .some((value, place) => value === needed.values[at] && set.rows[from + place] !== row);
      if (!isSupplied) yield row;
    }
  }
};

/** The rows that set a key at an instant at which it is set to other values too. */
export const rowsInConflict: Search = function* ({ rows, settings }, { budget }) {
  for (const set of settings.values()) {
    let at = 0;
    while (at < set.rows.length) {
      if (budget.isSpent()) return;
      const instant = rows.times[set.rows[at] ?? -1] ?? Number.NaN;
      const { to } = mentionsWithin(set, rows.times, instant, instant);
      const values = set.values.slice(at, to);
      if (values.some((value) => value !== values[0])) yield* set.rows.slice(at, to);
      at = to;
    }
  }
};

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

/**
 * For each kind a quick pass over the columns. All rows that bear a finding of the kind are among the suspects, and few others;
 * of the events in a knot, which bear the same one, there is one.
 */
export const suspectsOf: Readonly<Record<FindingKind, Search>> = {
  retrocausal_change: ({ manipulations }) => manipulations.late,
  causal_loop: ({ knots }) => knots.flatMap((knot) => knot.slice(0, 1)),
  effect_before_cause: ({ graph }) => effectsBeforeCauses(graph),
  grandfather: rowsThatUndoCauses,
  unmet_requirement: rowsWithUnmetNeeds,
  temporal_constraint: rowsOutOfTime,
  bilocation: rowsInTwoPlaces,
  conflicting_outcomes: rowsInConflict,
  orphaned_effect: rowsWithoutCauses,
  anchored_moment_changed: ({ manipulations }) => manipulations.anchored,
  duplicate_event: ({ coincidences }) => coincidences.flat(),
};
