import { expect, test } from 'vitest';
import { withCorrections } from './corrections.ts';

test.each([
  ['tender at T7. No, T8', 'tender at T8'],
  ['C5 on the right. Sorry, the left', 'C5 on the left'],
  ['on the right, not the right, the left', 'on the left'],
  ['L4, I mean L5', 'L5'],
  ['the left, not the right', 'the left'],
])('puts what was meant in place of what was taken back: %s', (spoken, meant) => {
  expect(withCorrections(spoken)).toBe(meant);
});

test.each(['C5 yes, T4 tender, T5 no', 'C5 on the left and C6 on the right', 'T4 no T5 yes'])(
  'leaves a list as it is: %s',
  (spoken) => {
    expect(withCorrections(spoken)).toBe(spoken);
  },
);
