import { expect, test } from 'vitest';
import { partElementsIn } from './part.ts';

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
  expect(partElementsIn(clause)).toEqual(expected);
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
  expect(partElementsIn(clause)).toEqual([]);
});
