import { OPS, type PageViewport, type PDFPageProxy, Util } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { z } from 'zod';
import { blocksOf } from '../layout/blocks.ts';
import type { Cell } from '../layout/cells.ts';
import { type Paragraph, paragraphsOf } from '../layout/paragraphs.ts';
import { cellsOf } from '../layout/pieces.ts';
import type { PageText } from './pdf-process.ts';

/** In characters. A page in small print has ten thousand; a longer text is rejected. */
const longestText = 100_000;
/** In letters and digits. A page with fewer may be a scan with a stamp or a number. */
const littleText = 100;
/** In pixels. A page scanned at 72 dpi has half a million, a logo a tenth of that. */
const scanPixels = 400_000;

/** Reads the text of a page, including the values of form fields. */
export async function readText(page: PDFPageProxy): Promise<PageText> {
  const pieces = await piecesOf(page);
  const annotations = await page.getAnnotations();
  const viewport = page.getViewport({ scale: 1 });
  const upright = withStruckOut(pieces.upright, annotations, viewport);
  const fields = fieldCells(annotations, viewport);
  const notes = notesOf(annotations);
  const length = [...upright, ...pieces.turned, ...fields, ...notes].reduce((sum, { text }) => sum + text.length, 0);
  if (length > longestText) return { type: 'failed' };

  const paragraphs = [...blocksOf([...cellsOf(upright), ...fields]), ...blocksOf(cellsOf(pieces.turned))]
    .flatMap(paragraphsOf)
    .concat(notes)
    .map(({ text, lines }) => ({
      text: removeNonText(text),
      lines: lines.map((cells) => cells.map((cell) => ({ ...cell, text: removeNonText(cell.text) }))),
    }))
    .filter(({ text }) => text !== '');
  const letters =
    paragraphs
      .map(({ text }) => text)
      .join('')
      .match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const scanned = letters === 0 || (letters < littleText && (await imagePixels(page)) >= scanPixels);
  return { type: 'text', paragraphs, scanned };
}

/** The pieces of text of a page, in drawing order; rotated text (`turned`) is placed as if it were upright. */
async function piecesOf(page: PDFPageProxy) {
  const toShown = page.getViewport({ scale: 1 }).transform;
  const upright: Cell[] = [];
  const turned: Cell[] = [];
  const { items } = await page.getTextContent();
  for (const item of items) {
    if (!('str' in item)) continue;
    const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0]: number[] = Util.transform(toShown, item.transform);
    // A file may contain invalid numbers; such text is not shown either.
    if (![a, b, c, d, x, y, item.width].every(Number.isFinite)) continue;
    const angle = Math.atan2(b, a);
    const left = x * Math.cos(angle) + y * Math.sin(angle);
    const baseline = y * Math.cos(angle) - x * Math.sin(angle);
    const piece = { text: item.str, left, right: left + item.width, baseline, size: Math.hypot(c, d) };
    (Math.abs(angle) < 0.1 ? upright : turned).push(item.dir === 'rtl' ? mirrored(piece) : piece);
  }
  return { upright, turned };
}

/** Mirrors right-to-left text, so that it runs from left to right. */
function mirrored(cell: Cell): Cell {
  return { ...cell, left: -cell.right, right: -cell.left };
}

/** Pixels of all images that a page draws. */
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

/** Removes control characters, private-use characters of fonts without a map, and unpaired surrogates. */
function removeNonText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Co}\p{Cs}\p{Cn}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const largestLetters = 12;

/** A form field, or a note typed onto the page, as pdf.js describes it. Other annotations do not parse. */
const Annotation = z.object({
  subtype: z.enum(['Widget', 'FreeText']),
  rect: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  annotationFlags: z.number().catch(0),
  fieldValue: z.union([z.string(), z.array(z.string())]).catch(''),
  buttonValue: z.string().nullish().catch(null),
  checkBox: z.boolean().catch(false),
  radioButton: z.boolean().catch(false),
  pushButton: z.boolean().catch(false),
  password: z.boolean().catch(false),
  contentsObj: z.object({ str: z.string() }).catch({ str: '' }),
});
type Annotation = z.infer<typeof Annotation>;

/** The values of form fields as cells. A check box is `[x]` or `[ ]`; empty fields are left out. */
export function fieldCells(annotations: readonly unknown[], viewport: PageViewport): Cell[] {
  return annotations.flatMap((raw) => {
    const { data } = Annotation.safeParse(raw);
    if (data === undefined || (data.annotationFlags & hiddenFlags) !== 0) return [];
    const text = fieldText(data).replace(/\s+/g, ' ').trim();
    return text === '' ? [] : [placeField(text, data.rect, viewport)];
  });
}

/** What somebody wrote on a page without changing its text: sticky notes, and comments on marks and stamps. */
const Note = z.object({
  subtype: z.enum([
    'Text',
    'Highlight',
    'Underline',
    'Squiggly',
    'StrikeOut',
    'Caret',
    'Stamp',
    'Square',
    'Circle',
    'Ink',
  ]),
  annotationFlags: z.number().catch(0),
  contentsObj: z.object({ str: z.string() }),
});

/** The notes on a page, each a paragraph of its own after the text of the page. */
function notesOf(annotations: readonly unknown[]): Paragraph[] {
  return annotations.flatMap((raw) => {
    const { data } = Note.safeParse(raw);
    if (data === undefined || (data.annotationFlags & hiddenFlags) !== 0) return [];
    const { str: text } = data.contentsObj;
    return [{ text, lines: [[{ text, left: 0, right: 0 }]] }];
  });
}

function fieldText(annotation: Annotation): string {
  const { subtype, fieldValue, buttonValue, checkBox, radioButton, pushButton, password, contentsObj } = annotation;
  if (subtype === 'FreeText') return contentsObj.str;
  if (pushButton || password) return '';
  if (radioButton) return fieldValue === buttonValue ? '[x]' : '[ ]';
  if (checkBox) return fieldValue === '' || fieldValue === 'Off' ? '[ ]' : '[x]';
  return typeof fieldValue === 'string' ? fieldValue : fieldValue.join(', ');
}

function placeField(text: string, [x1, y1, x2, y2]: Annotation['rect'], viewport: PageViewport): Cell {
  const corners = [viewport.convertToViewportPoint(x1, y1), viewport.convertToViewportPoint(x2, y2)];
  const [left = 0, right = 0] = corners.map(([x]) => Number(x)).toSorted((a, b) => a - b);
  const [top = 0, bottom = 0] = corners.map(([, y]) => Number(y)).toSorted((a, b) => a - b);
  const size = Math.min(bottom - top, largestLetters);
  // A multi-line field is placed at its first line.
  const baseline = bottom - top > 2 * largestLetters ? top + size : bottom - 0.25 * size;
  return { text, left, right, baseline, size, isField: true };
}

/** A mark through words, as pdf.js describes it: eight numbers for each line of it. */
const StrikeOut = z.object({
  subtype: z.literal('StrikeOut'),
  annotationFlags: z.number().catch(0),
  quadPoints: z.preprocess((points) => (points instanceof Float32Array ? [...points] : points), z.array(z.number())),
});
/** Flags of annotations that are hidden or not shown on screen (ISO 32000-2, 12.5.3). */
const hiddenFlags = 0b10_0010;

/**
 * Says of words that are struck out that they are: `Ramipril 10 mg (struck out)`. They stay, because somebody must see
 * what was taken back.
 *
 * @param pieces upright text, in the order in which it is drawn
 */
function withStruckOut(pieces: readonly Cell[], annotations: readonly unknown[], viewport: PageViewport): Cell[] {
  const marks = annotations.flatMap((raw) => marksOf(raw, viewport));
  return pieces.map((piece) => marks.reduce(strike, piece));
}

interface Mark {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function marksOf(raw: unknown, viewport: PageViewport): Mark[] {
  const { data } = StrikeOut.safeParse(raw);
  if (data === undefined || (data.annotationFlags & hiddenFlags) !== 0) return [];
  const { quadPoints: points } = data;
  return Array.from({ length: Math.floor(points.length / 8) }, (_, index) => {
    const corners = [0, 2, 4, 6].map((at) =>
      viewport.convertToViewportPoint(points[8 * index + at] ?? 0, points[8 * index + at + 1] ?? 0).map(Number),
    );
    const [xs, ys] = [corners.map(([x = 0]) => x), corners.map(([, y = 0]) => y)];
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  });
}

/** The words of a piece that a mark covers by more than half, which all letters taken as equally wide tell. */
function strike(piece: Cell, { left, right, top, bottom }: Mark): Cell {
  const middle = piece.baseline - 0.3 * piece.size;
  if (middle < top || middle > bottom || piece.right <= left || piece.left >= right) return piece;
  const letter = (piece.right - piece.left) / piece.text.length;
  let end = -1;
  for (const { 0: word, index } of piece.text.matchAll(/\S+/g)) {
    const at = piece.left + letter * (index + word.length / 2);
    if (at > left && at < right) end = index + word.length;
  }
  return end === -1 ? piece : { ...piece, text: `${piece.text.slice(0, end)} (struck out)${piece.text.slice(end)}` };
}
