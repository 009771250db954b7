import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gatheredRows } from './bulk.ts';

type Row = readonly [number, number, number];

const inOrder = ([a, b]: Row, [c, d]: Row): number => a - c || b - d;

test('any rows are there in the order of their first two numbers, and are gone once cleared', () => {
  const number = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.maxSafeInteger());
  fc.assert(
    fc.property(fc.array(fc.array(fc.tuple(number, number, number), { maxLength: 50 }), { maxLength: 3 }), (lists) => {
      const gathered = gatheredRows<Row>(3);
      for (const rows of lists) {
        for (const row of rows) gathered.add(row);
        expect(gathered.count()).toBe(rows.length);
        expect(gathered.order().map(gathered.at)).toEqual(rows.toSorted(inOrder));
        gathered.clear();
      }
      expect(gathered.order()).toEqual([]);
    }),
  );
});

test('more rows than there was room for at first are kept', () => {
  const gathered = gatheredRows<Row>(3);
  const rows = Array.from({ length: 2_500 }, (_, at): Row => [2_500 - at, 0, at]);
  for (const row of rows) gathered.add(row);
  expect(gathered.order().map(gathered.at)).toEqual(rows.toReversed());
});
