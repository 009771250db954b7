import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { contentLines } from './content-lines.ts';

const read = (file: string | Uint8Array) => contentLines(typeof file === 'string' ? Buffer.from(file) : file).toArray();

test('lines are unfolded, and told by where they begin', () => {
  const file = 'BEGIN:VCALENDAR\r\nSUMMARY:A lo\r\n ng\r\n\t  story\nEND:VCALENDAR';
  expect(read(file)).toEqual([
    { line: 1, text: 'BEGIN:VCALENDAR' },
    { line: 2, text: 'SUMMARY:A long  story' },
    { line: 5, text: 'END:VCALENDAR' },
  ]);
});

test('empty lines count, and a byte order mark does not', () => {
  expect(read('\uFEFFA:1\n\nB:2\n')).toEqual([
    { line: 1, text: 'A:1' },
    { line: 2, text: '' },
    { line: 3, text: 'B:2' },
  ]);
  expect(read('')).toEqual([]);
  expect(read('\r\n')).toEqual([{ line: 1, text: '' }]);
});

it('says which line is not UTF-8, and reads the others', () => {
  expect(read(Buffer.from('A:é\nB:b', 'latin1'))).toEqual([
    { line: 1, text: null },
    { line: 2, text: 'B:b' },
  ]);
});

it('unfolds a line that was folded anywhere, inside a character too', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 }).map((each) => `X:${each.replace(/[\r\n]/g, '')}`);
  fc.assert(
    fc.property(text, fc.array(fc.nat(150)), fc.constantFrom('\n ', '\r\n ', '\r\n\t'), (line, places, fold) => {
      const bytes = Buffer.from(line);
      const folds = [...new Set(places)].filter((place) => place > 0 && place < bytes.length).sort((a, b) => a - b);
      const parts = [0, ...folds].map((place, index) => bytes.subarray(place, folds[index]));
      const folded = Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from(fold), part])));
      expect(read(folded)).toEqual([{ line: 1, text: line }]);
    }),
  );
});
