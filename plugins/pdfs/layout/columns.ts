import { type Block, type Cell, firstWordWidth, narrowestGap, type Row, rowOf } from './cells.ts';

/** Columns are looked for among this many lines and no more, which is ten times what a page holds. */
const mostRows = 1000;
/** Lines with text on each side of a gutter. */
const fewestLines = 3;
/** In ems: a line after a wider gap that is on one side only is below the columns, as a signature. */
const widestLead = 1.8;

/**
 * Finds columns of prose side by side on the lines from `first` to `last`, which are read one after another: a gutter
 * that no line crosses, and running text on both sides. The columns of a table are none, since its rows belong together.
 */
export function columnsIn(rows: readonly Row[]) {
  if (rows.length > mostRows) return undefined;
  const runs = rows.flatMap((_, index) => gutters(rows, index).map((gutter) => runAround(rows, index, gutter)));
  return runs
    .toSorted((one, other) => other.last - other.first - (one.last - one.first))
    .filter(isFirstOfItsLines())
    .map(({ first, last }) => ({ first, last, columns: columnsOf(rows.slice(first, last + 1)) }))
    .find(({ columns }) => columns.length > 1 && columns.filter(isRunningText).length > 1);
}

interface Interval {
  readonly left: number;
  readonly right: number;
}

interface Run {
  readonly first: number;
  readonly last: number;
}

/** Each run is looked at once. */
function isFirstOfItsLines(): (run: Run) => boolean {
  const seen = new Set<string>();
  return ({ first, last }) =>
    last - first >= fewestLines - 1 && !seen.has(`${first}-${last}`) && !!seen.add(`${first}-${last}`);
}

/** The gaps in a line, and between a line and the next one where those are side by side. */
function gutters(rows: readonly Row[], index: number): Interval[] {
  const cells = [...(rows[index] ?? [])];
  const below = rows[index + 1];
  if (cells.length === 1 && below?.length === 1) cells.push(...below);
  const sorted = cells.toSorted((a, b) => a.left - b.left);
  return sorted.slice(1).flatMap((cell, at) => {
    const gap = { left: sorted[at]?.right ?? 0, right: cell.left };
    return isWide(gap, cell) ? [gap] : [];
  });
}

function isWide({ left, right }: Interval, { size }: Cell): boolean {
  return right - left >= narrowestGap * size;
}

/** The lines above and below that leave a gutter free. */
function runAround(rows: readonly Row[], index: number, gutter: Interval): Run {
  let free = gutter;
  const extend = (step: 1 | -1): number => {
    let at = index;
    for (;;) {
      const next = rows[at + step];
      const left = next && narrowed(free, next);
      if (next === undefined || left === undefined) return at;
      const isOneSided = next.every((cell) => cell.right <= left.left) || next.every((cell) => cell.left >= left.right);
      const lead = Math.abs(next[0].baseline - (rows[at]?.[0].baseline ?? 0));
      if (isOneSided && lead > widestLead * next[0].size) return at;
      free = left;
      at += step;
    }
  };
  return { last: extend(1), first: extend(-1) };
}

/** What a line leaves free of a gutter; undefined if that is too narrow. */
function narrowed(gutter: Interval, row: Row): Interval | undefined {
  let free = gutter;
  for (const cell of row) {
    if (cell.right <= free.left || cell.left >= free.right) continue;
    const before = { left: free.left, right: cell.left };
    const after = { left: cell.right, right: free.right };
    free = before.right - before.left > after.right - after.left ? before : after;
    if (!isWide(free, cell)) return undefined;
  }
  return free;
}

/** The columns of lines: what is parted by gaps that no line crosses. */
function columnsOf(rows: readonly Row[]): Block[] {
  const columns: Interval[] = [];
  for (const cell of rows.flat().toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1);
    if (last === undefined || isWide({ left: last.right, right: cell.left }, cell)) columns.push(cell);
    else columns[columns.length - 1] = { left: last.left, right: Math.max(last.right, cell.right) };
  }
  return columns.map(({ left, right }) =>
    rows.flatMap((row) => rowOf(row.filter((cell) => cell.left >= left && cell.right <= right))),
  );
}

/** In words: shorter lines are values. */
const shortestLine = 3;
/** A line breaks after such a word; a cell does not end with one. */
const breaksAfter =
  /(?:[-,\u2010]|\b(?:an?|the|and|or|but|of|to|in|on|at|by|for|from|with|was|were|is|are|has|had|she|he|her|his|their|be|not|der|die|das|den|dem|ein|eine|einen|und|oder|von|mit|im|in|zu|bei|wurde|war|ist|sich|nicht|de|la|le|les|el|et|y))$/iu;

/** Whether lines continue each other: they are full, begin in the middle of sentences, and break within them. */
function isRunningText(rows: Block): boolean {
  if (rows.length < fewestLines) return false;
  const texts = rows.map((row) => row.map(({ text }) => text).join(' '));
  const words = texts.map((text) => text.split(' ').length).toSorted((a, b) => a - b);
  const margin = Math.max(...rows.map((row) => row.at(-1)?.right ?? 0));
  const breaks = rows.slice(1);
  const full = breaks.filter((row, index) => (rows[index]?.at(-1)?.right ?? 0) + firstWordWidth(row) >= margin);
  const continued = texts.slice(1).filter((text) => /^[\p{Ll}\p{N}]/u.test(text));
  return (
    (words[Math.floor(words.length / 2)] ?? 0) >= shortestLine &&
    full.length >= 0.6 * breaks.length &&
    continued.length >= 0.3 * breaks.length &&
    texts.some((text) => breaksAfter.test(text) || /\p{L}[,;.!?] \p{L}/u.test(text))
  );
}
