import { expect, test } from 'vitest';
import { noteOf, passagesOfVisit } from '../../../test/bench/words/note.ts';

async function planOf(said: string): Promise<readonly string[]> {
  const { passages } = await passagesOfVisit({ said, format: 'text' });
  const { statements } = await noteOf(passages, 'en');
  return statements.filter((text) => text.startsWith('Plan: ')).map((text) => text.slice('Plan: '.length));
}

test.each([
  [
    'Doctor: Are you still on the amlodipine?\nPatient: Yes, ten.\nDoctor: Okay, drop that to five.',
    'Amlodipine: drop that to five.',
  ],
  [
    'Doctor: Do you take aspirin?\nPatient: Yes, baby aspirin.\nDoctor: You can come off that now.',
    'Aspirin: the patient can come off that now.',
  ],
  [
    "Doctor: How's the sertraline going?\nPatient: Good, 50 milligrams.\nDoctor: Let's keep it there.",
    'Sertraline: keep it there.',
  ],
  [
    'Doctor: You take 40 of furosemide.\nPatient: Yes.\nDoctor: Double it for three days.',
    'Furosemide: double it for three days.',
  ],
])('a decision that only points at a medicine is told below its name: %s', async (said, told) => {
  expect(await planOf(said)).toContain(told);
});

test.each([
  [
    "Doctor: Are you on warfarin?\nPatient: Yes and amiodarone.\nDoctor: Let's stop that one.",
    "“Are you on warfarin? – Yes and amiodarone. – Let's stop that one.”",
  ],
  [
    "Doctor: An injection early on can help the pain. It'll push your sugars up.\nPatient: I'd rather not have that just now.\nDoctor: That's fine.",
    "“An injection early on can help the pain. It'll push your sugars up. – I'd rather not have that just now.”",
  ],
])(
  'a decision whose object is not sure, and an offer that is declined, are told with what was said before: %s',
  async (said, told) => {
    const plan = await planOf(said);
    expect(plan).toEqual([told]);
  },
);

test.each([
  "So we'll try some Motrin, 800 milligrams every six hours. I'll give you a sling for comfort, just so you can use it if it hurts.",
  'Take meloxicam 15 milligrams a day. You are to continue to ice it.',
  "I'll start you on tramadol. It is going to start trying to heal on its own, and we put screws in.",
  "You're on bumetanide. I'll write you a consult to nutrition, since it sounds like we can give you some advice.",
  "We'll keep the omeprazole. Chew your food well, especially if it is hard like steak.",
  "We'll do acetaminophen. Normally you take two days off, until it settles.",
  'I prescribed you oxycodone. I know you keep having these recurrent kidney stones.',
  "We'll use the antibiotic ciprofloxacin. It is very important to take care of the wound, so it heals.",
])('what is decided on something else is not told below the name of a medicine: %s', async (said) => {
  const plan = await planOf(`Doctor: ${said}\nPatient: Okay.`);
  expect(plan.filter((text) => /^[A-Z]\p{L}+: /u.test(text))).toEqual([]);
});
