import { expect, test } from 'vitest';
import { textLines } from './text-lines.ts';

const lines = (text: string, pieceLength: number) => Array.fromAsync(textLines(pieces(Buffer.from(text), pieceLength)));

async function* pieces(bytes: Uint8Array, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

test.each([1, 2, 3, 7, 100])('gives whole lines of a text in pieces of %i bytes', async (length) => {
  expect(await lines('Größe\n\n😀 a\u2028b\r\nend\n', length)).toEqual(['Größe', '', '😀 a\u2028b\r', 'end']);
  expect(await lines('no end', length)).toEqual(['no end']);
});

test('gives no line of an empty text', async () => {
  expect(await lines('', 10)).toEqual([]);
});
