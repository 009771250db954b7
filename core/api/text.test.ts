import { expect, test } from 'vitest';
import { LanguageTag, textLines } from './text.ts';

test.each([
  ['en', 'en'],
  ['EN-gb', 'en-GB'],
  ['zh-hans-cn', 'zh-Hans-CN'],
  ['gsw', 'gsw'],
])('the language %s is taken as %s', (tag, canonical) => {
  expect(LanguageTag.parse(tag)).toBe(canonical);
});

test.each(['', 'english', 'e', 'en_US', 'en-', '../etc', 'de; DROP'])(
  '%j is no language, and the message shows what is one',
  (tag) => {
    expect(LanguageTag.safeParse(tag).error?.issues).toMatchObject([{ message: expect.stringContaining('"pt-BR"') }]);
  },
);

const linesOf = (text: string, pieceLength: number) =>
  Array.fromAsync(textLines(pieces(Buffer.from(text), pieceLength)));

async function* pieces(bytes: Uint8Array, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

test.each([1, 2, 3, 7, 100])('gives whole lines of a text in pieces of %i bytes', async (length) => {
  expect(await linesOf('Größe\n\n😀 a\u2028b\r\nend\n', length)).toEqual(['Größe', '', '😀 a\u2028b\r', 'end']);
  expect(await linesOf('no end', length)).toEqual(['no end']);
});

test('gives no line of an empty text', async () => {
  expect(await linesOf('', 10)).toEqual([]);
});
