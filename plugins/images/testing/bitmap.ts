/** The fields of a BMP file. */
export interface Bitmap {
  readonly width: number;
  /** Negative means top row first. */
  readonly height: number;
  readonly bits: number;
  readonly compression?: number;
  /** Red, green, blue. */
  readonly palette?: readonly (readonly [number, number, number])[];
  readonly masks?: readonly [number, number, number];
  /** As stored in the file, rows padded to four bytes. */
  readonly pixels: Uint8Array;
}

/** Writes a BMP file with the common header (BITMAPINFOHEADER). */
export function bitmap({
  width,
  height,
  bits,
  compression = 0,
  palette = [],
  masks = undefined,
  pixels,
}: Bitmap): Buffer {
  const between = Buffer.concat([
    masks === undefined ? Buffer.alloc(0) : Buffer.from(Uint32Array.from(masks).buffer),
    Buffer.from(palette.flatMap(([red, green, blue]) => [blue, green, red, 0])),
  ]);
  const header = Buffer.alloc(54);
  header.write('BM', 'latin1');
  header.writeUInt32LE(54 + between.length + pixels.length, 2);
  header.writeUInt32LE(54 + between.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(bits, 28);
  header.writeUInt32LE(compression, 30);
  header.writeUInt32LE(palette.length, 46);
  return Buffer.concat([header, between, pixels]);
}

/** Writes a 24-bit BMP file from three bytes per pixel, red first, from the top row down. */
export function trueColour(width: number, height: number, rgb: Uint8Array): Buffer {
  const stride = Math.ceil((width * 3) / 4) * 4;
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [red = 0, green = 0, blue = 0] = rgb.subarray((y * width + x) * 3);
      pixels.set([blue, green, red], (height - 1 - y) * stride + x * 3);
    }
  }
  return bitmap({ width, height, bits: 24, pixels });
}
