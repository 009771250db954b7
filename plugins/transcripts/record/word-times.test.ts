import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timesOf, withSegmentText, wordsOf } from './word-times.ts';

const segment = { id: 's1', startMs: 1000, text: 'My back hurts.' };
const words = [
  { text: 'My', startMs: 1000, endMs: 1200, confidence: 0.98 },
  { text: 'back', startMs: 1240, endMs: 1500, confidence: null },
  { text: 'hurts.', startMs: 1500, endMs: 1500, confidence: 0 },
];

test('words of a segment are kept in a short string and come back from it', () => {
  const times = timesOf(words, segment);
  expect(times).toEqual({ wordTimes: '2 0 200 98,4 240 260,6 260 0 0' });
  expect(wordsOf({ ...segment, ...times })).toEqual(words);
});

test('any words come back, also those of a text without spaces and those that a person wrote', () => {
  const word = fc.record({
    text: fc.stringMatching(/^[^\s,]{1,5}$/),
    wait: fc.nat(500),
    lasts: fc.option(fc.nat(500)),
    percent: fc.option(fc.integer({ min: 0, max: 100 })),
    space: fc.constantFrom('', ' ', '  '),
  });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (drawn) => {
      let time = 500;
      const spoken = drawn.map(({ text, wait, lasts, percent }) => {
        if (lasts === null) return { text, startMs: null, endMs: null, confidence: null };
        time += wait;
        return { text, startMs: time, endMs: time + lasts, confidence: percent === null ? null : percent / 100 };
      });
      const text = drawn.map(({ text: each, space }) => each + space).join('');
      const isTimed = spoken.some(({ startMs }) => startMs !== null);
      expect(wordsOf({ text, startMs: 500, ...timesOf(spoken, { startMs: 500 }) })).toEqual(
        isTimed ? spoken : undefined,
      );
    }),
  );
});

test('a segment whose text is another keeps the times of the words that stay, and none if none stays', () => {
  const timed = { ...segment, ...timesOf(words, segment) };
  expect(withSegmentText(timed, 'My knee hurts.')).toEqual({
    ...{ id: 's1', startMs: 1000, text: 'My knee hurts.' },
    wordTimes: '2 0 200 98,4,6 500 0 0',
  });
  expect(withSegmentText(timed, 'Quite other.')).toEqual({ id: 's1', startMs: 1000, text: 'Quite other.' });
  expect(withSegmentText(segment, 'Quite other.')).toEqual({ id: 's1', startMs: 1000, text: 'Quite other.' });
});

test('times that do not fit the text are none', () => {
  expect(wordsOf({ ...segment, wordTimes: '2 0 200,4 240 260' })).toBeUndefined();
});
