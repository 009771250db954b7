import { expect, test } from 'vitest';
import { assertionReader } from './assertion.ts';
import { english } from './en/english.ts';
import { developmentSentences } from './testing/development-sentences.ts';
import { heldOutSentences } from './testing/held-out-sentences.ts';
import { misread } from './testing/marked-sentences.ts';

const read = assertionReader(english);

test.each(developmentSentences)('is read as what it asserts of its terms: %s', (line) => {
  expect(misread([line], read)).toEqual([]);
});

test('sentences that the rules were not written for are read as well', () => {
  const wrong = misread(heldOutSentences, read);
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(heldOutSentences.length / 50);
});
