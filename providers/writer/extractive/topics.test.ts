import { expect, test } from 'vitest';
import { noteOf, passagesOfVisit } from '../../../test/bench/words/note.ts';
import { draftOf, turnsIn } from './testing/draft-of.ts';

async function noteOn(said: string): Promise<readonly string[]> {
  return (await draftOf(turnsIn(said))).flatMap(({ statements }) => statements.map(({ text }) => text));
}

test.each([
  [
    "p: I've been getting these headaches. | c: How often? | p: Three or four times a week now.",
    'Headache, how often: three or four times a week now.',
  ],
  [
    'c: Any nausea? | p: Yes. | c: How often? | p: Every morning. | c: How bad is it? | p: Pretty bad.',
    'Nausea, how bad is it: pretty bad.',
  ],
  [
    "c: Tell me about the chest pain. | p: It's more like a pressure. | c: How long does it last? | p: Five minutes.",
    'Chest pain, how long does it last: five minutes.',
  ],
  [
    'p: My knee is swollen. | c: Which one? | p: The left. | c: All the time? | p: No, just at night.',
    'Swelling, which one: the left.',
  ],
  ['c: Do you smoke? | p: Yes. | c: How much? | p: A pack a day.', 'Smoking, how much: a pack a day.'],
  ['p: I have a cough. | c: When did it start? | p: Two weeks ago.', 'Cough: it started two weeks ago.'],
  [
    'c: Do you take anything for it? | p: Excedrin. | c: How much of it? | p: Probably six a day on bad days.',
    'Excedrin: “How much of it? – Probably six a day on bad days.”',
  ],
])('a question that names nothing is answered of what was spoken of: %s', async (said, told) => {
  expect(await noteOn(said)).toContain(told);
});

test.each([
  'p: I have a cough and my chest hurts. | c: How long? | p: Two days.',
  'p: I have a cough. | c: And the family, all well? | p: My wife has a rash. | c: How long? | p: Two days.',
  'p: I have a cough. My toe is odd. | c: Which one? | p: The left.',
  'p: I have a cough. | c: When did they take your gallbladder out? | p: 2010.',
  'p: I have a cough. | c: Does that dog of yours sleep in it with you? | p: Yes.',
  'p: I have a cough. | c: How do you find the diet they gave you? | p: Hard.',
  'p: I have a cough. | c: Is there anybody with it in the family? | p: My mum.',
  'p: I have a cough. | c: How are they at home, the kids? | p: Noisy.',
])('what may be said of something else is told of nothing: %s', async (said) => {
  expect((await noteOn(said)).join(' ')).not.toMatch(/(?:cough|headache)[,:]/i);
});

test.each([
  ['c: Any falls? | p: Not since May.', 'Falls: not since May.'],
  ['c: Any chest pain? | p: Rarely.', 'Chest pain: rarely.'],
  [
    'c: Are you allergic to anything? | p: Penicillin, I come out in a rash all over.',
    'Allergic to penicillin (rash).',
  ],
  [
    'c: What medical problems do you have? | p: Type 2 diabetes and high cholesterol.',
    'Type 2 diabetes and high cholesterol.',
  ],
])('an answer keeps what limits it, and a list that was asked for is told as one: %s', async (said, told) => {
  expect(await noteOn(said)).toContain(told);
});

test.each([
  ['c: If you get dizzy, ring me. | p: Okay.', /dizziness/i],
  ['c: Sometimes people have thoughts of dying. Have you had any? | p: No.', /people/],
  [
    "p: I take ramipril. | c: There's a lesion on your back. We need to cut it out within two weeks. | p: Okay.",
    /ramipril: /i,
  ],
])('nothing is stated that was warned of, or said of somebody else: %s', async (said, never) => {
  expect((await noteOn(said)).join('\n')).not.toMatch(never);
});

test.each([
  [
    'Doctor: Do you shake in the mornings?\nPatient: No.\nWife: He does, his hands go like this.',
    /does not shake/,
    /He does/,
  ],
  ['Doctor: Any chest pain?\nPatient: No.\nWife: You had some on Sunday.', /denies/i, /You had some on Sunday/],
  [
    'Doctor: Any thoughts of suicide?\nPatient: No, why would I?\nHusband: She did say last week she wrote a note.',
    /denies/i,
    /wrote a note/,
  ],
  [
    "Doctor: You're 57, so I'd like to get you a camera test.\nMother: Ooh no, I can't do that.\nDoctor: Okay, it's your choice.",
    /plan to get/,
    /I can't do that/,
  ],
  [
    "Doctor: I'll take a swab and start flucloxacillin. You're not allergic?\nPatient: No, I've had it before.\nDoctor: No lifting for six weeks.",
    /No, I've had it before\. No lifting/,
    /No lifting/,
  ],
])('what is contested, refused or said by two is told by nobody alone: %s', async (said, never, must) => {
  const { passages } = await passagesOfVisit({ said, format: 'text' });
  const { statements, unmentioned } = await noteOf(passages, 'en');
  expect(statements.join('\n')).not.toMatch(never);
  expect([...statements, ...unmentioned].join('\n')).toMatch(must);
});
