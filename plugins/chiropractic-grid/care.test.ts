import { expect, test } from 'vitest';
import { careIn } from './care.ts';

test.each([
  [
    'I want to see you three times a week for four weeks.',
    { 'frequency of care': 'three times a week', 'duration of care': 'for four weeks' },
  ],
  [
    'We will treat twice a week for the next 6 weeks.',
    { 'frequency of care': 'twice a week', 'duration of care': 'for the next 6 weeks' },
  ],
  ['Come twice a week for four weeks.', { 'frequency of care': 'twice a week', 'duration of care': 'for four weeks' }],
  [
    'Come in two to three times a week for six to eight weeks.',
    { 'frequency of care': 'two to three times a week', 'duration of care': 'for six to eight weeks' },
  ],
  ['I want you here 3x a week for 4-6 weeks.', { 'frequency of care': '3x a week', 'duration of care': 'for 4-6 weeks' }],
  ['Come back every other week.', { 'frequency of care': 'every other week' }],
  ['The goal is to walk a mile without pain.', { goal: 'The goal is to walk a mile without pain.' }],
])('%s says %j', (clause, expected) => {
  expect(Object.fromEntries(careIn(clause).map(({ element, value }) => [element, value]))).toEqual(expected);
});

test.each([
  'The pain has been there for two weeks.',
  'Take it twice a day.',
  'There is no treatment goal yet.',
  'He smokes twice a week.',
  'Your headaches come twice a week.',
  'I want you to walk for 20 minutes.',
  'I adjusted you twice a week for four weeks last year.',
])('%s says nothing of care', (clause) => {
  expect(careIn(clause)).toEqual([]);
});
