/**
 * Text that belongs together on one line of a page. Lengths in points (1/72 inch) from the top left corner, in reading
 * orientation.
 */
export interface Cell {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  /** Font size. */
  readonly size: number;
  /** Whether it is the value of a form field, which remains a cell beside its label. */
  readonly isField?: true;
}

/** The cells of one line, from left to right; never empty. */
export type Row = readonly [Cell, ...Cell[]];

/** Consecutive lines, from top to bottom. */
export type Block = readonly Row[];

/** In ems: a wider gap may lie between columns. The spaces of justified text are mostly narrower. */
export const narrowestGap = 1;
/** In ems: a wider gap separates words. Letter-spaced text is closer. */
const narrowestSpace = 0.2;

/** Tells whether two cells are on the same line; a superscript or subscript is. */
export function isSameLine(one: Cell, other: Cell): boolean {
  return Math.abs(one.baseline - other.baseline) <= 0.45 * Math.max(one.size, other.size);
}

/** Two cells of a line as one. @param spaced whether white space was drawn between them */
export function joinCells(last: Cell, next: Cell, spaced: boolean): Cell {
  const larger = next.size > last.size ? next : last;
  const apart = spaced || next.left - last.right > narrowestSpace * larger.size;
  return {
    text: last.text + (apart ? ' ' : '') + next.text,
    left: Math.min(last.left, next.left),
    right: Math.max(last.right, next.right),
    baseline: larger.baseline,
    size: larger.size,
  };
}

/** The lines of a page, from top to bottom, whatever the order in which their cells are drawn. */
export function rowsOf(cells: readonly Cell[]): Row[] {
  const rows: [Cell, ...Cell[]][] = [];
  for (const cell of cells.toSorted((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1);
    if (row !== undefined && isSameLine(row[0], cell)) row.push(cell);
    else rows.push([cell]);
  }
  return rows.flatMap(rowOf);
}

/** Cells as a row; none if there are none. */
export function rowOf(cells: readonly Cell[]): [] | [Row] {
  const [first, ...others] = cells.toSorted((a, b) => a.left - b.left);
  return first === undefined ? [] : [[first, ...others]];
}

/** Width of the first word and the space before it, in points. */
export function firstWordWidth([{ text, left, right, size }]: Row): number {
  const [word = ''] = text.split(' ', 1);
  return ((right - left) * word.length) / text.length + 0.35 * size;
}
