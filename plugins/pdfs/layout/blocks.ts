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
}

/** In ems: a wider gap separates cells, as in a table. The spaces of justified text are narrower. */
const widestSpace = 2;
/** In ems: a wider gap separates words. Letter-spaced text is closer. */
const narrowestSpace = 0.2;
/** In ems: a larger overlap means that the next piece starts elsewhere. */
const overlap = 0.6;

/** Tells whether two cells are on the same line; a superscript or subscript is. */
export function isSameLine(one: Cell, other: Cell): boolean {
  return Math.abs(one.baseline - other.baseline) <= 0.45 * Math.max(one.size, other.size);
}

/** Joins consecutive pieces on a line into cells, in drawing order. A piece of white space separates words. */
export function cellsOf(pieces: readonly Cell[]): Cell[] {
  const cells: Cell[] = [];
  let spaced = false;
  for (const piece of pieces) {
    if (piece.text.trim() === '') {
      spaced = true;
      continue;
    }
    const last = cells.at(-1);
    if (last !== undefined && follows(last, piece)) cells[cells.length - 1] = joinCells(last, piece, spaced);
    else cells.push(piece);
    spaced = false;
  }
  return cells.map((cell) => ({ ...cell, text: cell.text.replace(/\s+/g, ' ').trim() }));
}

function follows(last: Cell, next: Cell): boolean {
  const em = Math.max(last.size, next.size);
  const gap = next.left - last.right;
  return isSameLine(last, next) && gap >= -overlap * em && gap <= widestSpace * em;
}

function joinCells(last: Cell, next: Cell, spaced: boolean): Cell {
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

/** The cells of one line, from left to right; never empty. */
export type Row = readonly [Cell, ...Cell[]];

/** Consecutive lines, from top to bottom. */
export type Block = readonly Row[];

/** In words: longer cells are prose, which is never merged as a value with its label. */
const longestValue = 4;
/** In words: cells that begin with a small letter may be a unit, or a short value as in `not detected`. */
const longestUnit = 2;

/**
 * Groups the cells of a page into blocks in reading order.
 *
 * Pages mostly draw their text in reading order, and this keeps it: a table row by row, columns one after another. A
 * jump upwards starts a block. A block drawn later is inserted above what is below it in the same column, and values
 * drawn after all labels are put beside their labels.
 */
export function blocksOf(cells: readonly Cell[]): Block[] {
  const placed: Block[] = [];
  for (const block of blocksInDrawingOrder(cells)) {
    const beside = isProse(block) ? -1 : placed.findIndex((earlier) => isBeside(block, earlier));
    const earlier = placed[beside];
    if (earlier !== undefined) placed[beside] = mergeRows(earlier, block);
    else insertAbove(placed, block);
  }
  return placed;
}

/** Adds the values of form fields, each beside the line that it belongs to. */
export function withFields(blocks: readonly Block[], fields: readonly Cell[]): Block[] {
  const result = [...blocks];
  for (const field of fields) {
    const home = result.findIndex((block) => block.some((row) => row.some((cell) => isSameLine(cell, field))));
    const block = result[home];
    if (block !== undefined) result[home] = mergeRows(block, [[field]]);
    else insertAbove(result, [[field]]);
  }
  return result;
}

/** Splits the cells at jumps upwards. */
function blocksInDrawingOrder(cells: readonly Cell[]): Block[] {
  const blocks: Row[][] = [];
  for (const cell of cells) {
    const block = blocks.at(-1);
    const row = block?.at(-1);
    if (block === undefined || row === undefined) blocks.push([[cell]]);
    else if (isSameLine(row[0], cell) && cell.left >= rightOf(row)) block[block.length - 1] = [...row, cell];
    else if (!isSameLine(row[0], cell) && cell.baseline > row[0].baseline) block.push([cell]);
    else blocks.push([[cell]]);
  }
  return blocks;
}

function isProse(block: Block): boolean {
  const lengths = block.flatMap((row) => row.map((cell) => cell.text.split(' ').length)).toSorted((a, b) => a - b);
  const length = lengths[Math.floor(lengths.length / 2)] ?? 0;
  return length > longestValue || (length > longestUnit && isWrapped(block));
}

/** Tells whether most lines continue the line above: they begin with a small letter. So do narrow columns of prose. */
function isWrapped(block: Block): boolean {
  return block.filter(([first]) => /^\p{Ll}/u.test(first.text)).length * 2 > block.length;
}

/** Tells whether most lines of a block continue lines of an earlier one at free positions. */
function isBeside(block: Block, earlier: Block): boolean {
  const beside = block.filter((row) => earlier.some((other) => isSameLine(other[0], row[0]) && isFree(other, row)));
  return beside.length * 2 > block.length;
}

function isFree(row: Row, added: Row): boolean {
  return added.every((cell) => row.every((other) => cell.left >= other.right || cell.right <= other.left));
}

/** Merges two blocks, one row per line. */
function mergeRows(block: Block, added: Block): Block {
  const rows: Row[] = [...block];
  for (const row of added) {
    const at = rows.findIndex((other) => isSameLine(other[0], row[0]));
    const other = rows[at];
    if (other !== undefined) rows[at] = sortByLeft([...other, ...row]) ?? other;
    else rows.push(row);
  }
  return rows.toSorted((a, b) => a[0].baseline - b[0].baseline);
}

function sortByLeft(cells: readonly Cell[]): Row | undefined {
  const [first, ...others] = cells.toSorted((a, b) => a.left - b.left);
  return first === undefined ? undefined : [first, ...others];
}

/** Inserts a block before the first one below it in its column, else at the end. */
function insertAbove(placed: Block[], block: Block): void {
  const box = boxOf(block);
  const below = placed.findIndex((other) => {
    const { left, right, top } = boxOf(other);
    return box.bottom < top && box.left < right && left < box.right;
  });
  placed.splice(below === -1 ? placed.length : below, 0, block);
}

function boxOf(block: Block): {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
} {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const cell of block.flat()) {
    left = Math.min(left, cell.left);
    right = Math.max(right, cell.right);
    top = Math.min(top, cell.baseline);
    bottom = Math.max(bottom, cell.baseline);
  }
  return { left, right, top, bottom };
}

function rightOf(row: Row): number {
  return row.at(-1)?.right ?? row[0].right;
}
