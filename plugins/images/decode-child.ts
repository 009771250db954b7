import { open, readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { parseBmpHeader } from './bmp-header.ts';
import { decodeBmpPixels } from './bmp-pixels.ts';
import type { DecodeResult } from './decode-image.ts';

/** Only what an upload may be: the loaders of other formats are not even asked what they see. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff'].flatMap((format) => [
  `VipsForeignLoad${format}File`,
  `VipsForeignLoad${format}Buffer`,
]);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders });
sharp.cache(false);
sharp.concurrency(1);

/** A picture of less is taken for a screenshot, whose letters are too small to be read well: it is doubled. */
const screenshotPixels = 2_500_000;
/** Letters as a scanner of 300 dots to the inch gives them need no more on a page of A3. */
const maxOcrPixels = 16_000_000;
const longestSide = 12_000;
/** Models that see scale down to about this themselves. */
const viewSide = 1568;

/** Decodes the picture at `path`, first frame or page, unless it has more than `maxPixels`; that is known before any pixel is decoded. */
export async function decode(path: string, maxPixels: number): Promise<DecodeResult> {
  try {
    const { width, height, open: source } = (await isBmp(path)) ? await openBmp(path) : await openWithSharp(path);
    if (width * height > maxPixels) return { type: 'too-large', width, height };
    const page = await ocrImage(await source(), width, height);
    const view = await viewImage(await source());
    return { type: 'decoded', width, height, page, view };
  } catch {
    return { type: 'unreadable' };
  }
}

interface ImageSource {
  readonly width: number;
  readonly height: number;
  /** Upright, without transparency. */
  open(): Promise<Sharp>;
}

async function openWithSharp(path: string): Promise<ImageSource> {
  // What is wrong with pixels is an error; what is odd elsewhere, as in many pictures of cameras, is not.
  const source = () => sharp(path, { failOn: 'error', limitInputPixels: false });
  const { autoOrient } = await source().metadata();
  return { ...autoOrient, open: async () => source().autoOrient().flatten({ background: '#ffffff' }) };
}

/** BMP, which libvips does not know. */
async function openBmp(path: string): Promise<ImageSource> {
  const file = await readFile(path);
  const header = parseBmpHeader(file);
  const { width, height } = header;
  return { width, height, open: async () => sharp(decodeBmpPixels(file, header), { raw: { width, height, channels: 3 } }) };
}

async function isBmp(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('latin1', 0, bytesRead) === 'BM';
  } finally {
    await file.close();
  }
}

async function ocrImage(source: Sharp, width: number, height: number) {
  const scale = readingScale(width, height);
  const { data, info } = await source
    .resize({ width: scaled(width, scale), height: scaled(height, scale), fit: 'fill' })
    .toColourspace('b-w')
    .png({ compressionLevel: 3 })
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}

function readingScale(width: number, height: number): number {
  const pixels = width * height;
  const wanted = pixels <= screenshotPixels ? 2 : Math.min(1, Math.sqrt(maxOcrPixels / pixels));
  return Math.min(wanted, longestSide / Math.max(width, height));
}

function scaled(side: number, scale: number): number {
  return Math.max(1, Math.round(side * scale));
}

function viewImage(source: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  return source
    .resize({ width: viewSide, height: viewSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** The process that decodes a picture: `node child.ts FILE MAXPIXELS` sends one `Decoded` and ends. */
const [path = '', maxPixels = ''] = process.argv.slice(2);

// The host is gone: nobody waits for an answer.
process.on('disconnect', () => process.exit());

process.send?.(await decode(path, Number(maxPixels)));
