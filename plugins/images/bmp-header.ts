/** The pixel format of a BMP file. */
export type BmpPixelFormat =
  /** Palette indices of 1, 4 or 8 bits, in rows or run-length encoded. */
  | {
      readonly type: 'palette';
      readonly bits: 1 | 4 | 8;
      readonly isEncoded: boolean;
      readonly palette: readonly Rgb[];
    }
  /** 16, 24 or 32 bits per pixel, with masks for red, green and blue. */
  | { readonly type: 'masks'; readonly bits: 16 | 24 | 32; readonly masks: Rgb };

export type Rgb = readonly [red: number, green: number, blue: number];

export interface BmpHeader {
  readonly width: number;
  readonly height: number;
  /** Whether the first row of the file is the top one; usually it is the bottom one. */
  readonly isTopDown: boolean;
  /** Offset of the pixels in the file. */
  readonly pixelsAt: number;
  readonly colours: BmpPixelFormat;
}

/** Length of the shortest header (OS/2), after the 14 bytes of the file header. */
const coreSize = 12;
const leastBytes = 14 + coreSize;
const compressions = { none: 0, rle8: 1, rle4: 2, masks: 3, masksWithAlpha: 6 };

/**
 * Parses the headers of a BMP file (Microsoft, "Bitmap storage": BITMAPCOREHEADER to BITMAPV5HEADER).
 *
 * @throws BmpError if it is damaged, or contains a JPEG or PNG
 */
export function parseBmpHeader(file: Buffer): BmpHeader {
  if (file.length < leastBytes || file.toString('latin1', 0, 2) !== 'BM') throw new BmpError('no BMP file');
  const size = file.readUInt32LE(14);
  if (size !== coreSize && (size < 40 || size > 124 || file.length < 14 + size))
    throw new BmpError('no header of a known length');

  const width = size === coreSize ? file.readUInt16LE(18) : file.readInt32LE(18);
  const height = size === coreSize ? file.readUInt16LE(20) : file.readInt32LE(22);
  if (width <= 0 || height === 0) throw new BmpError('no pixels');
  const colours = parsePixelFormat(file, size);
  const isTopDown = height < 0;
  if (isTopDown && colours.type === 'palette' && colours.isEncoded)
    throw new BmpError('run-length encoded from the top');
  return { width, height: Math.abs(height), isTopDown, pixelsAt: file.readUInt32LE(10), colours };
}

function parsePixelFormat(file: Buffer, size: number): BmpPixelFormat {
  const isCore = size === coreSize;
  const bits = file.readUInt16LE(isCore ? 24 : 28);
  const compression = isCore ? compressions.none : file.readUInt32LE(30);
  const isEncoded =
    (compression === compressions.rle8 && bits === 8) || (compression === compressions.rle4 && bits === 4);
  const hasMasks = compression === compressions.masks || compression === compressions.masksWithAlpha;
  if (!isEncoded && !hasMasks && compression !== compressions.none) throw new BmpError('unknown compression');
  switch (bits) {
    case 1:
    case 4:
    case 8: {
      if (hasMasks) throw new BmpError('masks beside a palette');
      const used = isCore ? 0 : file.readUInt32LE(46);
      return {
        type: 'palette',
        bits,
        isEncoded,
        palette: readPalette(file, { at: 14 + size, entry: isCore ? 3 : 4, bits, used }),
      };
    }
    case 16:
    case 24:
    case 32:
      return { type: 'masks', bits, masks: hasMasks ? readMasks(file) : defaultMasks[bits] };
    default:
      throw new BmpError('unknown number of bits');
  }
}

const defaultMasks = {
  16: [0x7c00, 0x03e0, 0x001f],
  24: [0xff0000, 0x00ff00, 0x0000ff],
  32: [0xff0000, 0x00ff00, 0x0000ff],
} as const;

interface PaletteLocation {
  readonly at: number;
  readonly entry: 3 | 4;
  readonly bits: number;
  /** Number of entries; zero means as many as the bits allow. */
  readonly used: number;
}

function readPalette(file: Buffer, { at, entry, bits, used }: PaletteLocation): Rgb[] {
  const entries = used === 0 ? 2 ** bits : used;
  if (entries > 2 ** bits || at + entries * entry > file.length) throw new BmpError('no room for the palette');
  return Array.from({ length: entries }, (_, index) => {
    const [blue = 0, green = 0, red = 0] = file.subarray(at + index * entry);
    return [red, green, blue];
  });
}

/** The masks follow the 40 bytes of the shorter header, and are part of the longer ones at the same offset. */
function readMasks(file: Buffer): Rgb {
  if (file.length < 14 + 40 + 12) throw new BmpError('no room for the masks');
  return [file.readUInt32LE(54), file.readUInt32LE(58), file.readUInt32LE(62)];
}

/** A BMP file cannot be read; the message says why. */
export class BmpError extends Error {}
