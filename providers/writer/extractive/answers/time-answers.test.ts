import { expect, test } from 'vitest';
import { timeStatement } from './time-answers.ts';

test.each([
  ['How long have you had the cough?', 'Three weeks.', 'You have had cough for three weeks.'],
  ['And when did it start?', 'About an hour ago.', 'It started about an hour ago.'],
  ['Any fever?', 'Two days ago.', null],
  ['How long have you had it or the rash?', 'A week.', null],
  ['When did it start?', 'Not sure.', null],
])('since when is told from “%s” – “%s”', (question, answer, statement) => {
  expect(timeStatement(question, answer)).toBe(statement);
});
