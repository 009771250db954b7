import type { PageViewport } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { z } from 'zod';
import type { Cell } from '../layout/cell.ts';

/** Bits of an annotation's flags (ISO 32000-2, 12.5.3): hidden, and not shown on a screen. */
const unseen = 0b10_0010;
const largestLetters = 12;

/** A field of a form, or a note typed onto the page, as pdf.js describes it; what is not of this shape is no such thing. */
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

/** What is written into the fields of a page, where it stands. A box is `[x]` or `[ ]`; empty fields are left out. */
export function fieldCells(annotations: readonly unknown[], viewport: PageViewport): Cell[] {
  return annotations.flatMap((raw) => {
    const { data } = Annotation.safeParse(raw);
    if (data === undefined || (data.annotationFlags & unseen) !== 0) return [];
    const text = written(data).replace(/\s+/g, ' ').trim();
    return text === '' ? [] : [placed(text, data.rect, viewport)];
  });
}

function written(annotation: Annotation): string {
  const { subtype, fieldValue, buttonValue, checkBox, radioButton, pushButton, password, contentsObj } = annotation;
  if (subtype === 'FreeText') return contentsObj.str;
  if (pushButton || password) return '';
  if (radioButton) return fieldValue === buttonValue ? '[x]' : '[ ]';
  if (checkBox) return fieldValue === '' || fieldValue === 'Off' ? '[ ]' : '[x]';
  return typeof fieldValue === 'string' ? fieldValue : fieldValue.join(', ');
}

function placed(text: string, [x1, y1, x2, y2]: Annotation['rect'], viewport: PageViewport): Cell {
  const corners = [viewport.convertToViewportPoint(x1, y1), viewport.convertToViewportPoint(x2, y2)];
  const [left = 0, right = 0] = corners.map(([x]) => Number(x)).toSorted((a, b) => a - b);
  const [top = 0, bottom = 0] = corners.map(([, y]) => Number(y)).toSorted((a, b) => a - b);
  const size = Math.min(bottom - top, largestLetters);
  // A field of several lines is read where it begins.
  const baseline = bottom - top > 2 * largestLetters ? top + size : bottom - 0.25 * size;
  return { text, left, right, baseline, size };
}
