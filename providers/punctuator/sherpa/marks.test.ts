import { describe, expect, test } from 'vitest';
import { withMarks } from './marks.ts';

const marked = (text: string, predict: (word: string, at: number) => string = (word) => word, isShouted = false) =>
  withMarks(text.split(' '), isShouted, (words) => words.map(predict)).join(' ');

describe('punctuation adds nothing but marks and capitals', () => {
  test('to words, numbers and doses', () => {
    const predict = (word: string) => ({ i: 'I', ten: 'Ten,', daily: 'daily.' })[word] ?? word;
    expect(marked('i take 2.5 mg of vitamin b12 daily', predict)).toBe('I take 2.5, mg of vitamin b12 daily.');
  });

  test('to words in other spellings, which keep capitals and marks of their own', () => {
    const predict = (word: string) => `${word}.`;
    expect(marked('McKenzie’s L5/S1 naïve 日本 yes!', predict)).toBe('McKenzie’s. L5/S1. naïve. 日本. yes!');
  });

  test('to a transcript in capitals, which says nothing by them', () => {
    const predict = (word: string) => (word === 'mri' ? 'MRI.' : word === 'the' ? 'The' : word);
    expect(marked('THE MRI SHOWED NOTHING', predict, true)).toBe('The MRI. showed nothing');
  });

  test('and nothing at all if the model answers with other words', () => {
    expect(marked('no pain', () => 'some.')).toBe('no pain');
    expect(withMarks(['no', 'pain'], false, () => ['no', 'pain', 'at', 'all.'])).toEqual(['no', 'pain']);
  });
});

describe('a long turn', () => {
  const words = Array.from({ length: 1000 }, (_, at) => `word${'abcdefghij'[at % 10]}`);

  test('is read in windows that begin with a sentence, and no word is lost or said twice', () => {
    const begun: (string | undefined)[] = [];
    const written = withMarks(words, false, (window) => {
      begun.push(window[0]);
      return window.map((word) => (word.endsWith('g') ? `${word}.` : word));
    });
    expect(written.map((word) => word.replace('.', ''))).toEqual(words);
    expect(written.filter((word) => word.endsWith('.'))).toHaveLength(100);
    expect(new Set(begun)).toEqual(new Set(['worda', 'wordh']));
  });

  test('is not cut into sentences where a window ends within one', () => {
    const written = withMarks(words, false, (window) => window.with(-1, `${window.at(-1)}.`));
    expect(written.filter((word) => word.endsWith('.'))).toHaveLength(1);
    expect(written.at(-1)).toBe('wordj.');
  });
});
