import { describe, expect, test } from 'vitest';
import { averageConfidence, unreliableWarning } from './refining.ts';

describe('the average confidence of a transcript', () => {
  test('counts each utterance by the length of its text, and leaves out those without a confidence', () => {
    const utterances = [
      { text: 'yes', confidence: 0.9 },
      { text: 'it hurts ', confidence: 0.5 },
      { text: 'a line that a person wrote', confidence: null },
    ];
    expect(averageConfidence(utterances)).toBeCloseTo(0.6);
  });

  test('is unknown where the recogniser gives none', () => {
    expect(averageConfidence([{ text: 'yes', confidence: null }])).toBeNull();
    expect(averageConfidence([])).toBeNull();
  });
});

test('the warning never rounds a confidence up to the limit', () => {
  expect(unreliableWarning(0.5499, 0.55)).toContain('is 54 %, below 55 %');
});
