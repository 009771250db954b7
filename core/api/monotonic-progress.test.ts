import { describe, expect, test } from 'vitest';
import { monotonicProgress } from './monotonic-progress.ts';

function reported(...fractions: readonly number[]): number[] {
  const seen: number[] = [];
  const report = monotonicProgress((fraction) => seen.push(fraction));
  for (const fraction of fractions) report(fraction);
  return seen;
}

describe('progress', () => {
  test('never falls and never repeats', () => {
    expect(reported(0.2, 0.1, 0.5, 0.5, 0.4, 0.6)).toEqual([0.2, 0.5, 0.6]);
  });

  test('stays within 0 and 1', () => {
    expect(reported(-3, 0.5, 7, 9)).toEqual([0, 0.5, 1]);
  });

  test('is not reported for less than a hundredth, except the end', () => {
    expect(reported(0.5, 0.505, 0.995, 0.999, 1)).toEqual([0.5, 0.995, 1]);
  });

  test('ignores what is not a number', () => {
    expect(reported(Number.NaN, 0.5, Number.NaN)).toEqual([0.5]);
  });
});
