import { expect, test } from 'vitest';
import { clausesOf } from './clauses.ts';

test.each([
  ['C5 and T4 are restricted.', ['C5 and T4 are restricted.']],
  ['C5 is tender, T4 is restricted.', ['C5 is tender', 'T4 is restricted.']],
  ['Tenderness at C5 and L4 is restricted.', ['Tenderness at C5', 'and L4 is restricted.']],
  ['C6 is tender on the right T6 is restricted', ['C6 is tender on the right', 'T6 is restricted']],
  ['I corrected the left ilium and adjusted L5.', ['I corrected the left ilium', 'and adjusted L5.']],
  [
    't two is subluxated and sore to touch i adjusted it pain went from a six to a two',
    ['t two is subluxated and sore to touch', 'i adjusted it', 'pain went from a six to a two'],
  ],
])('begins a clause where something else is spoken of: %s', (text, clauses) => {
  expect(clausesOf(text).map((clause) => clause.text.replace(/,$/, ''))).toEqual(clauses);
});

test.each([
  ['Is L5 sore?', [true]],
  ["I'm going to adjust C5, okay?", [false]],
  ['See how L2 sticks out?', [false]],
  ['I just did T8, how was that?', [false, true]],
])('tells what is asked from what is said: %s', (text, asked) => {
  expect(clausesOf(text).map(({ isQuestion }) => isQuestion)).toEqual(asked);
});
