import { describe, expect, test } from 'vitest';
import { isRepetitionLoop } from './hallucinations.ts';

describe('text that turns in a circle', () => {
  test.each([
    ['a sentence', 'I am going to go to the bathroom. '.repeat(5)],
    ['a word', 'so so so so so so so so'],
    ['a phrase after something real', `My back hurts since Tuesday. ${'and then the '.repeat(6)}`],
    [
      'a phrase that is cut off',
      'we are going to see if we are going to see if we are going to see if we are going to see if we are',
    ],
    ['another script', 'ご視聴ありがとうございました'.repeat(8)],
  ])('is noticed: %s', (_, text) => {
    expect(isRepetitionLoop(text)).toBe(true);
  });

  test.each([
    ['an emphatic answer', 'No, no, no, no. Not at all.'],
    ['someone who was not heard', "I don't know. I don't know. I don't know."],
    ['a list of doses', 'Ten milligrams in the morning, ten milligrams at noon, ten milligrams at night.'],
    ['short words', 'Yes. Yes. Mhm.'],
    [
      'a long answer',
      'It started about two weeks ago when I was lifting boxes in the garage, and since then it hurts in the lower back ' +
        'whenever I bend over. I took ibuprofen, which helped a little, but it comes back in the evening and I cannot sleep ' +
        'on my left side. There is no numbness and I can walk without any trouble.',
    ],
    ['nothing', ''],
  ])('is not taken for what people say: %s', (_, text) => {
    expect(isRepetitionLoop(text)).toBe(false);
  });
});
