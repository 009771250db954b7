import { effectsBeforeCauses } from '../causal-graph.ts';
import type { FindingKind } from '../finding.ts';
import { rowsInConflict, rowsWithUnmetNeeds } from './fact-suspects.ts';
import { rowsInTwoPlaces } from './presence-suspects.ts';
import type { Search } from './search.ts';
import type { WholeTimeline } from './whole-timeline.ts';

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
