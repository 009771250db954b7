import { expect, test } from 'vitest';
import { findFacts } from './facts/find-facts.ts';

const speaker = { label: 'Speaker 1', role: 'clinician' } as const;

test.each([
  ['Thyroid twice normal size, no nodules, bruit present.', 'nodule absent'],
  ['No edema, pulses present.', 'edema absent'],
  ['Abdomen soft, no masses, bowel sounds present.', 'mass absent'],
  ['No masses, Murphy sign positive.', 'mass absent'],
  ['No hernia, tenderness positive.', 'hernia absent'],
  ['No fever, cough present.', 'fever absent'],
  ['Redness and swelling present.', 'redness present'],
  ['Edema, yes.', 'edema present'],
  ['No masses, Murphy sign positive.', "murphy's sign present"],
])('present and positive say so of the sign before them alone: %s', (text, told) => {
  const { facts } = findFacts({ passages: [{ id: 's1', speaker, text }], language: 'en' });
  expect(facts.map(({ term, assertion }) => `${term} ${assertion}`)).toContain(told);
});
