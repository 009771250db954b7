import { expect, test } from 'vitest';
import { meanRouge, rouge } from './rouge.ts';
import { corporaThere, visitsOfAciBench } from './visits.ts';

test('ROUGE counts shared words and pairs of words, each as often as both texts have it', () => {
  // Shared: the, cat, the, mat (4 of 6 and 5 words); the pair "the cat" of 5 and 4.
  const { one, two } = rouge('The cat sat on the mat.', 'the cat, the mat the');
  expect(one).toBeCloseTo((100 * 2 * 4) / (6 + 5), 9);
  expect(two).toBeCloseTo((100 * 2 * 2) / (5 + 4), 9);
});

test('ROUGE-Lsum joins, for each line of the reference, what the lines of the candidate have of it in order', () => {
  // Lin (2004): against w1–w5, the lines w1 w2 w6 w7 w8 and w1 w3 w8 w9 w5 have w1 w2 and w1 w3 w5: four of five words.
  const { lSum } = rouge('w1 w2 w3 w4 w5', 'w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5');
  expect(lSum).toBeCloseTo((100 * 2 * 4) / (5 + 10), 9);
});

test('texts without words have nothing in common, and equal texts all', () => {
  expect(rouge('', '…')).toEqual({ one: 0, two: 0, lSum: 0 });
  expect(rouge('one', 'One!')).toEqual({ one: 100, two: 0, lSum: 100 });
  expect(rouge('no edema\nno rash', 'no edema\nno rash')).toEqual({ one: 100, two: 100, lSum: 100 });
});

test.skipIf(!corporaThere)('gives what the paper on ACI-Bench gives when the transcript is taken for the note', () => {
  const { one, two, lSum } = meanRouge(visitsOfAciBench('test1').map(({ note, dialogue }) => rouge(note, dialogue)));
  expect([one, two, lSum].map((score) => score.toFixed(2))).toEqual(['32.84', '12.53', '30.61']);
});
