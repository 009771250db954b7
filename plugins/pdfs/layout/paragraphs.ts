import type { TableCell } from 'chronoscribe/kinds/document-records';
import { joinLines, listMarker } from 'chronoscribe/kinds/ocr';
import { type Block, firstWordWidth, type Row } from './cells.ts';

/** A paragraph, and the lines that it was made of. */
export interface Paragraph {
  readonly text: string;
  readonly lines: readonly (readonly TableCell[])[];
}

/** Lines of prose that may form a paragraph: same font size, same distance, no cells. */
type Run = Row[];

/**
 * Splits a block into paragraphs and joins their lines. A paragraph ends where line distance or font size changes, at a
 * table row, at a list marker, and where the first word of the next line would have fitted.
 */
export function paragraphsOf(block: Block): Paragraph[] {
  const margin = Math.max(...block.map((row) => row.at(-1)?.right ?? 0));
  return runsOf(block)
    .flatMap((run) => splitAtShortLines(run, margin))
    .map((rows) => ({ text: joinLines(rows.map(textOf)), lines: rows.map(cellsOf) }));
}

function runsOf(block: Block): Run[] {
  const distance = medianLineDistance(block);
  const runs: Run[] = [];
  for (const row of block) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run === undefined || last === undefined || !continues(last, row, distance)) runs.push([row]);
    else run.push(row);
  }
  return runs;
}

function continues(last: Row, next: Row, distance: number): boolean {
  const [above, below] = [last[0], next[0]];
  if (last.length > 1 || next.length > 1 || listMarker.test(below.text)) return false;
  const sizes = Math.max(above.size, below.size) / Math.min(above.size, below.size);
  return sizes < 1.15 && below.baseline - above.baseline <= Math.max(1.3 * distance, 1.1 * below.size);
}

/** Median distance between lines, in points. */
function medianLineDistance(block: Block): number {
  const distances = block.slice(1).map((row, index) => row[0].baseline - (block[index]?.[0].baseline ?? 0));
  return distances.toSorted((a, b) => a - b)[Math.floor((distances.length - 1) / 2)] ?? 0;
}

/** @param widest of the block: the longest items of a list are not as wide, and continue none */
function splitAtShortLines(run: Run, widest: number): Run[] {
  const margin = Math.max(...run.map(([cell]) => cell.right));
  const paragraphs: Run[] = [];
  for (const row of run) {
    const last = paragraphs.at(-1);
    const above = last?.at(-1)?.[0];
    if (last === undefined || above === undefined) paragraphs.push([row]);
    else if (above.right + firstWordWidth(row) < (isItem(row) ? widest : margin) && !goesOn(above.text, row[0].text))
      paragraphs.push([row]);
    else last.push(row);
  }
  return paragraphs;
}

function isItem([{ text }]: Row): boolean {
  return /^[\p{Lu}\p{N}]/u.test(text);
}

/** Whether a word is divided between two lines, or a sentence that began after another in the line above. */
function goesOn(above: string, below: string): boolean {
  const isDivided = /\p{L}[-\u2010\u00ad]$/u.test(above) && /^\p{Ll}/u.test(below);
  return isDivided || (/[.?!] \p{Lu}.*\p{L}$/u.test(above) && /^[\p{Ll}\d]/u.test(below));
}

function textOf(row: Row): string {
  return row.map(({ text }) => text).join(' ');
}

/** In whole points, which is enough to tell columns. */
function cellsOf(row: Row): TableCell[] {
  return row.map(({ text, left, right }) => ({ text, left: Math.round(left), right: Math.round(right) }));
}
