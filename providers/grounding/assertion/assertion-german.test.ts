import { expect, test } from 'vitest';
import { assertionReader } from './assertion.ts';
import { german } from './de/german.ts';
import { plainGerman } from './de/plain-german.ts';
import { germanHeldOut } from './testing/german-held-out.ts';
import { germanSentences } from './testing/german-sentences.ts';
import { misread } from './testing/marked-sentences.ts';

const read = assertionReader(german);

test.each(germanSentences)('is read as what it asserts of its terms: %s', (line) => {
  expect(misread([plainGerman(line)], read)).toEqual([]);
});

test('German sentences that the rules were not written for are read as well', () => {
  const wrong = misread(germanHeldOut.map(plainGerman), read);
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(germanHeldOut.length / 50);
});
