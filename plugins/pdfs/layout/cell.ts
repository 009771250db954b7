/** Text that stands together on one line of a page. Lengths are points (1/72 inch) from the top left corner, as the text is read. */
export interface Cell {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  /** Of its letters. */
  readonly size: number;
}

/** In ems: what stands farther apart is another cell, as in a table. The spaces of justified text are narrower. */
const widestSpace = 2;
/** In ems: pieces this far apart are two words. Letters that are set apart for looks are closer. */
const narrowestSpace = 0.2;
/** In ems: what overlaps more does not follow, but begins somewhere else. */
const overlap = 0.6;

/** Whether two cells stand on one line. A raised or lowered letter does. */
export function onOneLine(one: Cell, other: Cell): boolean {
  return Math.abs(one.baseline - other.baseline) <= 0.45 * Math.max(one.size, other.size);
}

/** Joins pieces that follow each other on a line into cells, in the order in which the page draws them. A piece of white space alone parts words. */
export function cellsOf(pieces: readonly Cell[]): Cell[] {
  const cells: Cell[] = [];
  let spaced = false;
  for (const piece of pieces) {
    if (piece.text.trim() === '') {
      spaced = true;
      continue;
    }
    const last = cells.at(-1);
    if (last !== undefined && follows(last, piece)) cells[cells.length - 1] = joined(last, piece, spaced);
    else cells.push(piece);
    spaced = false;
  }
  return cells.map((cell) => ({ ...cell, text: cell.text.replace(/\s+/g, ' ').trim() }));
}

function follows(last: Cell, next: Cell): boolean {
  const em = Math.max(last.size, next.size);
  const gap = next.left - last.right;
  return onOneLine(last, next) && gap >= -overlap * em && gap <= widestSpace * em;
}

function joined(last: Cell, next: Cell, spaced: boolean): Cell {
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
