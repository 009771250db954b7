import { describe, expect, test } from 'vitest';
import { isRepetitive, loopsIn } from './inventions.ts';

const isLoop = (text: string) => loopsIn(text).length > 0 || isRepetitive(text);

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
    ['a word that does not end', `It is Kaju${"'i".repeat(40)}`],
    ['a letter that does not end', `Hm${'m'.repeat(30)}`],
    ['a syllable', `la${'la'.repeat(20)}`],
  ])('is noticed: %s', (_, text) => {
    expect(isLoop(text)).toBe(true);
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
    ['a long number', 'Call 0000000000000000 now.'],
    ['a drawl', 'Ooooh, that is the spot.'],
    ['a laugh', 'Hahaha, no.'],
    ['nothing', ''],
  ])('is not taken for what people say: %s', (_, text) => {
    expect(isLoop(text)).toBe(false);
  });
});

describe('a loop', () => {
  test('is told from what was said before and after it', () => {
    const text = `My back hurts. ${'And then the '.repeat(6)}knee.`;
    const [loop, ...others] = loopsIn(text);
    expect(others).toEqual([]);
    expect(text.slice(loop?.start, loop?.once)).toBe('And then the');
    expect([text.slice(0, loop?.start), text.slice(loop?.end)]).toEqual(['My back hurts. ', ' knee.']);
  });
});
