import { type Block, type Cell, joinCells, type Row, rowOf } from './cells.ts';

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
export function withWholeRows(block: Block): Block {
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
