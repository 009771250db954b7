import { expect, test } from 'vitest';
import { findCareElements, findPartElements } from './payer-elements.ts';

test.each([
  ['There is tenderness over L5 on the right.', ['pain or tenderness']],
  ['Palpation at C5 elicits pain.', ['pain or tenderness']],
  ['Your left shoulder is high and the pelvis is rotated to the right.', ['asymmetry or misalignment']],
  ['There is a leg length discrepancy of half an inch.', ['asymmetry or misalignment']],
  ['Lumbar flexion is limited to 40 degrees.', ['range of motion']],
  ['Decreased cervical rotation to the left.', ['range of motion']],
  ['There is a motion restriction at T4.', ['range of motion']],
  ['The paraspinal muscles are tight, with trigger points.', ['tissue or tone']],
  ['There is spasm and tenderness at L4.', ['pain or tenderness', 'tissue or tone']],
])('%s shows %j', (clause, expected) => {
  expect(findPartElements(clause)).toEqual(expected);
});

test.each([
  'There is no tenderness.',
  'No spasm and no asymmetry.',
  'Range of motion is full.',
  'Cervical rotation is within normal limits.',
  'I see no restriction of motion.',
  'You don’t have any muscle spasm.',
  'How is your range of motion?',
])('%s shows nothing', (clause) => {
  expect(findPartElements(clause)).toEqual([]);
});

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
  [
    'I want you here 3x a week for 4-6 weeks.',
    { 'frequency of care': '3x a week', 'duration of care': 'for 4-6 weeks' },
  ],
  ['Come back every other week.', { 'frequency of care': 'every other week' }],
  ['The goal is to walk a mile without pain.', { goal: 'The goal is to walk a mile without pain.' }],
])('%s says %j', (clause, expected) => {
  expect(Object.fromEntries(findCareElements(clause).map(({ element, value }) => [element, value]))).toEqual(expected);
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
  expect(findCareElements(clause)).toEqual([]);
});
