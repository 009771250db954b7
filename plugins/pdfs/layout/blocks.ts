import { type Block, type Cell, joinCells, type Row, rowsOf } from './cells.ts';
import { columnsIn } from './columns.ts';
import { withWholeRows } from './table-rows.ts';

/** In ems: a wider gap separates cells, as in a table. */
const widestSpace = 2;

/**
 * Groups the cells of a page into blocks in reading order: columns of prose one after another, everything else line by
 * line, whatever the order in which it is drawn.
 */
export function blocksOf(cells: readonly Cell[]): Block[] {
  return inReadingOrder(rowsOf(cells)).map(withWholeRows).map(withWideCells);
}

function inReadingOrder(rows: readonly Row[]): Block[] {
  const found = columnsIn(rows);
  if (found === undefined) return rows.length === 0 ? [] : [rows];
  const { first, last, columns } = found;
  return [
    ...inReadingOrder(rows.slice(0, first)),
    ...columns.flatMap(inReadingOrder),
    ...inReadingOrder(rows.slice(last + 1)),
  ];
}

/** Joins cells that only a wide space divides, and no gap in the line above or below: that of a table does. */
function withWideCells(block: Block): Block {
  return block.map((row, index) => {
    const [first, ...others] = row;
    const around = [block[index - 1], block[index + 1]];
    const joined: [Cell, ...Cell[]] = [first];
    for (const cell of others) {
      const last = joined.at(-1) ?? first;
      const isSpace =
        !last.isField && !cell.isField && cell.left - last.right <= widestSpace * Math.max(last.size, cell.size);
      if (isSpace && !around.some((line) => hasGap(line, last.right, cell.left)))
        joined[joined.length - 1] = joinCells(last, cell, true);
      else joined.push(cell);
    }
    return joined;
  });
}

function hasGap(row: Row | undefined, left: number, right: number): boolean {
  return row?.some((cell, index) => cell.right < right && (row[index + 1]?.left ?? -Infinity) > left) === true;
}
