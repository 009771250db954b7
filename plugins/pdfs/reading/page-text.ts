import { OPS, type PDFPageProxy, Util } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { blocksOf, withFields } from '../layout/blocks.ts';
import { type Cell, cellsOf } from '../layout/cell.ts';
import { paragraphsOf } from '../layout/paragraphs.ts';
import type { PageText } from './exchange.ts';
import { fieldCells } from './form-fields.ts';

/** In characters. A page in small print has ten thousand; more than this is no page. */
const longestText = 100_000;
/** In letters and digits: a page with fewer may be a scan with a stamp or a number. */
const littleText = 100;
/** In pixels: a page that was scanned at 72 dpi has half a million, a logo a tenth of that. */
const scanPixels = 400_000;

/** The text that a page holds, with what is written into its form fields. */
export async function readText(page: PDFPageProxy): Promise<PageText> {
  const pieces = await piecesOf(page);
  const fields = fieldCells(await page.getAnnotations(), page.getViewport({ scale: 1 }));
  const length = [...pieces.upright, ...pieces.turned, ...fields].reduce((sum, { text }) => sum + text.length, 0);
  if (length > longestText) return { type: 'failed' };

  const blocks = withFields(blocksOf(cellsOf(pieces.upright)), fields);
  const paragraphs = [...blocks, ...blocksOf(cellsOf(pieces.turned))]
    .flatMap(paragraphsOf)
    .map(cleaned)
    .filter((text) => text !== '');
  const letters = paragraphs.join('').match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const scanned = letters === 0 || (letters < littleText && (await imagePixels(page)) >= scanPixels);
  return { type: 'text', paragraphs, scanned };
}

interface Pieces {
  readonly upright: readonly Cell[];
  /** Text that runs up, down or aslant, placed as if it were upright. */
  readonly turned: readonly Cell[];
}

/** The pieces of text that a page draws, in its order. */
async function piecesOf(page: PDFPageProxy): Promise<Pieces> {
  const toShown = page.getViewport({ scale: 1 }).transform;
  const upright: Cell[] = [];
  const turned: Cell[] = [];
  const { items } = await page.getTextContent();
  for (const item of items) {
    if (!('str' in item)) continue;
    const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0]: number[] = Util.transform(toShown, item.transform);
    // Numbers of a file: what is at no place is not shown either.
    if (![a, b, c, d, x, y, item.width].every(Number.isFinite)) continue;
    const angle = Math.atan2(b, a);
    const left = x * Math.cos(angle) + y * Math.sin(angle);
    const baseline = y * Math.cos(angle) - x * Math.sin(angle);
    const piece = { text: item.str, left, right: left + item.width, baseline, size: Math.hypot(c, d) };
    (Math.abs(angle) < 0.1 ? upright : turned).push(item.dir === 'rtl' ? mirrored(piece) : piece);
  }
  return { upright, turned };
}

/** What is written from right to left goes from left to right in a mirror. */
function mirrored(cell: Cell): Cell {
  return { ...cell, left: -cell.right, right: -cell.left };
}

/** Of all images that a page draws. */
async function imagePixels(page: PDFPageProxy): Promise<number> {
  const { fnArray, argsArray } = await page.getOperatorList();
  let pixels = 0;
  for (const [index, operation] of fnArray.entries()) {
    const [first, width, height]: unknown[] = argsArray[index] ?? [];
    if (operation === OPS.paintImageXObject) pixels += area(width, height);
    if (operation === OPS.paintImageMaskXObject || operation === OPS.paintInlineImageXObject) pixels += areaOf(first);
  }
  return pixels;
}

function areaOf(image: unknown): number {
  return typeof image === 'object' && image !== null && 'width' in image && 'height' in image
    ? area(image.width, image.height)
    : 0;
}

function area(width: unknown, height: unknown): number {
  return typeof width === 'number' && typeof height === 'number' ? width * height : 0;
}

/** Without characters that are no text: controls, private ones of a font without a map, halves of a pair. */
function cleaned(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Co}\p{Cs}\p{Cn}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
