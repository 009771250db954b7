import { expect, test } from 'vitest';
import { vocabularySetting } from './vocabulary.ts';

const setting = vocabularySetting({ terms: 1000, words: 6, characters: 50_000 });

test('$medicines stands for the names of common medicines, beside others', () => {
  const words = setting.parse(['tirzepatide', '$medicines', 'metformin']);
  expect(words).toEqual(expect.arrayContaining(['tirzepatide', 'metformin', 'atorvastatin', 'lipitor']));
  expect(words.filter((word) => word === 'metformin')).toHaveLength(1);
  expect(words).not.toContain('$medicines');
});

test('$medicines counts as all its names where a recogniser takes few', () => {
  const small = vocabularySetting({ terms: 1000, words: 20, characters: 800 });
  expect(small.safeParse(['$medicines']).error?.issues).toMatchObject([
    { message: expect.stringContaining('at most 800 characters together, those of $medicines included') },
  ]);
});
