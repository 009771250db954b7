import { type Block, type Cell, joinCells, type Row, rowOf, rowsOf } from './cells.ts';
import { columnsIn } from './columns.ts';

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

/** A line with so many cells may head a table. */
const fewestColumns = 3;
/** In ems: lines that are closer than text is ever set belong to one row, whose cells are centred. */
const overlapping = 0.95;
/** In ems: the lines of one cell are not further apart. Between rows there is a margin or a rule. */
const widestLead = 1.3;
/** In ems: rows that are further apart are not of one table. */
const widestRow = 6;

/**
 * Joins the lines of a table whose cells are longer than one line, so that a row is one line: `Bisoprolol | 2.5 mg | in the
 * morning`, in whichever cell the text is broken, and whether its cells stand at the top of the row or in its middle.
 */
function withWholeRows(block: Block): Block {
  const whole: Row[] = [];
  let header: Row | undefined;
  let row: Row[] = [];
  const end = () => {
    if (row.length > 0) whole.push(...joined(row, header));
    row = [];
  };
  for (const line of block) {
    const last = row.at(-1);
    if (header === undefined || last === undefined || !isOf(header, line, last)) {
      end();
      header = line.length >= fewestColumns ? line : undefined;
      row = [line];
    } else if (continues(row, line, header)) row.push(line);
    else {
      end();
      row = [line];
    }
  }
  end();
  return whole;
}

/** Whether each cell of a line is in a column of its own, below the last line of the table. */
function isOf(header: Row, line: Row, last: Row): boolean {
  const columns = line.map((cell) => columnOf(header, cell));
  const lead = line[0].baseline - last[0].baseline;
  return lead <= widestRow * line[0].size && new Set(columns).size === line.length && !columns.includes(-1);
}

/** The index of the column that a cell is in; -1 if it reaches into the next one. */
function columnOf(header: Row, cell: Cell): number {
  const found = header.findLastIndex(({ left, size }) => left <= cell.left + size);
  const next = header[found + 1];
  return next !== undefined && cell.right > next.left + next.size ? -1 : found;
}

function continues(row: readonly Row[], line: Row, header: Row): boolean {
  const lead = (line[0].baseline - (row.at(-1)?.[0].baseline ?? 0)) / line[0].size;
  if (lead < overlapping) return true;
  const isNamed = (each: Row) => columnOf(header, each[0]) === 0;
  return lead <= widestLead && row[0] !== header && !(isNamed(line) && row.some(isNamed));
}

/** The lines of a row as one, each column's text from top to bottom. */
function joined(row: readonly Row[], header: Row | undefined): Row[] {
  const [only, ...others] = row;
  if (header === undefined || only === undefined || others.length === 0) return [...row];
  const columns = Map.groupBy(row.flat(), (cell) => columnOf(header, cell));
  return rowOf([...columns.values()].map((cells) => cells.reduce((last, next) => joinCells(last, next, true))));
}
