import type { SpeakerTurn, Utterance } from 'chronoscribe/kinds/transcriber';
import { describe, expect, test } from 'vitest';
import { withSpeakers } from './speakers.ts';

/** In seconds. */
const turn = (start: number, end: number, speaker: string): SpeakerTurn => ({
  startMs: start * 1000,
  endMs: end * 1000,
  speaker,
});
const said = (start: number, end: number, text: string): Utterance => ({
  ...{ startMs: start * 1000, endMs: end * 1000, text, speaker: null, confidence: 0.9 },
});
/** With words, each from its start to that of the next, in seconds. */
const spoken = (text: string, ...times: number[]): Utterance => {
  const words = text.split(' ').map((word, at) => ({
    ...{ text: word, startMs: (times[at] ?? 0) * 1000, endMs: (times[at + 1] ?? 0) * 1000, confidence: null },
  }));
  return { ...said(times[0] ?? 0, times.at(-1) ?? 0, text), words };
};
const lines = (utterances: readonly Utterance[], turns: readonly SpeakerTurn[], expected?: number) =>
  withSpeakers(utterances, turns, expected).map(({ speaker, text }) => `${speaker}: ${text}`);

describe('words with times', () => {
  test('divide an utterance where the voice changes, each part with its times and words', () => {
    const heard = withSpeakers(
      [spoken('Any pain? No, none.', 0, 0.4, 1.2, 1.6, 2)],
      [turn(0, 1, 'A'), turn(1.1, 2, 'B')],
    );
    expect(heard).toMatchObject([
      { speaker: 'A', text: 'Any pain?', startMs: 0, endMs: 1200, confidence: 0.9, words: [{}, {}] },
      { speaker: 'B', text: 'No, none.', startMs: 1200, endMs: 2000, words: [{ text: 'No,' }, { text: 'none.' }] },
    ]);
  });

  test('on a border belong to the voice that has more of them', () => {
    const turns = [turn(0, 1, 'A'), turn(1, 2, 'B')];
    expect(lines([spoken('left knee', 0, 0.7, 1.2)], turns)).toEqual(['A: left knee']);
    expect(lines([spoken('left knee', 0, 0.9, 1.6)], turns)).toEqual(['A: left', 'B: knee']);
  });

  test('of a back-channel within a long turn are another voice’s', () => {
    const turns = [turn(0, 3, 'A'), turn(3, 3.5, 'B'), turn(3.5, 6, 'A')];
    expect(lines([spoken('It began in May right and got worse', 0, 1, 2, 2.5, 3, 3.5, 4, 5, 6)], turns)).toEqual([
      'A: It began in May',
      'B: right',
      'A: and got worse',
    ]);
  });

  test('where two speak at once belong to who spoke before', () => {
    const turns = [turn(0, 6, 'A'), turn(3, 3.5, 'B')];
    expect(lines([spoken('It began in May and', 0, 1, 2, 3, 3.5, 4)], turns)).toEqual(['A: It began in May and']);
  });

  test('in a pause belong to the nearer voice, and moments without length to who speaks then', () => {
    const turns = [turn(0, 1, 'A'), turn(3, 4, 'B')];
    expect(lines([spoken('yes well so', 0, 1.2, 1.6, 4)], turns)).toEqual(['A: yes well', 'B: so']);
    expect(lines([spoken('yes so', 0, 0, 0), spoken('a b', 3.5, 3.5, 3.5)], turns)).toEqual(['A: yes so', 'B: a b']);
  });

  test('that are not those of the text do not divide it wrongly', () => {
    const heard = { ...spoken('ja nein', 0, 1, 2), text: 'Hello there. Good morning.' };
    expect(lines([heard], [turn(0, 1, 'A'), turn(1, 2, 'B')])).toEqual(['A: Hello there.', 'B: Good morning.']);
  });

  test('of a language without spaces keep the text as it was', () => {
    const words = ['痛い', 'です', 'か。', 'いいえ。'].map((text, at) => ({
      ...{ text, startMs: at * 1000, endMs: at * 1000 + 900, confidence: null },
    }));
    const heard = { ...said(0, 4, '痛いですか。いいえ。'), words };
    expect(lines([heard], [turn(0, 3, 'A'), turn(3, 4, 'B')])).toEqual(['A: 痛いですか。', 'B: いいえ。']);
  });
});

describe('an utterance without times of words', () => {
  test('belongs to the voice that speaks most in it', () => {
    const turns = [turn(0, 2.8, 'A'), turn(2.8, 5, 'B')];
    expect(lines([said(0, 3, 'It hurts when I bend down')], turns)).toEqual(['A: It hurts when I bend down']);
  });

  test('is divided between clauses by their share of the time in which somebody speaks', () => {
    const turns = [turn(0, 2, 'A'), turn(7, 9, 'B'), turn(9.5, 20, 'A')];
    expect(lines([said(0, 9, 'Where does it hurt? In my left knee. ')], turns)).toEqual([
      'A: Where does it hurt?',
      'B: In my left knee.',
    ]);
  });

  test('is divided between words where no mark is near', () => {
    const text = 'do you have any pain at the moment or at night no i do not have any of that';
    const [first, second] = withSpeakers([said(0, 10, text)], [turn(0, 6, 'A'), turn(6, 10, 'B')]);
    expect([first?.speaker, second?.speaker]).toEqual(['A', 'B']);
    expect(`${first?.text} ${second?.text}`).toBe(text);
  });

  test('outside of all turns belongs to the nearest', () => {
    expect(lines([said(10, 12, 'Goodbye.')], [turn(0, 2, 'A'), turn(3, 9, 'B')])).toEqual(['B: Goodbye.']);
    expect(lines([said(0, 0, 'Hello.')], [turn(1, 2, 'A'), turn(3, 9, 'B')])).toEqual(['A: Hello.']);
  });

  test('stays as it is without turns', () => {
    const heard = [said(0, 2, 'Hello.')];
    expect(withSpeakers(heard, [])).toBe(heard);
  });
});

test('of more voices than are expected, those that speak most count', () => {
  const turns = [turn(0, 5, 'A'), turn(5, 5.5, 'cough'), turn(5.5, 9, 'B')];
  expect(lines([said(5, 5.5, 'Sorry.'), said(6, 7, 'Yes.')], turns, 2)).toEqual(['A: Sorry.', 'B: Yes.']);
});
