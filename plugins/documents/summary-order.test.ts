import type { Fact } from 'chronoscribe/kinds/grounding';
import { expect, test } from 'vitest';
import { allergiesFirst, tells } from './review.ts';

const statement = (text: string, id = 'p1') => ({ text, evidence: [id] });

test.each([
  'Objective',
  'Not documented.',
  'Assessment Not documented.',
  'Signed by Jane Roe, Nov 27, 2026, 3:52 PM',
  'Jane Roe, 27.11.2026 15:52',
  'Version 4 · SHA-256 9efd595577aad674…',
])('says nothing as a statement of a summary: %s', (text) => {
  expect(tells(statement(text), [])).toBe(false);
});

test.each(['The wound has healed.', 'Sodium 140 mmol/L', 'Weight 82 kg'])('says something: %s', (text) => {
  expect(tells(statement(text), [])).toBe(true);
});

test('words of a fact are kept, and allergies come after the findings and before all else', () => {
  const codeine = { kind: 'allergy', term: 'codeine', evidence: ['p4'] } as unknown as Fact;
  expect(tells(statement('Codeine', 'p4'), [codeine])).toBe(true);
  const told = ['INR 6.2: H.', 'Knee pain.', 'No known allergies.'].map((text) => statement(text));
  expect(allergiesFirst([...told, statement('Codeine', 'p4')], [codeine], 1).map(({ text }) => text)).toEqual([
    'INR 6.2: H.',
    'No known allergies.',
    'Codeine',
    'Knee pain.',
  ]);
});
