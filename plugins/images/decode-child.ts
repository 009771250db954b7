import { receivedFile } from 'chronoscribe/child-process';
import sharp, { type Sharp } from 'sharp';
import { openBmp } from './bmp.ts';
import type { DecodeRequest, DecodeResult } from './decode-image.ts';

/** Only the formats of uploads: the loaders of other formats do not even probe the file. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff'].map((format) => `VipsForeignLoad${format}Buffer`);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders });
sharp.cache(false);
sharp.concurrency(1);

/** Smaller images are taken for screenshots, whose letters are too small for recognition: they are scaled up by two. */
const screenshotPixels = 2_500_000;
/** Suffices for an A3 page scanned at 300 dpi. */
const maxOcrPixels = 16_000_000;
const longestSide = 12_000;
/** Models scale images down to about this size. */
const viewSide = 1568;

/**
 * Decodes a page of an image, from 0, unless it has more than `maxPixels`, which is known before any pixel is decoded.
 */
async function decode(file: Buffer, page: number, maxPixels: number): Promise<DecodeResult> {
  try {
    const isBmp = file.toString('latin1', 0, 2) === 'BM';
    const { width, height, pages, frames, open: source } = isBmp ? sourceOfBmp(file) : await openWithSharp(file, page);
    if (width * height > maxPixels) return { type: 'too-large', width, height };
    const scan = await ocrImage(await source(), width, height);
    const view = await viewImage(await source());
    return { type: 'decoded', width, height, pages, frames, page: scan, view };
  } catch {
    return { type: 'unreadable' };
  }
}

interface ImageSource {
  readonly width: number;
  readonly height: number;
  /** Of a TIFF; 1 for other formats. */
  readonly pages: number;
  /** Of an animation; 1 for other images. */
  readonly frames: number;
  /** Upright and without transparency. */
  open(): Promise<Sharp>;
}

async function openWithSharp(file: Buffer, page: number): Promise<ImageSource> {
  // Fails for damaged pixels, but not for other defects, which are common in camera images.
  const source = () => sharp(file, { page, failOn: 'error', limitInputPixels: false });
  const { autoOrient, format, pages = 1 } = await source().metadata();
  const [held, frames] = format === 'tiff' ? [pages, 1] : [1, pages];
  return {
    ...autoOrient,
    pages: held,
    frames,
    open: async () => source().autoOrient().flatten({ background: '#ffffff' }),
  };
}

function sourceOfBmp(file: Buffer): ImageSource {
  const { pixels, ...size } = openBmp(file);
  const raw = { width: size.width, height: size.height, channels: 3 } as const;
  let decoded: ReturnType<typeof pixels> | undefined;
  const once = () => (decoded ??= pixels());
  return { ...size, pages: 1, frames: 1, open: async () => sharp(await once(), { raw }) };
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

/** The decoding process: `node decode-child.ts MAXPIXELS` gets a file, and answers each `DecodeRequest` with one result. */
const [maxPixels = ''] = process.argv.slice(2);
const sent = receivedFile();
let file = Buffer.alloc(0);

// The host is gone.
process.on('disconnect', () => process.exit());
process.on('message', async (message: DecodeRequest) => {
  if (sent.takes(message)) return;
  if (message.page === 0) file = sent.bytes();
  process.send?.(await decode(file, message.page, Number(maxPixels)));
});
