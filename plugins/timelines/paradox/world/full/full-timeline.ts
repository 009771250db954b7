import { countWhile } from '../../../sorted/count-while.ts';
import type { CausalGraph } from '../causal-graph.ts';
import type { Mentions } from './mentions.ts';

/**
 * A whole timeline in columns: what is needed to find candidates for violations, packed so that millions of events fit.
 *
 * A **row** is one version of one event; rows are numbered from 0 in the order of insertion. Event ids are
 * dictionary-encoded: a **code** stands for an id, numbered from 0 in the order of appearance. The code of a cause that
 * was never recorded has no row.
 */
export interface FullTimeline {
  readonly rows: Rows;
  readonly dictionary: IdDictionary;
  /** The current rows and their causes; the other rows have no causes. */
  readonly graph: CausalGraph;
  /** The codes of the causes, at the positions of the graph's `causes`. */
  readonly causeCodes: Int32Array;
  readonly delays: Delays;
  /** See `stronglyConnectedComponents`. */
  readonly components: readonly (readonly number[])[];
  /** See `findCoincidences`. */
  readonly coincidences: readonly (readonly number[])[];
  /** By participant. */
  readonly attendances: ReadonlyMap<string, Mentions>;
  /** By key that is set. */
  readonly assignments: ReadonlyMap<string, Mentions>;
  /** By key that is required. */
  readonly requirements: ReadonlyMap<string, Mentions>;
  readonly manipulations: Manipulations;
  /** The rows that set something, superseded ones too. */
  readonly setting: ReadonlySet<number>;
}

/** Columns by row. Times in milliseconds since 1970. */
export interface Rows {
  readonly seqs: Float64Array;
  readonly subjects: Float64Array;
  readonly idCodes: Float64Array;
  readonly places: Float64Array;
  readonly times: Float64Array;
  readonly ends: Float64Array;
  readonly recorded: Float64Array;
  /** In degrees; NaN if the position is unknown. */
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  /** The row of the current version of the event, which may be the row itself. */
  readonly shown: Int32Array;
  /** The row of the previous version; -1 for the first. */
  readonly previous: Int32Array;
}

/** Columns by code. */
export interface IdDictionary {
  /** The number of the event id in the snapshot. */
  readonly numbers: Float64Array;
  /** The last row with the event id; -1 if there is none. */
  readonly rows: Int32Array;
}

/** Limits on delays, as parallel columns. */
export interface Delays {
  /** The row of the effect. */
  readonly effects: Float64Array;
  /** The code of the cause. */
  readonly causes: Float64Array;
  /** Milliseconds; NaN if there is no limit. */
  readonly minMs: Float64Array;
  readonly maxMs: Float64Array;
  /** 1 if they count from the end of the cause. */
  readonly fromEnd: Float64Array;
}

/** Current rows that were made by a manipulation and are candidates for a rule about manipulations. */
export interface Manipulations {
  /** Those with a change that is later than the event. */
  readonly retrocausal: readonly number[];
  /** Those at, or with a change at, the second of an anchor. */
  readonly anchored: readonly number[];
  /** Those whose manipulation names causes or requirements. */
  readonly withOwnNeeds: readonly number[];
}

/**
 * Links the versions of each event. The last one is current.
 *
 * @param seqs of each row, rising
 * @param subjects of each row the `seq` of the first version, which may be on another timeline
 */
export function linkVersions(seqs: Float64Array, subjects: Float64Array): Pick<Rows, 'shown' | 'previous'> {
  const previous = new Int32Array(seqs.length).fill(-1);
  const shown = previous.map((_, row) => row);
  /** Of subjects with a later version than the first. */
  const last = new Map<number, number>();
  for (let row = 0; row < seqs.length; row += 1) {
    const subject = subjects[row] ?? -1;
    if (seqs[row] === subject) continue;
    previous[row] = last.get(subject) ?? rowOf(seqs, subject);
    last.set(subject, row);
  }
  for (const current of last.values()) {
    for (let row = previous[current] ?? -1; row !== -1; row = previous[row] ?? -1) shown[row] = current;
  }
  return { shown, previous };
}

/** The row with a `seq`; -1 if there is none. */
function rowOf(seqs: Float64Array, seq: number): number {
  const row = countWhile(seqs.length, (each) => (seqs[each] ?? 0) < seq);
  return seqs[row] === seq ? row : -1;
}

/** Finds the last row of each code. */
export function buildDictionary(numbers: Float64Array, codes: Float64Array): IdDictionary {
  const rows = new Int32Array(numbers.length).fill(-1);
  for (let row = 0; row < codes.length; row += 1) rows[codes[row] ?? 0] = row;
  return { numbers, rows };
}

/**
 * The causal graph of the current rows.
 *
 * @param first of each row, the position of its first cause in `causes`
 * @param causes the codes of all causes, row by row
 */
export function buildGraph(
  { times, shown }: Pick<Rows, 'times' | 'shown'>,
  dictionary: IdDictionary,
  first: Float64Array,
  causes: Float64Array,
): { readonly graph: CausalGraph; readonly causeCodes: Int32Array } {
  const graph = { times, first: new Int32Array(times.length + 1), causes: new Int32Array(causes.length) };
  const causeCodes = new Int32Array(causes.length);
  let count = 0;
  for (let row = 0; row < times.length; row += 1) {
    const end = shown[row] === row ? (first[row + 1] ?? causes.length) : 0;
    for (let at = first[row] ?? 0; at < end; at += 1) {
      const code = causes[at] ?? -1;
      const cause = dictionary.rows[code] ?? -1;
      causeCodes[count] = code;
      graph.causes[count] = cause !== -1 && shown[cause] === cause ? cause : -1;
      count += 1;
    }
    graph.first[row + 1] = count;
  }
  return { graph, causeCodes };
}
