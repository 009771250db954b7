import { describe, expect, test } from 'vitest';
import { checkNote } from './check.ts';
import { findFacts } from './facts/find-facts.ts';

const speaker = { label: 'Speaker 1', role: 'clinician' } as const;
const passagesOf = (text: string) => [{ id: 's1', speaker, text }];

describe('the emergency room', () => {
  test.each([
    "If you can't pee, don't call me, go to the ER.",
    'If your leg goes weak, go straight to the ER.',
    'If the headache is the worst of your life, go to an ER or call 911.',
    'if you have chest pain go to the er right away',
    'if your leg goes numb go to the er',
    'if you feel a fever please go to the urgent care or the er if it gets black',
    'if it turns blue go to er right away',
    'If you cannot keep water down, go to the ER and tell them that you are diabetic.',
  ])('is where to go: %s', (text) => {
    const { facts } = findFacts({ passages: passagesOf(text), language: 'en' });
    expect(facts.filter((fact) => fact.kind === 'red_flag' && fact.text.includes('emergency room'))).toHaveLength(1);
  });

  test.each([
    'I went to er the shop and my knee hurts.',
    'It hurts in the er the knee.',
    'It hurts, er, in my left knee.',
    'Um, er, my knee hurts.',
  ])('is not meant by who hesitates: %s', (text) => {
    const { facts } = findFacts({ passages: passagesOf(text), language: 'en' });
    expect(facts.some((fact) => fact.text.includes('emergency'))).toBe(false);
    expect(facts.map((fact) => fact.text).join()).toContain('knee');
  });
});

test.each([
  [
    "And if you can't pee, or you go numb in the saddle, don't call me, go to the ER.",
    'If the patient cannot pee, or the patient goes numb in the saddle, do not call me, go to the ER.',
  ],
  [
    "If you can't keep the tablets down, or you can't reach us on the phone, come straight in.",
    'If the patient cannot keep the tablets down, or the patient cannot reach us on the phone, come straight in.',
  ],
])('advice with a denial is not doubted where it is told as it was given: %s', (text, told) => {
  const passages = passagesOf(text);
  const { facts } = findFacts({ passages, language: 'en' });
  const [checked] = checkNote({
    statements: [{ text: told, evidence: ['s1'] }],
    passages,
    images: [],
    facts,
  }).statements;
  expect(checked).toMatchObject({ grounded: true });
});
