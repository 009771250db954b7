import { describe, expect, test } from 'vitest';
import { withExpected } from './expected-words.ts';

const terms = ['metformin', 'insulin glargine', 'Xarelto', 'apixaban'];
const timed = (text: string) => text.split(' ').map((word, at) => ({ text: word, start: at }));
const merged = (heard: string, biased: string) =>
  withExpected(timed(heard), timed(biased), terms)
    .map(({ text }) => text)
    .join(' ');

describe('a second recognition, biased towards expected words,', () => {
  test.each([
    ['one word', 'Take met four men twice.', 'Take metformin twice.', 'Take metformin twice.'],
    [
      'a term of two words',
      'Start insulin large in, today.',
      'Start insulin glargine today.',
      'Start insulin glargine, today.',
    ],
    ['a name at the end, whose mark stays', 'Are you on a pixie band?', 'Are you on apixaban', 'Are you on apixaban?'],
    ['two names', 'Met foreman and xarel toe.', 'Metformin and Xarelto.', 'Metformin and Xarelto.'],
  ])('gives %s', (_, heard, biased, expected) => expect(merged(heard, biased)).toBe(expected));

  test.each([
    ['other words that it changes', 'No chest pain at rest.', 'No chess pain at breast.'],
    ['words that it loses', 'No chest pain. Take it daily.', 'Take it'],
    ['everything, if it hears nothing', 'No chest pain.', 'yeah'],
    ['names that it invents where nothing was heard', 'Take it daily.', 'Take it metformin daily.'],
    ['a sentence that it puts a name in place of', 'I told you it hurts in the night again.', 'I metformin again.'],
    ['a number that would be lost', 'Take 20 for men daily.', 'Take metformin daily.'],
    ['a negation that would be lost', 'Do not xarel toe.', 'Do Xarelto.'],
    ['what is spelled otherwise than the name', 'We walk home daily.', 'We metformin daily.'],
    ['a dose that would be lost', 'Take fifty metfor milligrams.', 'Take metformin milligrams.'],
    ['part of a term', 'Is it insulin large?', 'Is it glargine large?'],
  ])('leaves %s as heard', (_, heard, biased) => expect(merged(heard, biased)).toBe(heard));

  test('keeps the times in order', () => {
    const heard = [
      { text: 'take', start: 1 },
      { text: 'insulating', start: 2 },
      { text: 'glare', start: 2.5 },
      { text: 'now', start: 3 },
    ];
    const biased = [
      { text: 'take', start: 1.2 },
      { text: 'insulin', start: 1.9 },
      { text: 'glargine', start: 3.4 },
      { text: 'now', start: 3.6 },
    ];
    expect(withExpected(heard, biased, terms)).toEqual([
      { text: 'take', start: 1 },
      { text: 'insulin', start: 2 },
      { text: 'glargine', start: 2.5 },
      { text: 'now', start: 3 },
    ]);
  });
});
