import { expect, test } from 'vitest';
import { checkStatement } from '../check.ts';

/** What was said, `|` between the turns, and a statement that denies something. */
type Case = readonly [said: string, statement: string];

const foreign: readonly Case[] = [
  [
    'They had said my shoulder ache was from typing. | Any ache in the hip? | No.',
    'Denies she was told the shoulder ache is from typing.',
  ],
  ['I got out through the window by myself. | I see.', 'The patient was not able to climb out.'],
  ['I eat fish twice a week and bake my own bread. | Nice.', 'Never had a mammogram.'],
  ['He rolled off the couch and cried at once. | Okay.', 'No seizure after the fall.'],
  ['The scan was on Tuesday. | Okay.', 'No bleeding on the scan.'],
  ['I walk the dog each morning. | Any stairs? | No.', 'Walks the dog without wheezing.'],
  ['Finkelstein test is negative. | Fine.', 'Finkelstein test is not negative.'],
  ['The skin test was negative in March. | Good.', 'The skin test in March was not negative.'],
  ['He sleeps through the night. | That helps.', 'He is not unable to sleep through the night.'],
  ['I am unsure about the year. | Fine.', 'She is not unsure about the year.'],
  ['We will fit the brace on Monday. | Any wounds? | No.', 'Declined the brace.'],
  ['We have no pets. | Okay.', 'Denies that they have no pets.'],
];

const kept: readonly Case[] = [
  ['Any seizures after the fall? | No.', 'No seizure after the fall.'],
  ['Mom has migraines, I do not. | Okay.', 'The patient does not have migraines.'],
  ['Have you had a mammogram? | Never.', 'Never had a mammogram.'],
  ['My thumb locks. | Anything else? | No, that is all.', 'The thumb locks; no other complaints.'],
  ['The cast did not come off on Friday. | Okay.', 'The cast did not come off on Friday.'],
  ['Could you climb out by yourself? | No, they had to lift me out.', 'The patient could not climb out by herself.'],
  ['Nobody told me that the ache is from typing. | Hm.', 'She was not told that the ache is from typing.'],
  ['I rolled over without pain. | Good.', 'No pain when rolling over.'],
  ['We could fit a brace. | I would rather not have the brace.', 'Declined the brace.'],
  ['I quit drinking beer in March. | Good.', 'No longer drinks beer.'],
  ['I used to panic on the bus, but not any more. | Good.', 'No longer panics on the bus.'],
  ['It is not unusual for me to wake at three. | Okay.', 'It is not unusual for him to wake at three.'],
  ['The wound is dry, no pus. | Good.', 'Wound dry without pus.'],
];

function doubtsOf([said, text]: Case): readonly string[] {
  const passages = said.split(' | ').map((words, at) => ({ id: `s${at}`, speaker: null, text: words }));
  return checkStatement({ text, evidence: passages.map(({ id }) => id) }, { passages, images: new Set() }).doubts;
}

test.each(foreign)('of %j, nobody denied what “%s” denies', (...each) => {
  expect(doubtsOf(each)).toContain('negation');
});

test.each(kept)('%j bears out “%s”', (...each) => {
  expect(doubtsOf(each)).toEqual([]);
});
