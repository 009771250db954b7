import { expect, test } from 'vitest';
import { nearestSection } from './nearest-section.ts';
import type { Segment } from './record-query.ts';

const segments = ['s1', 's2', 's3', 's4', 's5', 's6'].map((id) => ({ id }) as Segment);
const section = (name: string, ...evidence: readonly string[]) => ({
  name,
  statements: evidence.map((id) => ({ key: id, text: id, evidence: [id] })),
});

test.each([
  [['s2'], 'Subjective'],
  [['s5', 's6'], 'Plan'],
  [['s3'], 'Subjective'],
])('what was said at %j goes where the note speaks of that part of the visit: %s', (evidence, expected) => {
  const sections = [section('Objective'), section('Subjective', 's1', 's2'), section('Plan', 's5')];
  expect(nearestSection(evidence, segments, sections)).toBe(expected);
});

test('an empty note takes it in its first section, and a note without sections nowhere', () => {
  expect(nearestSection(['s2'], segments, [section('Subjective'), section('Plan')])).toBe('Subjective');
  expect(nearestSection(['s2'], segments, [])).toBeUndefined();
});
