import type { CausalGraph } from '../causal-graph.ts';
import type { Names, Rows } from './whole-timeline.ts';

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
