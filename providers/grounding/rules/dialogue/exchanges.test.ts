import type { Passage } from 'chronoscribe/kinds/grounding';
import { expect, test } from 'vitest';
import { findFacts } from '../facts/find-facts.ts';
import { unmentionedIn } from '../unmentioned/unmentioned.ts';

const roles = { c: 'clinician', p: 'patient', w: 'other' } as const;

/** A dialogue of a clinician (`c:`), a patient (`p:`) and a wife (`w:`). */
function passagesOf(dialogue: string): Passage[] {
  return dialogue.split(' | ').map((line, index) => {
    const who = line.startsWith('c') ? 'c' : line.startsWith('p') ? 'p' : 'w';
    return { id: `s${index + 1}`, text: line.slice(3), speaker: { label: who, role: roles[who] } };
  });
}

test.each([
  ['c: Any fever? | w: He never checks. | p: No.', 'fever possible'],
  ['c: Any fever? | w: Yes, he had 102. | p: No, I did not.', 'fever possible'],
  ['c: Do you have chest pain? | w: He does. | p: No.', 'chest pain possible'],
  ['c: Do you smoke? | w: Ha. | p: No.', 'smoking absent'],
  ["w: He's allergic to eggs. | p: I'm not, I ate one on Sunday.", 'egg possible'],
  ['w: He takes his warfarin. | p: I do not.', 'warfarin possible'],
  ['p: I do not drink. | w: He does.', 'alcohol possible'],
  ['p: I am not suicidal. | w: He wrote me a letter.', 'suicidality possible'],
  ['c: Any thoughts of suicide? | p: No. | w: He wrote me a letter.', 'suicidality possible'],
  ["w: He's diabetic. | p: Since 2010.", 'diabetes present'],
  ['p: I take metformin. | w: Yes, he does.', 'metformin present'],
  ['c: Any palpitations? | p: What is that? | c: Your heart racing. | p: Never.', 'palpitations absent'],
  ['c: Any allergies? | p: To medicines? | c: Yes. | p: Penicillin.', 'penicillin present'],
])('what several people say to one question is put together: %s', (dialogue, expected) => {
  const { facts } = findFacts({ passages: passagesOf(dialogue), language: 'en' });
  expect(facts.map(({ term, assertion }) => `${term} ${assertion}`)).toEqual([expected]);
});

test.each([
  'Any thoughts of topping yourself?',
  'Have you thought about doing yourself in?',
  'Have you been thinking of ending things?',
  'Do you ever feel like checking out for good?',
  'Are you tempted to do something stupid?',
])('a question for suicide in whatever words stands first in the list, with its answer: %s', (question) => {
  const passages = passagesOf(`c: How is the knee? | p: It aches on stairs. | c: ${question} | p: No.`);
  expect(unmentionedIn(passages, [])[0]?.text).toBe(`${question} – No.`);
  expect(findFacts({ passages, language: 'en' }).facts.filter(({ assertion }) => assertion === 'absent')).toEqual([]);
});

test('a question of everyday words is not told by the answer to another', () => {
  const passages = passagesOf('c: Do you feel like not being around? Any chest pain? | p: No.');
  const note = [{ text: 'Denies chest pain.', evidence: ['s1', 's2'] }];
  expect(unmentionedIn(passages, note)).toHaveLength(1);
});
