import { BmpFault } from './bmp-fault.ts';

/** The second of two bytes, where the first is zero. */
const escapes = { endOfRow: 0, endOfPicture: 1, move: 2 };

/**
 * Undoes the run-length encoding of a BMP file (Microsoft, "Bitmap compression"): the place of each pixel in the palette, from the bottom row
 * up; zero where the file says nothing.
 *
 * @throws BmpFault for runs over the edge of the picture, and for a file that ends before the picture does.
 */
export function expandRuns(runs: Uint8Array, width: number, height: number, bits: 4 | 8): Uint8Array {
  const places = new Uint8Array(width * height);
  let x = 0;
  let y = 0;
  let at = 0;
  const next = (): number => {
    const byte = runs[at];
    if (byte === undefined) throw new BmpFault('the runs end too early');
    at += 1;
    return byte;
  };
  const put = (place: number) => {
    if (x >= width || y >= height) throw new BmpFault('a run goes over the edge');
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
      // So many pixels as they are, filled up to two bytes.
      const bytes = bits === 8 ? value : Math.ceil(value / 2);
      const literal = Array.from({ length: bytes + (bytes % 2) }, next);
      for (let index = 0; index < value; index += 1) {
        const byte = literal[bits === 8 ? index : index >> 1] ?? 0;
        put(bits === 8 ? byte : nibble(byte, index));
      }
    }
  }
}
