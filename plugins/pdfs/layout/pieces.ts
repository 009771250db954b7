import { type Cell, isSameLine, joinCells, narrowestGap } from './cells.ts';

/** In ems: a larger overlap means that the next piece starts elsewhere. */
const overlap = 0.6;

/** Joins consecutive pieces on a line into cells, in drawing order. A piece of white space separates words. */
export function cellsOf(pieces: readonly Cell[]): Cell[] {
  const beginsColumn = columnStarts(pieces);
  const cells: Cell[] = [];
  let spaced = false;
  for (const piece of pieces) {
    if (piece.text.trim() === '') {
      spaced = true;
      continue;
    }
    const last = cells.at(-1);
    if (last !== undefined && follows(last, piece) && !(spaced && beginsColumn(piece)))
      cells[cells.length - 1] = joinCells(last, piece, spaced);
    else cells.push(piece);
    spaced = false;
  }
  return cells.map((cell) => ({ ...cell, text: cell.text.replace(/\s+/g, ' ').trim() }));
}

function follows(last: Cell, next: Cell): boolean {
  const em = Math.max(last.size, next.size);
  const gap = next.left - last.right;
  return isSameLine(last, next) && gap >= -overlap * em && gap <= narrowestGap * em;
}

/** Lines of a table, of which one is its header. */
const fewestLines = 3;
/** Ten times what a page with a table holds; each place is compared with all of them. */
const mostPieces = 5_000;
/** In ems: lines that are further apart are not of one table. */
const furthest = 6;

/**
 * Where the columns of tables begin that are no wider apart than words: one place at which pieces of text begin on several
 * lines, and which no line between them crosses. In prose a piece is a line, or begins anywhere.
 *
 * @returns whether a piece begins at such a place
 */
function columnStarts(pieces: readonly Cell[]): (piece: Cell) => boolean {
  const written = pieces.filter(({ text }) => text.trim() !== '').toSorted((a, b) => a.baseline - b.baseline);
  if (written.length > mostPieces) return () => false;
  const starts = new Set<Cell>();
  for (const group of Map.groupBy(written, ({ left }) => Math.round(left)).values())
    for (const run of runsOf(group)) if (isColumn(run, written)) for (const piece of run) starts.add(piece);
  return (piece) => starts.has(piece);
}

/** Cells that begin at one place, as far as they are near each other. */
function runsOf(group: readonly Cell[]): Cell[][] {
  const runs: Cell[][] = [];
  for (const piece of group) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && piece.baseline - last.baseline <= furthest * piece.size) runs.at(-1)?.push(piece);
    else runs.push([piece]);
  }
  return runs.filter((run) => new Set(run.map(({ baseline }) => Math.round(baseline))).size >= fewestLines);
}

function isColumn(run: readonly Cell[], written: readonly Cell[]): boolean {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return false;
  const crosses = ({ left, right, baseline }: Cell) =>
    baseline >= first.baseline && baseline <= last.baseline && left < first.left - 1 && right > first.left + 1;
  return !written.some(crosses);
}
