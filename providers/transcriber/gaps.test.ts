import { describe, expect, test } from 'vitest';
import { gapsIn, newIn } from './gaps.ts';
import { windowMs } from './pieces.ts';
import type { Utterance } from './transcriber.ts';

type Part = readonly [ms: number, level: number];

/** Speech has words of a quarter of a second, and quieter moments between them. */
function levelsOf(...parts: readonly Part[]): Float32Array {
  const windows = parts.flatMap(([ms, level]) =>
    Array.from({ length: ms / windowMs }, (_, at) => (level > 0 && at % 6 === 5 ? level / 8 : level)),
  );
  return Float32Array.from(windows);
}

function said(text: string, startMs: number, endMs: number): Utterance {
  return { speaker: null, startMs, endMs, text, confidence: null };
}

const speech = 2000;
const hears = [said('Good morning.', 0, 2000), said('It hurts.', 5000, 7000)];
const sound = (...between: readonly Part[]) => levelsOf([2000, speech], ...between, [2000, speech]);

describe('speech without text', () => {
  test.each([
    ['is found between two sentences', sound([800, 0], [1600, speech], [600, 0]), 1],
    ['is found where it is somewhat quieter than the rest', sound([800, 0], [1600, 1200], [600, 0]), 1],
    ['is found once where it has no pauses', sound([100, 0], [2800, speech], [100, 0]), 1],
    ['is not a pause', sound([3000, 0]), 0],
    ['is not a cough', sound([1200, 0], [400, speech], [1400, 0]), 0],
    ['is not what is far quieter than the speakers', sound([800, 0], [1600, 300], [600, 0]), 0],
    ['is not what is inaudible', sound([3000, 20]), 0],
  ])('%s', (_, levels, count) => {
    expect(gapsIn(hears, levels)).toHaveLength(count);
  });

  test('is found at the end, and cut in the pause before it', () => {
    const [gap] = gapsIn(hears.slice(0, 1), levelsOf([2000, speech], [400, 0], [1600, speech], [400, 0]));
    expect(gap?.startMs).toBeGreaterThanOrEqual(2000);
    expect(gap?.startMs).toBeLessThanOrEqual(2400);
    expect(gap?.endMs).toBeGreaterThanOrEqual(4000);
  });

  test('is found under a word that lasts too long', () => {
    const words = [{ text: 'today?', startMs: 0, endMs: 4000, confidence: 0.9 }];
    const heard = [{ ...said('today?', 0, 4000), words }];
    expect(gapsIn(heard, levelsOf([1000, speech], [400, 0], [2600, speech]))).toHaveLength(1);
  });

  test('is no music, which has no pauses', () => {
    const music = new Float32Array(5000 / windowMs).fill(speech);
    expect(gapsIn([said('Yes.', 0, 2000)], Float32Array.from([...levelsOf([2000, speech]), ...music]))).toEqual([]);
  });

  test('is nowhere where nothing was heard at all', () => {
    expect(gapsIn([], levelsOf([4000, speech]))).toEqual([]);
  });
});

describe('what is heard in a gap', () => {
  const gap = { startMs: 2000, endMs: 5000 };
  const around = [said('Have you taken anything today?', 0, 2000), said('You were on olanzapine.', 5000, 7000)];

  test.each([
    ['is kept as it is', 'Speed last night, no alcohol.', 'Speed last night, no alcohol.'],
    ['loses what the text before it ends with', 'anything today? Speed last night.', 'Speed last night.'],
    ['loses one word that was there', 'Today? Speed last night.', 'Speed last night.'],
    ['loses what the text after it begins with', 'Speed last night. You were on', 'Speed last night.'],
    ['loses what was there though a word was misheard', 'taken nothing today? Speed.', 'Speed.'],
    ['is nothing where it says nothing new', 'taken anything today?', ''],
    ['keeps a word that stands elsewhere', 'Have some.', 'Have some.'],
    ['keeps what only resembles it', 'Two days of speed.', 'Two days of speed.'],
    ['is nothing where nothing but marks is heard', '…', ''],
  ])('%s', (_, heard, left) => {
    const text = newIn([said(heard, 2200, 4800)], gap, around).map((each) => each.text);
    expect(text.join(' ')).toBe(left);
  });

  test('loses what an utterance says on both sides of the gap', () => {
    const spoken = (text: string, fromMs: number) =>
      text.split(' ').map((word, at) => ({
        ...{ text: word, startMs: fromMs + 400 * at, endMs: fromMs + 400 * (at + 1), confidence: 0.9 },
      }));
    const words = [...spoken('Have you taken anything today?', 0), ...spoken('You were on olanzapine then.', 5000)];
    const whole = { ...said(words.map(({ text }) => text).join(' '), 0, 7000), words };
    const text = newIn([said('anything today? Speed. You were on', 2200, 4800)], gap, [whole]).map((each) => each.text);
    expect(text).toEqual(['Speed.']);
  });

  test('keeps the times of its words', () => {
    const words = ['today?', 'Speed', 'last', 'night.'].map((text, at) => ({
      ...{ text, startMs: 2000 + 500 * at, endMs: 2400 + 500 * at, confidence: 0.5 },
    }));
    const [found] = newIn([{ ...said('today? Speed last night.', 2000, 4000), words }], gap, around);
    expect(found?.words?.map(({ startMs }) => startMs)).toEqual([2500, 3000, 3500]);
  });
});
