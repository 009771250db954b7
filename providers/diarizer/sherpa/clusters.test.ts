import { describe, expect, test } from 'vitest';
import { clusterVoices, type Voice } from './clusters.ts';

/** A voice in one of the directions of a space, a little off it, drawn from so many seconds. */
function voice(direction: number, seconds = 5, off = 0.2, at = 0): Voice {
  const embedding = Float32Array.from({ length: 16 }, (_, axis) => off * Math.sin(31 * axis + 7 * at + direction));
  embedding[direction] = (embedding[direction] ?? 0) + 1;
  return { embedding, weight: seconds * 16_000 };
}

const voices = (directions: readonly number[], seconds = 5) =>
  directions.map((each, at) => voice(each, seconds, 0.2, at));

describe('voices', () => {
  test('that are alike are one speaker’s, numbered by who speaks first', () => {
    expect(clusterVoices(voices([3, 1, 3, 1, 1, 5]), null)).toEqual([0, 1, 0, 1, 1, 2]);
  });

  test('are as many speakers’ as are expected', () => {
    expect(new Set(clusterVoices(voices([0, 1, 2, 3, 0, 1, 2, 3]), 2))).toEqual(new Set([0, 1]));
  });

  test('of one speaker stay one where nobody said how many there are', () => {
    expect(new Set(clusterVoices(voices(Array(30).fill(4)), null))).toEqual(new Set([0]));
  });

  test('do not make a speaker of a cough', () => {
    expect(clusterVoices([...voices([0, 1, 0, 1]), voice(7, 1)], null).slice(0, 4)).toEqual([0, 1, 0, 1]);
    expect(new Set(clusterVoices([...voices([0, 1, 0, 1]), voice(7, 1)], null)).size).toBe(2);
  });

  test('do not lose a speaker to a cough where two are expected', () => {
    expect(clusterVoices([...voices([0, 1, 0, 1]), voice(7, 0.6)], 2).slice(0, 4)).toEqual([0, 1, 0, 1]);
  });

  test('of a whole day are told apart too', () => {
    const directions = Array.from({ length: 1500 }, (_, at) => at % 3);
    expect(clusterVoices(voices(directions), null)).toEqual(directions);
  });

  test('are none where nobody speaks', () => {
    expect(clusterVoices([], 2)).toEqual([]);
  });

  test('without any feature are one', () => {
    expect(clusterVoices([{ embedding: new Float32Array(4), weight: 1 }], null)).toEqual([0]);
  });
});
