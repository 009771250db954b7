import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { labelledVisits, readingOf } from './testing/visits.ts';

test.each(labelledVisits(resolve(import.meta.dirname, 'testing/visits')))(
  'reads the rows, codes and gaps of a visit: $name',
  (visit) => {
    const read = readingOf(visit);
    const { rows, codes, missing = read.missing } = visit;
    expect(read).toEqual({ rows, codes, missing });
  },
);

test.each([
  '',
  '\u2028',
  'C5'.repeat(2000),
  ' '.repeat(20_000),
  'tender '.repeat(2000),
  'right sorry '.repeat(2000),
  '__proto__ constructor \uD800',
])('reads words of any shape: %j', (text) => {
  const lines = [`D: ${text}`, `P: ${text}`, `U: ${text}`];
  expect(readingOf({ lines }).codes).toEqual([]);
});
