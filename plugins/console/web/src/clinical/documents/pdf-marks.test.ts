import { expect, test } from 'vitest';
import { marksOf, type PlacedText } from './pdf-marks.ts';

const at = (text: string, left: number, top: number): PlacedText => ({ text, left, top, width: 10, height: 1 });
const marked = (passage: string, texts: readonly PlacedText[]) => marksOf(passage, texts).map(({ text }) => text);

test('marks the words of a passage over several lines, and nothing else', () => {
  const letter = [
    at('Dear colleague,', 10, 10),
    at('seen for knee', 10, 20),
    at('pain since May.', 10, 22),
    at('Yours', 10, 40),
  ];
  expect(marked('Seen for knee pain since May.', letter)).toEqual(['seen for knee', 'pain since May.']);
});

test('marks the row of a table that a file has column by column', () => {
  const table = [
    ...[at('Sodium', 10, 10), at('Potassium', 10, 13)],
    ...[at('140', 30, 10), at('5.9', 30, 13.1)],
    ...[at('mmol/L', 50, 10), at('mmol/L', 50, 13)],
  ];
  expect(marked('Potassium 5.9 mmol/L', table)).toEqual(['Potassium', '5.9', 'mmol/L']);
});

test('marks nothing on a page without text', () => {
  expect(marked('Seen for knee pain.', [])).toEqual([]);
  expect(marked(' – ', [at('–', 10, 10)])).toEqual([]);
});
