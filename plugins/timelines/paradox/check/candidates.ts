import type { FindingKind } from '../../ledger/safety-check.ts';
import { isUnreachable, longestGapMs, type Presence } from '../rules/bilocation.ts';
import { findBackwardEffects } from '../world/causal-graph.ts';
import { findUnmetRows } from '../world/full/full-requirements.ts';
import type { FullTimeline, Rows } from '../world/full/full-timeline.ts';
import { type Mentions, mentionsWithin } from '../world/full/mentions.ts';
import type { TimeBudget } from '../world/full/timeline-reader.ts';

interface CandidateOptions {
  readonly maxSpeedKmh: number;
  readonly budget: TimeBudget;
}

/** Finds the rows at which a rule may report a violation. Stops early if the budget is spent. */
type CandidateSearch = (timeline: FullTimeline, options: CandidateOptions) => Iterable<number>;

/** Manipulations with needs of their own, of an event of which some version is a cause or set something. */
function* findUndoneProviders({
  rows,
  dictionary,
  causeCodes,
  manipulations,
  setting,
}: FullTimeline): Generator<number> {
  const isCause = new Uint8Array(dictionary.rows.length);
  for (const code of causeCodes) isCause[code] = 1;
  for (const row of manipulations.withOwnNeeds) {
    for (let version = rows.previous[row] ?? -1; version !== -1; version = rows.previous[version] ?? -1) {
      if (isCause[rows.idCodes[version] ?? 0] !== 1 && !setting.has(version)) continue;
      yield row;
      break;
    }
  }
}

function* findMissingCauses({ graph }: FullTimeline): Generator<number> {
  for (let row = 0; row < graph.times.length; row += 1) {
    const causes = graph.causes.subarray(graph.first[row], graph.first[row + 1]);
    if (causes.includes(-1)) yield row;
  }
}

/** Rows with a violated delay, and rows with a later cause, which may be part of a negative cycle. */
function findBrokenDelays({ rows, dictionary, graph, delays }: FullTimeline): Iterable<number> {
  const found = new Set(findBackwardEffects(graph));
  for (const [at, row] of delays.effects.entries()) {
    const cause = dictionary.rows[delays.causes[at] ?? -1] ?? -1;
    if (rows.shown[row] !== row || rows.shown[cause] !== cause) continue;
    const start = (delays.fromEnd[at] === 1 ? rows.ends : rows.times)[cause] ?? 0;
    const delay = (rows.times[row] ?? 0) - start;
    if (delay < (delays.minMs[at] ?? Number.NaN) || delay > (delays.maxMs[at] ?? Number.NaN)) found.add(row);
  }
  return found;
}

/** Rows that set a key at an instant at which it is also set to other values. */
const findConflicts: CandidateSearch = function* ({ rows, assignments }, { budget }) {
  for (const set of assignments.values()) {
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

/** Rows that a participant cannot reach from an earlier one. */
const findBilocations: CandidateSearch = function* ({ rows, attendances }, { maxSpeedKmh, budget }) {
  for (const attendance of attendances.values()) {
    for (const [at, row] of attendance.rows.entries()) {
      if (budget.isSpent()) return;
      if (isUnreachableFromEarlier(at, attendance, rows, maxSpeedKmh)) yield row;
    }
  }
};

function isUnreachableFromEarlier(at: number, attendance: Mentions, rows: Rows, maxSpeedKmh: number): boolean {
  const presence = presenceAt(attendance.rows[at] ?? 0, rows);
  const begin = presence.time - longestGapMs(presence, maxSpeedKmh);
  for (let before = at - 1; (attendance.latestEnds[before] ?? Number.NEGATIVE_INFINITY) >= begin; before -= 1) {
    if (isUnreachable(presenceAt(attendance.rows[before] ?? 0, rows), presence, maxSpeedKmh)) return true;
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
 * For each kind, a quick pass over the columns. The candidates contain every row with a violation, and few others. A
 * component, whose events all report the same loop, has one candidate.
 */
export const candidateSearches: Readonly<Record<FindingKind, CandidateSearch>> = {
  retrocausal_change: ({ manipulations }) => manipulations.retrocausal,
  causal_loop: ({ components }) => components.flatMap((component) => component.slice(0, 1)),
  effect_before_cause: ({ graph }) => findBackwardEffects(graph),
  grandfather: findUndoneProviders,
  unmet_requirement: (timeline, { budget }) => findUnmetRows(timeline, budget.isSpent),
  temporal_constraint: findBrokenDelays,
  bilocation: findBilocations,
  conflicting_outcomes: findConflicts,
  orphaned_effect: findMissingCauses,
  anchored_moment_changed: ({ manipulations }) => manipulations.anchored,
  duplicate_event: ({ coincidences }) => coincidences.flat(),
};
