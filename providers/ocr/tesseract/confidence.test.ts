import { expect, test } from 'vitest';
import { filterByConfidence } from './confidence.ts';

const line = (text: string, confidence: number) => ({ text, confidence });

test('confident lines are kept without a warning', () => {
  expect(filterByConfidence([line(' Glucose\t5.4 \n', 0.95), line('', 0.9)])).toEqual({
    lines: [line('Glucose 5.4', 0.95)],
    warnings: [],
  });
});

test('guessed lines are removed, with a warning', () => {
  expect(filterByConfidence([line('aa =', 0.25), line('Rest.', 0.9), line('oe', 0.13)])).toEqual({
    lines: [line('Rest.', 0.9)],
    warnings: ['2 lines of the picture that may be text could not be made out and were left out.'],
  });
});

test('a line that is hard to read is kept, with a warning', () => {
  expect(filterByConfidence([line('pulse 7.', 0.75)])).toEqual({
    lines: [line('pulse 7.', 0.75)],
    warnings: ['1 line of the text is hard to read. Compare numbers and doses with the picture.'],
  });
});
