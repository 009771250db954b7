import { writeFile } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';
import type { OcrImage } from 'chronoscribe/kinds/ocr';

export interface Print {
  /** Height of the letters in pixels. Default 28, as in a scan of 200 dots to the inch. */
  readonly size?: number;
  /** Default 1200. */
  readonly width?: number;
  readonly ink?: string;
  readonly paper?: string;
}

/** A PNG of printed lines; without lines a blank page. */
export function printed(lines: readonly string[], { size = 28, width = 1200, ink = '#000', paper = '#fff' }: Print = {}): Buffer {
  const canvas = createCanvas(width, Math.ceil(lines.length * size * 1.5 + 80));
  const context = canvas.getContext('2d');
  context.fillStyle = paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = ink;
  context.font = `${size}px sans-serif`;
  for (const [index, line] of lines.entries()) context.fillText(line, 40, 60 + index * size * 1.5);
  return canvas.toBuffer('image/png');
}

/** The same as a file, as a provider gets it. */
export async function printedPicture(path: string, lines: readonly string[], print: Print = {}): Promise<OcrImage> {
  const png = printed(lines, print);
  await writeFile(path, png);
  // Where a PNG holds its size.
  return { path, width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}
