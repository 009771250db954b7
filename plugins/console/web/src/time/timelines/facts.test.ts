import { expect, test } from 'vitest';
import { factsOf, factsText } from './facts.ts';

test('facts are the same after they were shown and read again', () => {
  const facts = { door: 'open', count: 3, list: [1, 'x=y'], 'a text': 'x = y' };
  expect(factsOf(factsText(facts))).toEqual(facts);
});
