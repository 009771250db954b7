import { writeFile } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';
import type { OcrImage } from 'chronoscribe/kinds/ocr';

export interface Print {
  /** Font size in pixels. Default 28, as in a scan at 200 dpi. */
  readonly size?: number;
  /** Default 1200. */
  readonly width?: number;
  readonly ink?: string;
  readonly paper?: string;
}

/** Renders printed lines as a PNG; a blank page without lines. */
export function printed(
  lines: readonly string[],
  { size = 28, width = 1200, ink = '#000', paper = '#fff' }: Print = {},
): Buffer {
  const canvas = createCanvas(width, Math.ceil(lines.length * size * 1.5 + 80));
  const context = canvas.getContext('2d');
  context.fillStyle = paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = ink;
  context.font = `${size}px sans-serif`;
  for (const [index, line] of lines.entries()) context.fillText(line, 40, 60 + index * size * 1.5);
  return canvas.toBuffer('image/png');
}

/** Renders printed lines into a file, as a provider receives it. */
export async function printedPicture(path: string, lines: readonly string[], print: Print = {}): Promise<OcrImage> {
  const png = printed(lines, print);
  await writeFile(path, png);
  // A PNG has its size at this offset.
  return { path, width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}
