import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Problem } from 'chronoscribe';
import { temporaryFolder } from 'chronoscribe/testing';
import sharp, { type Sharp } from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { type DecodeLimits, type DecodeResult, decodeFile, defaultLimits } from './decode-image.ts';
import { bitmap, trueColour } from './testing/bitmap.ts';

const folder = await temporaryFolder();
afterAll(() => folder.remove());

const limits: DecodeLimits = { ...defaultLimits, pixels: 40e6, pages: 5 };
const never = new AbortController().signal;

async function decoded(file: Uint8Array, given: Partial<DecodeLimits> = {}, signal = never) {
  const path = join(folder.path, 'upload');
  await writeFile(path, file);
  let first: DecodeResult | undefined;
  await decodeFile(path, { ...limits, ...given }, signal, async (page) => {
    if (page.type === 'decoded') first ??= page;
  });
  if (first?.type !== 'decoded') throw new Error('no page was decoded');
  return first;
}

/** What a decoding is refused with. Anything else that happens is an error. */
async function refused(decoding: Promise<unknown>): Promise<Problem> {
  const outcome = await decoding.catch((thrown: unknown) => thrown);
  if (outcome instanceof Problem) return outcome;
  throw new Error('it was not refused', { cause: outcome });
}

/** Red, green and blue at a place of a picture, as fractions of its sides. */
async function colourAt(picture: Uint8Array, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const at = Math.floor(y * info.height) * info.width + Math.floor(x * info.width);
  return [...data.subarray(at * info.channels, (at + 1) * info.channels)];
}

/** The colours of a JPEG are not exact. */
const near = (colour: readonly number[]) => colour.map((value) => expect.closeTo(value, -1.4));

/** The strongest of the three, by far; print in four inks knows no pure blue. */
async function strongest(picture: Uint8Array, x: number, y: number): Promise<string> {
  const [red = 0, green = 0, blue = 0] = await colourAt(picture, x, y);
  if (red > 60 + Math.max(green, blue)) return 'red';
  return blue > 60 + Math.max(red, green) ? 'blue' : 'neither';
}

/** 60 by 40 pixels, the left half red, the right half blue. */
function flag(): Sharp {
  const red = { create: { width: 30, height: 40, channels: 3, background: '#f00' } } as const;
  return sharp({ create: { width: 60, height: 40, channels: 3, background: '#00f' } }).composite([
    { input: red, left: 0, top: 0 },
  ]);
}

describe('a picture', () => {
  test.each([
    ['PNG', () => flag().png().toBuffer()],
    ['interlaced PNG of a palette', () => flag().png({ palette: true, progressive: true }).toBuffer()],
    ['PNG of 16 bits', () => flag().toColourspace('rgb16').png().toBuffer()],
    ['JPEG', () => flag().jpeg().toBuffer()],
    ['progressive JPEG', () => flag().jpeg({ progressive: true }).toBuffer()],
    ['JPEG of CMYK', () => flag().toColourspace('cmyk').jpeg().toBuffer()],
    ['WebP', () => flag().webp().toBuffer()],
    ['GIF', () => flag().gif().toBuffer()],
    ['TIFF', () => flag().tiff({ compression: 'lzw' }).toBuffer()],
    ['TIFF of 16 bits', () => flag().toColourspace('rgb16').tiff({ compression: 'deflate' }).toBuffer()],
    ['BMP', async () => trueColour(60, 40, await flag().raw().toBuffer())],
  ])('is decoded from %s', async (_, file) => {
    const { width, height, page, view } = await decoded(await file());
    expect({ width, height }).toEqual({ width: 60, height: 40 });
    const [seen, read] = [await sharp(view).metadata(), await sharp(page.png).metadata()];
    expect(seen).toMatchObject({ format: 'jpeg', width: 60, height: 40 });
    expect(read).toMatchObject({ format: 'png', depth: 'uchar', channels: 1, width: page.width, height: page.height });
    expect(await strongest(view, 0.2, 0.5)).toBe('red');
    expect(await strongest(view, 0.8, 0.5)).toBe('blue');
  });

  test('is rotated by its EXIF orientation', async () => {
    const file = await flag().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { width, height, view } = await decoded(file);
    expect({ width, height }).toEqual({ width: 40, height: 60 });
    expect(await colourAt(view, 0.5, 0.2)).toEqual(near([255, 0, 0]));
    expect(await colourAt(view, 0.5, 0.8)).toEqual(near([0, 0, 255]));
  });

  test('has a white background where it is transparent', async () => {
    const { view } = await decoded(
      await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
        .png()
        .toBuffer(),
    );
    expect(await colourAt(view, 0.5, 0.5)).toEqual(near([255, 255, 255]));
  });

  test('is the first frame of an animation and the first page of a document', async () => {
    const frames = await Promise.all(
      ['#0f0', '#00f'].map((background) =>
        sharp({ create: { width: 9, height: 9, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const moving = () => sharp(frames, { join: { animated: true } });
    for (const file of [
      await moving().gif().toBuffer(),
      await moving().webp().toBuffer(),
      await moving().tiff().toBuffer(),
    ]) {
      const { width, height, view } = await decoded(file);
      expect({ width, height }).toEqual({ width: 9, height: 9 });
      expect(await colourAt(view, 0.5, 0.5)).toEqual(near([0, 255, 0]));
    }
  });

  test('is scaled: a screenshot up, a large scan down', async () => {
    const sized = async (width: number, height: number) => {
      const { page, view } = await decoded(
        await sharp({ create: { width, height, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      );
      const seen = await sharp(view).metadata();
      return { page: [page.width, page.height], view: [seen.width, seen.height] };
    };
    expect(await sized(1200, 800)).toEqual({ page: [2400, 1600], view: [1200, 800] });
    expect(await sized(2480, 3508)).toEqual({ page: [2480, 3508], view: [1109, 1568] });
    expect(await sized(8000, 5000)).toEqual({ page: [5060, 3162], view: [1568, 980] });
    expect(await sized(30_000, 2)).toEqual({ page: [12_000, 1], view: [1568, 1] });
    expect(await sized(1, 1)).toEqual({ page: [2, 2], view: [1, 1] });
  });
});

describe('too many pixels', () => {
  /** A PNG that says how large it is, and holds nothing. */
  const boast = async (side: number) => {
    const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    png.writeUInt32BE(side, 16);
    png.writeUInt32BE(side, 20);
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    return png;
  };

  test('are rejected from the header, with their number and the limit', async () => {
    const { status, code, detail, errors } = await refused(decoded(await boast(50_000)));
    expect({ status, code }).toEqual({ status: 413, code: 'too-large' });
    expect(detail).toContain('50000 × 50000 pixels, 2500 megapixels; the limit is 40 megapixels');
    expect(errors).toMatchObject([{ path: ['file'], type: 'too_large' }]);
  });

  test('are rejected in a BMP too, while one pixel fewer is accepted', async () => {
    const white = bitmap({
      width: 100,
      height: 100,
      bits: 1,
      palette: [
        [255, 255, 255],
        [0, 0, 0],
      ],
      pixels: new Uint8Array(1600),
    });
    expect(await refused(decoded(white, { pixels: 9999 }))).toMatchObject({ code: 'too-large' });
    expect(await decoded(white, { pixels: 10_000 })).toMatchObject({ width: 100 });
  });
});

describe('a damaged file, or one of another type', () => {
  const whole = () => flag().jpeg().toBuffer();
  test.each([
    ['text', async () => Buffer.from('not a picture')],
    ['nothing', async () => Buffer.alloc(0)],
    ['half a JPEG', async () => (await whole()).subarray(0, -100)],
    [
      'an SVG, which could ask for other files',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['a BMP without pixels', async () => bitmap({ width: 9, height: 9, bits: 24, pixels: new Uint8Array() })],
  ])('is rejected: %s', async (_, file) => {
    expect(await refused(decoded(await file()))).toMatchObject({
      status: 422,
      code: 'unreadable-file',
      errors: [{ path: ['file'] }],
    });
  });
});

describe('the decoding process', () => {
  const large = async () =>
    sharp({ create: { width: 6000, height: 6000, channels: 3, background: '#fff' } })
      .jpeg({ progressive: true })
      .toBuffer();

  test('is killed when it exceeds its time or memory', async () => {
    const slow = await refused(decoded(await large(), { milliseconds: 1 }));
    expect(slow).toMatchObject({ code: 'unreadable-file', detail: expect.stringContaining('longer than 0.001 s') });
    const greedy = await refused(decoded(await large(), { memoryBytes: 16 * 1024 ** 2 }));
    expect(greedy).toMatchObject({
      code: 'unreadable-file',
      detail: expect.stringContaining('more than 16 MB of memory'),
    });
  });

  test('ends when aborted, and does not start if already aborted', async () => {
    const reason = new Error('the user cancelled');
    const control = new AbortController();
    const decoding = decoded(await large(), {}, control.signal);
    setTimeout(() => control.abort(reason), 50);
    await expect(decoding).rejects.toBe(reason);
    await expect(decoded(await large(), {}, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  test('does not change the file', async () => {
    const file = await flag().png().toBuffer();
    await decoded(file);
    expect(await readFile(join(folder.path, 'upload'))).toEqual(file);
  });
});
