import { describe, expect, test } from 'vitest';
import { HeardWords, spokenWords, wordsOfCue, wordsOfTokens } from './heard-words.ts';

describe('the words of a recogniser', () => {
  test.each([
    ['faster-whisper', { word: ' back', start: 1.2, end: 1.5, probability: 0.9 }, 0.9],
    ['WhisperX', { word: 'back', start: 1.2, end: 1.5, score: 0.8, speaker: 'SPEAKER_00' }, 0.8],
    ['OpenAI', { word: 'back', start: 1.2, end: 1.5 }, null],
    ['Deepgram', { word: 'back', start: 1.2, end: 1.5, confidence: 0.7, punctuated_word: 'Back.' }, 0.7],
  ])('of %s are read', (_, word, confidence) => {
    const [read] = spokenWords(HeardWords.parse([word])) ?? [];
    expect(read).toMatchObject({ startMs: 1200, endMs: 1500, confidence });
  });

  test('without times, as numbers of WhisperX, were said between their neighbours', () => {
    const words = [
      { word: 'take', start: 1, end: 1.2 },
      { word: '5' },
      { word: 'of', start: 1.6, end: 1.7 },
      { word: '2' },
    ];
    expect(spokenWords(HeardWords.parse(words))?.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [1000, 1200],
      [1200, 1600],
      [1600, 1700],
      [1700, 1700],
    ]);
  });

  test.each([['words'], [7], [[{ text: 'back' }]], [[{ word: 'back', start: 'early' }]]])(
    'of another shape are as if there were none: %j',
    (words) => {
      expect(HeardWords.parse(words)).toBeUndefined();
    },
  );
});

describe('the tokens of whisper.cpp', () => {
  const token = (text: string, from: number, p = 0.5) => ({ text, p, offsets: { from, to: from + 50 } });

  test('become words, each with its marks and the mean of their probabilities', () => {
    expect(
      wordsOfTokens([token('[_BEG_]', 0), token(' Hyper', 0, 0.5), token('tension', 50, 1), token('.', 100, 0.75)]),
    ).toEqual([{ text: ' Hypertension.', startMs: 0, endMs: 150, confidence: 0.75 }]);
  });

  test('are words of their own in a script without spaces', () => {
    expect(wordsOfTokens([token('腰', 0), token('が', 50), token('。', 100)])?.map(({ text }) => text)).toEqual([
      '腰',
      'が。',
    ]);
  });
});

describe('a cue of WebVTT', () => {
  const times = { startMs: 1000, endMs: 3000 };
  const read = (cue: string) =>
    wordsOfCue(cue, times, (text) => text.replace(/<[^>]*>/g, '').trim())?.map(({ text, startMs, endMs }) => [
      text,
      startMs,
      endMs,
    ]);

  test.each([
    [
      'My <00:00:01.200>back <00:01.500>hurts.',
      [
        ['My', 1000, 1200],
        ['back', 1200, 1500],
        ['hurts.', 1500, 3000],
      ],
    ],
    [
      '<00:01.100><c>My</c><01:00:01.200><c> back</c>',
      [
        ['', 1000, 1100],
        ['My', 1100, 3_601_200],
        ['back', 3_601_200, 3000],
      ],
    ],
  ])('with times in it has words: %s', (cue, expected) => {
    expect(read(cue)).toEqual(expected);
  });

  test('without times in it has none', () => {
    expect(read('My <i>back</i> hurts: <140.')).toBeUndefined();
  });
});
