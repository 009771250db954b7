import type { Canvas } from '@napi-rs/canvas';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PagePicture } from './exchange.ts';

/** Dots in an inch, as recognisers like it. */
const resolution = 300;
/** An A4 page at that resolution has 8.7 million pixels; larger pages are drawn smaller. */
const mostPixels = 9_000_000;
const longestSide = 8_000;

/** Draws a page as a reader would see it, form fields included. */
export async function drawPage(page: PDFPageProxy): Promise<PagePicture> {
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(resolution / 72, Math.sqrt(mostPixels / (width * height)), longestSide / Math.max(width, height));
  const viewport = page.getViewport({ scale });
  const { createCanvas } = await import('@napi-rs/canvas');
  const canvas = createCanvas(Math.max(1, Math.floor(viewport.width)), Math.max(1, Math.floor(viewport.height)));
  await page.render({ canvas, viewport }).promise;
  if (isOneColour(canvas)) return { type: 'blank' };
  return { type: 'picture', png: await canvas.encode('png'), width: canvas.width, height: canvas.height };
}

function isOneColour(canvas: Canvas): boolean {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const pixels = new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4);
  return pixels.every((pixel) => pixel === pixels[0]);
}
