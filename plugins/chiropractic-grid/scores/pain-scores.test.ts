import { expect, test } from 'vitest';
import { asksForScore, painScoresOf, pointsAtLevel } from './pain-scores.ts';

const answer = { asked: true };
const remark = { asked: false };

function read(text: string, context: typeof answer): readonly string[] {
  return painScoresOf(text, context).map(({ value, time }) => (time === null ? `${value}` : `${value} ${time}`));
}

test.each([
  ['Six out of ten.', ['6']],
  ['6/10', ['6']],
  ['About a seven.', ['7']],
  ['Down to a two.', ['2 present']],
  ['It was a seven, now a three.', ['7 past', '3 present']],
  ['It went from an eight to a four.', ['8 past', '4 present']],
  ['A six before and a two after.', ['6 before', '2 after']],
  ['Before 6, after 3.', ['6 before', '3 after']],
  ['I came in at a nine.', ['9 before']],
  ['No pain now.', ['0 present']],
  ["It's gone.", ['0']],
  ['Six or seven.', ['7']],
  ['Between a two and a three.', ['3']],
  ['5-6/10', ['6']],
  ['Four to five.', ['5']],
  ['7/10 to 3/10', ['7 past', '3 present']],
  ['It was an eight last week, a five today.', ['5 present']],
  ['A nine at its worst.', []],
  ['About three weeks.', []],
  ['I want to get to a two.', []],
  ['A six, and a nine on Sunday.', ['6']],
])('reads the scores of an answer: %s', (text, scores) => {
  expect(read(text, answer)).toEqual(scores);
});

test.each([
  ['Low back pain 7/10.', ['7']],
  ['Pain is a four.', ['4 present']],
  ['VAS 6 before, 2 after.', ['6 before', '2 after']],
  ['I have two kids.', []],
  ['Lumbar flexion is 40 of 60 degrees.', []],
  ['No pain on extension.', []],
  ['We meet at 7:30.', []],
])('takes a number for a score only where pain is spoken of: %s', (text, scores) => {
  expect(read(text, remark)).toEqual(scores);
});

test('takes numbers beside a place for scores only if they tell of a change', () => {
  expect(read('Neck was a six, now a two.', remark)).toEqual(['6 past', '2 present']);
  expect(read('The neck is a one.', remark)).toEqual([]);
});

test.each(['How about now?', 'What would you rate it?', 'What number is it?', 'Any better?', 'How does that feel?'])(
  'knows a question for a score: %s',
  (text) => {
    expect(asksForScore(text, false)).toBe(true);
  },
);

test.each(['Any trouble sleeping?', 'When did it start?'])('knows a question for something else: %s', (text) => {
  expect(asksForScore(text, false)).toBe(false);
});

test('tells a question for one level from one for the whole', () => {
  expect(pointsAtLevel("What's that one now?")).toBe(true);
  expect(pointsAtLevel('How is it overall?')).toBe(false);
});
