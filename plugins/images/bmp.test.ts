import { describe, expect, test } from 'vitest';
import { openBmp } from './bmp.ts';
import { type Bitmap, bitmap, trueColour } from './testing/bitmap.ts';

const decoded = async (file: Buffer) => [...(await openBmp(file).pixels())];

const palette = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
] as const;
/** The four colours of the palette, the top row first. */
const colours = palette.flat();
const bytes = (...rows: readonly number[]) => Uint8Array.from(rows);
const words = (...values: readonly number[]) => new Uint8Array(Uint16Array.from(values).buffer);
const doubles = (...values: readonly number[]) => new Uint8Array(Uint32Array.from(values).buffer);
const [masks565, masksSwapped] = [[0xf800, 0x07e0, 0x001f] as const, [0xff, 0xff00, 0xff0000] as const];

// As stored: the bottom row first.
const square: readonly (readonly [string, Omit<Bitmap, 'width' | 'height'>])[] = [
  ['4 bits', { bits: 4, palette, pixels: bytes(0x23, 0, 0, 0, 0x01, 0, 0, 0) }],
  ['8 bits', { bits: 8, palette, pixels: bytes(2, 3, 0, 0, 0, 1, 0, 0) }],
  ['8 bits in runs', { bits: 8, compression: 1, palette, pixels: bytes(1, 2, 1, 3, 0, 0, 1, 0, 1, 1, 0, 1) }],
  ['4 bits in runs', { bits: 4, compression: 2, palette, pixels: bytes(2, 0x23, 0, 0, 2, 0x01, 0, 1) }],
  ['16 bits', { bits: 16, pixels: words(0x001f, 0x7fff, 0x7c00, 0x03e0) }],
  ['16 bits with masks', { bits: 16, compression: 3, masks: masks565, pixels: words(0x1f, 0xffff, 0xf800, 0x07e0) }],
  ['24 bits', { bits: 24, pixels: bytes(255, 0, 0, 255, 255, 255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0) }],
  ['32 bits', { bits: 32, pixels: doubles(0x0000ff, 0xffffff, 0xff0000, 0x00ff00) }],
  [
    '32 bits with masks',
    { bits: 32, compression: 3, masks: masksSwapped, pixels: doubles(0xff0000, 0xffffff, 0x0000ff, 0x00ff00) },
  ],
];

test.each(square)('a BMP of %s is decoded from its top row down, red first', async (_, fields) => {
  expect(await decoded(bitmap({ width: 2, height: 2, ...fields }))).toEqual(colours);
});

test('a BMP may begin with its top row, have one bit for a pixel, or a short header', async () => {
  const fromTop = bytes(0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 0, 255, 255, 255, 0, 0);
  expect(await decoded(bitmap({ width: 2, height: -2, bits: 24, pixels: fromTop }))).toEqual(colours);
  const twoColours = { bits: 1, palette: palette.slice(0, 2), pixels: bytes(0b0100_0000, 0, 0, 0) };
  expect(await decoded(bitmap({ width: 2, height: 1, ...twoColours }))).toEqual(colours.slice(0, 6));
  const short = Buffer.alloc(26 + 8);
  short.write('BM', 'latin1');
  for (const [at, value] of [
    [10, 26],
    [14, 12],
    [18, 2],
    [20, 1],
    [22, 1],
    [24, 24],
  ] as const)
    short.writeUInt16LE(value, at);
  short.set([0, 0, 255, 0, 255, 0], 26);
  expect(await decoded(short)).toEqual(colours.slice(0, 6));
});

test('a BMP whose header says that all of it is transparent shows its colours', async () => {
  const plain = bitmap({ width: 2, height: 2, bits: 32, pixels: doubles(0x0000ff, 0xffffff, 0xff0000, 0x00ff00) });
  const long = Buffer.concat([plain.subarray(0, 54), Buffer.alloc(124 - 40), plain.subarray(54)]);
  for (const [at, value] of [
    [10, 138],
    [14, 124],
    [30, 3],
    [54, 0xff0000],
    [58, 0xff00],
    [62, 0xff],
    [66, 0xff000000],
  ] as const)
    long.writeUInt32LE(value, at);
  expect(await decoded(long)).toEqual(colours);
});

test('a BMP of many pixels is decoded like a small one', async () => {
  const rgb = Uint8Array.from({ length: 2000 * 1201 * 3 }, (_, index) => (index * 97 + (index >> 3) * 31) % 256);
  expect(Buffer.from(await openBmp(trueColour(2000, 1201, rgb)).pixels()).equals(rgb)).toBe(true);
});

describe('a BMP is rejected that', () => {
  const noise = bytes(...Array.from({ length: 16 }, (_, index) => index * 97));
  const plain = { width: 2, height: 2, bits: 24, pixels: noise };
  const runs = (...pixels: readonly number[]) =>
    bitmap({ width: 2, height: 2, bits: 8, compression: 1, palette, pixels: bytes(...pixels) });
  test.each([
    ['is cut within its header', bitmap(plain).subarray(0, 40)],
    ['lacks a part of its last row', bitmap(plain).subarray(0, -1)],
    ['has no width', bitmap({ ...plain, width: 0 })],
    ['has no height', bitmap({ ...plain, height: 0 })],
    ['has a width below zero', bitmap({ ...plain, width: -2 })],
    ['has an unknown number of bits', bitmap({ ...plain, bits: 13 })],
    ['holds a JPEG', bitmap({ ...plain, compression: 4 })],
    ['is larger than memory could ever hold', bitmap({ ...plain, width: 2 ** 30, height: 2 ** 30 })],
    ['is another file', Buffer.from('BMW is not a bitmap, nor is this text one of a bitmap')],
    ['has a run over its edge', runs(3, 2, 0, 1)],
    ['has a run over its top', runs(0, 0, 0, 0, 1, 2, 0, 1)],
    ['ends before all runs are there', runs(2, 2)],
    ['ends within pixels as they are', runs(0, 4, 1, 2)],
  ])('%s', async (_, file) => {
    await expect(async () => decoded(file)).rejects.toThrow(Error);
  });
});
