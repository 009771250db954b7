import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NumberDictionary } from './columns.ts';

it('a dictionary numbers values in the order of appearance', () => {
  const anyNumber = fc.oneof(fc.nat(50), fc.nat(20_000_000), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }));
  const same = fc.property(fc.array(anyNumber, { maxLength: 3000, size: 'max' }), (numbers) => {
    const table = new NumberDictionary();
    const places = new Map<number, number>();
    for (const number of numbers) {
      if (!places.has(number)) places.set(number, places.size);
      expect(table.codeOf(number)).toBe(places.get(number));
    }
    expect([...table.numbers()]).toEqual([...places.keys()]);
  });
  fc.assert(same, { numRuns: 50 });
});
