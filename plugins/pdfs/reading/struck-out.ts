import type { PageViewport } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { z } from 'zod';
import type { Cell } from '../layout/cells.ts';

/** A mark through words, as pdf.js describes it: eight numbers for each line of it. */
const StrikeOut = z.object({
  subtype: z.literal('StrikeOut'),
  annotationFlags: z.number().catch(0),
  quadPoints: z.preprocess((points) => (points instanceof Float32Array ? [...points] : points), z.array(z.number())),
});
/** Flags of annotations that are hidden or not shown on screen (ISO 32000-2, 12.5.3). */
export const hiddenFlags = 0b10_0010;

/**
 * Says of words that are struck out that they are: `Ramipril 10 mg (struck out)`. They stay, because somebody must see
 * what was taken back.
 *
 * @param pieces upright text, in the order in which it is drawn
 */
export function withStruckOut(
  pieces: readonly Cell[],
  annotations: readonly unknown[],
  viewport: PageViewport,
): Cell[] {
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
