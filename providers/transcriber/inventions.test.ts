import { describe, expect, test } from 'vitest';
import { judge } from './inventions.ts';
import { windowMs } from './pieces.ts';
import type { Utterance } from './transcriber.ts';

/** The level of a window at dBFS. */
const level = (decibels: number) => 32_768 * 10 ** (decibels / 20);

/** Two minutes of speech at -25 dBFS with pauses, and what `loud` says of a stretch. */
function sound(loud: readonly { readonly from: number; readonly to: number; readonly dBFS: number }[] = []) {
  const levels = new Float32Array(120_000 / windowMs).map((_, at) => level(at % 10 < 4 ? -25 : -50));
  for (const { from, to, dBFS } of loud) levels.fill(level(dBFS), from / windowMs, to / windowMs);
  return levels;
}

function said(text: string, startMs = 10_000, endMs = startMs + 3000): Utterance {
  return { speaker: null, startMs, endMs, text, confidence: null };
}

const speech = said('My lower back hurts.', 2000, 5000);
const doubts = (utterances: readonly Utterance[], levels = sound()) =>
  judge(utterances, levels).map(({ doubt }) => doubt);

describe('what a recogniser wrote', () => {
  test('is believed where somebody speaks', () => {
    expect(doubts([speech, said('Thank you.'), said('I take ten of lisinopril.', 14_000)])).toEqual([null, null, null]);
  });

  test('is not believed where the recording is silent', () => {
    const silent = sound([{ from: 9000, to: 15_000, dBFS: -70 }]);
    expect(doubts([speech, said('I take lithium.')], silent)).toEqual([null, 'invented']);
  });

  test.each([
    'Thank you.',
    'Thanks for watching!',
    'you',
    'Untertitel der Amara.org-Community',
    'ご視聴ありがとうございました',
  ])('is not believed where it is how videos end and there is hardly a sound: %s', (text) => {
    expect(doubts([speech, said(text)], sound([{ from: 9000, to: 15_000, dBFS: -58 }]))).toEqual([null, 'invented']);
  });

  test('is not believed where it is how videos end and music plays on', () => {
    const music = sound([{ from: 0, to: 60_000, dBFS: -20 }]);
    const heard = [speech, said('You', 5000, 7000), said('Thank you.', 8000, 12_000), said('You', 30_000, 60_000)];
    expect(doubts(heard, music)).toEqual([null, 'invented', 'invented', 'invented']);
    expect(doubts([said('Okay.', 0, 3000), said('Yes.', 5000, 12_000)], music)).toEqual([null, null]);
  });

  test('is not believed where nothing else was said in the whole recording', () => {
    expect(doubts([said('You', 0, 1000), said('Thank you.', 60_000, 61_000)])).toEqual(['invented', 'invented']);
  });

  test('is believed where a short answer is followed by a pause', () => {
    const pause = sound([{ from: 10_600, to: 18_000, dBFS: -50 }]);
    expect(doubts([speech, said('Okay.', 10_000, 18_000)], pause)).toEqual([null, null]);
  });

  test('is believed where somebody speaks low in a recording that is low', () => {
    const low = sound().map((each) => each / 10);
    expect(doubts([speech, said('Thank you.')], low)).toEqual([null, null]);
  });

  test('is doubted where it repeats itself, also over several utterances, and not beside that', () => {
    const loop = Array.from({ length: 6 }, (_, at) => said('I feel it in my knee.', 20_000 + at * 800));
    const judged = judge([speech, ...loop, said('No allergies.', 40_000)], sound());
    expect(judged.map((each) => each.doubt)).toEqual([null, ...loop.map(() => 'loop'), null]);
    expect(judged.map((each) => each.said).filter((text) => text !== '')).toEqual([
      'My lower back hurts.',
      'No allergies.',
    ]);
  });

  test('keeps what was said before and after a loop', () => {
    const text = `Penicillin gives me hives. ${'and then the '.repeat(6)}doctor stopped it.`;
    expect(judge([said(text)], sound())[0]).toMatchObject({
      doubt: 'loop',
      said: 'Penicillin gives me hives.  doctor stopped it.',
    });
  });

  test('keeps once what people say again and again', () => {
    expect(judge([said('No no no no no no no, never.')], sound())[0]).toMatchObject({ said: 'No, never.' });
  });
});
