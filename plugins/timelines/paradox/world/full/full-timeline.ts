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

/**
 * Which versions belong to one event, and which of them is shown: the last.
 *
 * @param subjects of each row, numbered from 0 up to and without `count`
 */
export function versionsOf(subjects: Float64Array, count: number): Pick<Rows, 'shown' | 'previous'> {
  const previous = new Int32Array(subjects.length);
  const last = new Int32Array(count).fill(-1);
  for (let row = 0; row < subjects.length; row += 1) {
    const subject = subjects[row] ?? 0;
    previous[row] = last[subject] ?? -1;
    last[subject] = row;
  }
  return { previous, shown: Int32Array.from(subjects, (subject) => last[subject] ?? -1) };
}

/** Finds the last row of each name. */
export function namesOf(numbers: Float64Array, nameOfRow: Float64Array): Names {
  const rows = new Int32Array(numbers.length).fill(-1);
  for (let row = 0; row < nameOfRow.length; row += 1) rows[nameOfRow[row] ?? 0] = row;
  return { numbers, rows };
}

/**
 * The graph of the rows that are shown.
 *
 * @param first of each row, where the names of its causes begin
 * @param causes the names of all causes, row after row
 */
export function graphOfShown(
  { times, shown }: Pick<Rows, 'times' | 'shown'>,
  names: Names,
  first: Float64Array,
  causes: Float64Array,
): { readonly graph: CausalGraph; readonly causeNames: Int32Array } {
  const graph = { times, first: new Int32Array(times.length + 1), causes: new Int32Array(causes.length) };
  const causeNames = new Int32Array(causes.length);
  let count = 0;
  for (let row = 0; row < times.length; row += 1) {
    const end = shown[row] === row ? (first[row + 1] ?? causes.length) : 0;
    for (let at = first[row] ?? 0; at < end; at += 1) {
      const name = causes[at] ?? -1;
      const cause = names.rows[name] ?? -1;
      causeNames[count] = name;
      graph.causes[count] = cause !== -1 && shown[cause] === cause ? cause : -1;
      count += 1;
    }
    graph.first[row + 1] = count;
  }
  return { graph, causeNames };
}
