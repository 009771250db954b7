import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { BmpError, parseBmpHeader } from './bmp-header.ts';
import { decodeBmpPixels } from './bmp-pixels.ts';
import { bitmap, trueColour } from './testing/bitmap.ts';

const decoded = (file: Buffer) => [...decodeBmpPixels(file, parseBmpHeader(file))];

/** What another decoder makes of it. */
async function decodedElsewhere(file: Buffer): Promise<number[]> {
  const image = await loadImage(file);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  return [...data].filter((_, index) => index % 4 !== 3);
}

const noise = (bytes: number) =>
  Uint8Array.from({ length: bytes }, (_, index) => (index * 97 + (index >> 3) * 31) % 256);
const greys = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => [index, 255 - index, (index * 7) % 256] as const satisfies [number, number, number],
  );

test.each([
  [
    '1 bit',
    bitmap({
      width: 11,
      height: 3,
      bits: 1,
      palette: [
        [0, 0, 0],
        [255, 250, 5],
      ],
      pixels: noise(12),
    }),
  ],
  ['4 bits', bitmap({ width: 5, height: 3, bits: 4, palette: greys(16), pixels: noise(12) })],
  ['8 bits', bitmap({ width: 5, height: 3, bits: 8, palette: greys(256), pixels: noise(24) })],
  ['16 bits', bitmap({ width: 3, height: 3, bits: 16, pixels: noise(24) })],
  [
    '16 bits with masks',
    bitmap({ width: 3, height: 3, bits: 16, compression: 3, masks: [0xf800, 0x07e0, 0x001f], pixels: noise(24) }),
  ],
  ['24 bits', trueColour(5, 3, noise(45))],
  ['24 bits from the top', bitmap({ width: 5, height: -3, bits: 24, pixels: noise(48) })],
  ['32 bits', bitmap({ width: 3, height: 2, bits: 32, pixels: noise(24) })],
  [
    '32 bits with masks',
    bitmap({ width: 3, height: 2, bits: 32, compression: 3, masks: [0xff, 0xff00, 0xff0000], pixels: noise(24) }),
  ],
])('a BMP of %s decodes as with another decoder', async (_, file) => {
  expect(decoded(file)).toEqual(await decodedElsewhere(file));
});

test('pixels start with the top row, red first', () => {
  const rgb = [255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 20, 30];
  expect(decoded(trueColour(2, 2, Uint8Array.from(rgb)))).toEqual(rgb);
});

describe('a run-length encoded BMP', () => {
  const palette = greys(256);
  const encoded = (pixels: readonly number[], bits = 8) =>
    bitmap({
      width: 4,
      height: 2,
      bits,
      compression: bits === 8 ? 1 : 2,
      palette: palette.slice(0, 2 ** bits),
      pixels: Uint8Array.from(pixels),
    });
  const places = (file: Buffer) => decoded(file).filter((_, index) => index % 3 === 0);

  test('expands runs, literals, moves and ends of rows', () => {
    // From the bottom row up: three of 7 and one of 9; then a move by one, and three as they are.
    const file = encoded([3, 7, 1, 9, 0, 0, 0, 2, 1, 0, 0, 3, 4, 5, 6, 0, 0, 1]);
    expect(places(file)).toEqual([0, 4, 5, 6, 7, 7, 7, 9]);
    expect(places(encoded([4, 0x12, 0, 0, 0, 4, 0x34, 0x56, 0, 1], 4))).toEqual([3, 4, 5, 6, 1, 2, 1, 2]);
  });

  test.each([
    ['goes over the edge', [5, 7, 0, 1]],
    ['goes over the top', [0, 0, 0, 0, 1, 7, 0, 1]],
    ['ends too early', [4, 7]],
    ['ends within pixels as they are', [0, 4, 1, 2]],
  ])('is rejected if it %s', (_, runs) => {
    expect(() => decoded(encoded(runs))).toThrow(BmpError);
  });
});

const plain = { width: 2, height: 2, bits: 24, pixels: noise(16) };
test.each([
  ['is cut within its header', bitmap(plain).subarray(0, 40)],
  ['lacks a part of its last row', bitmap(plain).subarray(0, -1)],
  ['has no width', bitmap({ ...plain, width: 0 })],
  ['has no height', bitmap({ ...plain, height: 0 })],
  ['has a width below zero', bitmap({ ...plain, width: -2 })],
  ['has an unknown number of bits', bitmap({ ...plain, bits: 13 })],
  ['holds a JPEG', bitmap({ ...plain, compression: 4 })],
  [
    'has pixels without a colour in its palette',
    bitmap({ width: 2, height: 1, bits: 8, palette: [[0, 0, 0]], pixels: noise(4) }),
  ],
  ['is larger than memory could ever hold', bitmap({ ...plain, width: 2 ** 30, height: 2 ** 30 })],
  ['is another file', Buffer.from('BMW is not a bitmap, nor is this text one of a bitmap')],
])('a BMP that %s is rejected', (_, file) => {
  expect(() => decoded(file)).toThrow(BmpError);
});
