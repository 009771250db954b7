import { BmpError, type BmpHeader, type BmpPixelFormat } from './bmp-header.ts';

/**
 * Decodes the pixels of a BMP file: three bytes each, red first, from the top row down. A fourth byte, which few
 * programs use for transparency, is ignored.
 *
 * @throws BmpError if the file is too short, or a pixel has no palette entry
 */
export function decodeBmpPixels(
  file: Buffer,
  { width, height, isTopDown, pixelsAt, colours }: BmpHeader,
): Uint8Array<ArrayBuffer> {
  const source = file.subarray(pixelsAt);
  const colourAt =
    colours.type === 'palette'
      ? paletteReader(source, width, height, colours)
      : maskReader(source, width, height, colours);
  const pixels = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row += 1) {
    const target = (isTopDown ? row : height - 1 - row) * width * 3;
    for (let x = 0; x < width; x += 1) {
      const colour = colourAt(row, x);
      pixels[target + x * 3] = colour >> 16;
      pixels[target + x * 3 + 1] = colour >> 8;
      pixels[target + x * 3 + 2] = colour;
    }
  }
  return pixels;
}

/** The colour of a pixel in a row of the file, as 24-bit RGB. */
type ColourAt = (row: number, x: number) => number;

function paletteReader(
  source: Buffer,
  width: number,
  height: number,
  { bits, isEncoded, palette }: BmpPixelFormat & { type: 'palette' },
): ColourAt {
  const colours = palette.map(([red, green, blue]) => (red << 16) | (green << 8) | blue);
  const colourOf = (place: number): number => {
    const colour = colours[place];
    if (colour === undefined) throw new BmpError('a pixel without a colour');
    return colour;
  };
  if (isEncoded && bits !== 1) {
    const places = decodeRunLength(source, width, height, bits);
    return (row, x) => colourOf(places[row * width + x] ?? 0);
  }
  const stride = rowBytes(source, width, height, bits);
  const perByte = 8 / bits;
  const mask = 2 ** bits - 1;
  return (row, x) => {
    const byte = source[row * stride + Math.floor(x / perByte)] ?? 0;
    return colourOf((byte >> (8 - bits * ((x % perByte) + 1))) & mask);
  };
}

function maskReader(
  source: Buffer,
  width: number,
  height: number,
  { bits, masks }: BmpPixelFormat & { type: 'masks' },
): ColourAt {
  const stride = rowBytes(source, width, height, bits);
  const bytes = bits / 8;
  const [red, green, blue] = masks.map(channelReader);
  return (row, x) => {
    const value = source.readUIntLE(row * stride + x * bytes, bytes);
    return ((red?.(value) ?? 0) << 16) | ((green?.(value) ?? 0) << 8) | (blue?.(value) ?? 0);
  };
}

/** Reads one colour channel by its mask, scaled to 0–255. */
function channelReader(mask: number): (value: number) => number {
  if (mask === 0) return () => 0;
  // Index of the lowest bit that is set.
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  return (value) => Math.round((((value & mask) >>> shift) * 255) / most);
}

/** Bytes per row; rows are padded to four bytes. */
function rowBytes(source: Buffer, width: number, height: number, bits: number): number {
  const stride = Math.ceil((width * bits) / 32) * 4;
  if (source.length < stride * height) throw new BmpError('the pixels end too early');
  return stride;
}

/** Escape codes: the second byte after a zero. */
const escapes = { endOfRow: 0, endOfPicture: 1, move: 2 };

/**
 * Decodes the run-length encoding of a BMP file (Microsoft, "Bitmap compression").
 *
 * @returns the palette index of each pixel from the bottom row up, zero for skipped pixels
 * @throws BmpError for runs beyond the edge, and for a file that ends too early
 */
export function decodeRunLength(runs: Uint8Array, width: number, height: number, bits: 4 | 8): Uint8Array {
  const places = new Uint8Array(width * height);
  let x = 0;
  let y = 0;
  let at = 0;
  const next = (): number => {
    const byte = runs[at];
    if (byte === undefined) throw new BmpError('the runs end too early');
    at += 1;
    return byte;
  };
  const put = (place: number) => {
    if (x >= width || y >= height) throw new BmpError('a run goes over the edge');
    places[y * width + x] = place;
    x += 1;
  };
  const nibble = (byte: number, index: number) => (index % 2 === 0 ? byte >> 4 : byte & 15);

  for (;;) {
    const [count, value] = [next(), next()];
    if (count > 0) {
      for (let index = 0; index < count; index += 1) put(bits === 8 ? value : nibble(value, index));
    } else if (value === escapes.endOfPicture) {
      return places;
    } else if (value === escapes.endOfRow) {
      x = 0;
      y += 1;
    } else if (value === escapes.move) {
      x += next();
      y += next();
    } else {
      // A literal run, padded to two bytes.
      const bytes = bits === 8 ? value : Math.ceil(value / 2);
      const literal = Array.from({ length: bytes + (bytes % 2) }, next);
      for (let index = 0; index < value; index += 1) {
        const byte = literal[bits === 8 ? index : index >> 1] ?? 0;
        put(bits === 8 ? byte : nibble(byte, index));
      }
    }
  }
}
