import { expect, test } from 'vitest';
import { remembered } from './remembered.ts';

/** A function that counts how often it is computed. */
function counted(most?: number) {
  const computed: string[] = [];
  const call = remembered((text) => {
    computed.push(text);
    return text.length;
  }, most);
  return { call, computed };
}

test('a text that comes again is not computed again', () => {
  const { call, computed } = counted();
  expect(['back pain', 'fever', 'back pain'].map(call)).toEqual([9, 5, 9]);
  expect(computed).toEqual(['back pain', 'fever']);
});

test('no more results are kept than it is told, and no long text', () => {
  const { call, computed } = counted(2);
  for (const text of ['a', 'b', 'c', 'c', 'a']) call(text);
  expect(computed).toEqual(['a', 'b', 'c', 'a']);
  const long = 'x'.repeat(2_000);
  for (const text of [long, long]) call(text);
  expect(computed.slice(4)).toEqual([long, long]);
});
