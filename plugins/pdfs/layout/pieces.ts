import { type Cell, isSameLine, joinCells, narrowestGap } from './cells.ts';
import { columnStarts } from './column-starts.ts';

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
