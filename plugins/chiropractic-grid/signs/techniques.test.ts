import { expect, test } from 'vitest';
import { techniqueMentions } from './techniques.ts';

test.each([
  ['Adjusted C5, diversified.', ['diversified']],
  ['C2 with the activator and L5 on the drop table', ['Activator', 'drop table']],
  ['Thompson drop to the pelvis', ['Thompson']],
  ['cox table for L4', ['flexion-distraction']],
  ['I mobilized T4 by hand', ['mobilization', 'manual']],
  ['put a drop in each eye', []],
  ['there was a drop in blood pressure', []],
])('finds the techniques that are named: %s', (text, names) => {
  expect(techniqueMentions(text).map(({ name }) => name)).toEqual(names);
});
