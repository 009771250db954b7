import type { CausalGraph } from '../causal-graph.ts';
import type { Mentions } from './mentions.ts';

/**
 * A whole timeline, as far as it tells which events may bear a fault, packed so that millions of events fit.
 *
 * A **row** is one version of one event; rows are numbered from 0 in the order of being added. A **name** stands for an event id,
 * numbered from 0 in the order of being met; that of a cause that was never recorded has no row.
 */
export interface WholeTimeline {
  readonly rows: Rows;
  readonly names: Names;
  /** The rows that are shown and their causes; the others have none. */
  readonly graph: CausalGraph;
  /** The names of the causes, in the places of the graph's `causes`. */
  readonly causeNames: Int32Array;
  readonly delays: Delays;
  /** The circles of causes, see `knotsOf`. */
  readonly knots: readonly (readonly number[])[];
  /** See `coincidencesOf`. */
  readonly coincidences: readonly (readonly number[])[];
  readonly attendances: ReadonlyMap<string, Mentions>;
  readonly settings: ReadonlyMap<string, Mentions>;
  readonly needs: ReadonlyMap<string, Mentions>;
  readonly manipulations: Manipulations;
}

/** Columns by row. Times in milliseconds since 1970. */
export interface Rows {
  readonly seqs: Float64Array;
  readonly subjects: Float64Array;
  readonly names: Float64Array;
  readonly places: Float64Array;
  readonly times: Float64Array;
  readonly ends: Float64Array;
  readonly recorded: Float64Array;
  /** In degrees; NaN where the position is not known. */
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  /** The row of the version that is shown: the row itself, where it is. */
  readonly shown: Int32Array;
  /** The row of the version before; -1 for the first. */
  readonly previous: Int32Array;
}

/** Columns by name. */
export interface Names {
  /** What stands for the event id in the snapshot. */
  readonly numbers: Float64Array;
  /** The last row that has the event id; -1 where none has. */
  readonly rows: Int32Array;
}

/** The limits on delays, one beside the other. */
export interface Delays {
  /** The row of the effect. */
  readonly effects: Float64Array;
  /** The name of the cause. */
  readonly causes: Float64Array;
  /** Milliseconds; NaN where there is no limit. */
  readonly least: Float64Array;
  readonly most: Float64Array;
}

/** Rows that are shown and were made by manipulation, where something about that must be looked at. */
export interface Manipulations {
  /** Those with a change that is later than they are. */
  readonly late: readonly number[];
  /** Those with a change in, or that are themselves within, the second of an anchor. */
  readonly anchored: readonly number[];
  /** Those that name causes or requirements of their own. */
  readonly needy: readonly number[];
}
