import { expect, test } from 'vitest';
import { noteOf, passagesOfVisit } from '../../../test/bench/words/note.ts';

async function noteOfExchange(recap: string, reply: string): Promise<readonly string[]> {
  const { passages } = await passagesOfVisit({ said: `Doctor: ${recap}\nPatient: ${reply}`, format: 'text' });
  const { statements } = await noteOf(passages, 'en');
  return statements.map((text) => text.replace(/^[^:]+: /, ''));
}

test.each([
  ['You mentioned it all started three days ago.', 'Four days ago.'],
  ["You're taking the lisinopril every day.", 'Most days.'],
  ['You live with your husband.', 'We separated in March.'],
  ["You've been smoking about a pack a day.", "I'm down to five cigarettes."],
  ['You take the metformin twice a day.', 'Only at night now.'],
  ['Your last period was about six weeks ago.', 'More like eight.'],
  ["You've been off work since Monday.", 'Since Wednesday.'],
  ["You're allergic to penicillin.", 'It was amoxicillin, I think.'],
  ["You've had no fevers.", 'I had one on Sunday.'],
  ["You've been doing your exercises.", 'When I remember.'],
  ['You mentioned chest pain.', "It's more of a tightness."],
  ["You said it's worse at night.", 'During the day mostly.'],
  ['You were in the hospital in March for pneumonia.', 'It was February.'],
  ['You came off the tramadol.', "I'm back on it."],
  ["You're feeling better.", 'Worse, if anything.'],
  ["You've never had an operation.", 'Apart from my wisdom teeth.'],
  ["You're safe at home.", 'Not when he drinks.'],
  ['You said your left leg.', 'Right leg.'],
  ['You take it daily.', 'Yeah, most days.'],
  ['You said your periods are normal.', "They've stopped."],
  ["Nurse says you've lost weight.", "I've put it on."],
  ['You feel safe.', 'Thanks, but not really.'],
  ['No fevers then.', 'One on Sunday.'],
  ["The pain's gone then.", 'It comes back at night.'],
])('what a clinician recounts is told with the reply that may correct it: %s – %s', async (recap, reply) => {
  expect(await noteOfExchange(recap, reply)).toEqual([`“${recap} – ${reply}”`]);
});

test.each([
  [
    "You've had the vomiting since Monday, and no blood in it.",
    'Have I got that right?',
    'No, there was blood, twice.',
  ],
  ["You've got no blood in your stools.", 'Is that correct?', 'There was some yesterday.'],
  ["You've not had any chest pain.", 'Is that right?', 'I had some on Sunday, actually.'],
  ["You're taking the ramipril.", 'Is that right?', 'Not the ramipril, no, I stopped it in June.'],
  ["The cough started on Monday, and you've had a fever.", 'Is that right?', "Yes, except no fever, I've been cold."],
  ["You've had no falls.", 'Is that so?', 'One, on the stairs.'],
  ['You take the tablet in the morning.', 'Am I right?', 'At night, these days.'],
])('what a clinician asks to have confirmed is not told flat: %s %s – %s', async (recap, check, reply) => {
  expect(await noteOfExchange(`${recap} ${check}`, reply)).toEqual([`“${recap} – ${reply}”`]);
});

test.each([
  ['You have been hearing voices telling you to hurt people.', 'Not people. Myself.'],
  ["You're not having any thoughts of suicide now.", "No. I've been thinking of the bridge."],
])('harm that is recounted is quoted with its reply: %s – %s', async (recap, reply) => {
  expect((await noteOfExchange(recap, reply)).join(' ')).toContain(`“${recap} – ${reply}”`);
});

test('a reply may correct what was recounted before a question', async () => {
  const recap = 'For the last four days, you have had itchy skin all over your body.';
  const told = await noteOfExchange(`${recap} Did you also mention your legs?`, 'No. Just the chest and hands.');
  expect(told).toContain(`“${recap} Did you also mention your legs? – No. Just the chest and hands.”`);
});

test.each([
  ['The patient said the headaches come every morning.', 'You said the headaches come every morning.', 'Yeah.'],
  ["The patient's blood pressure is 150 over 90 today.", 'Your blood pressure is 150 over 90 today.', 'I ran here.'],
  ['The patient can take the ibuprofen with food.', 'You can take the ibuprofen with food.', 'I eat at six.'],
])('what is agreed to, found or advised is told by itself: %s', async (told, said, reply) => {
  expect(await noteOfExchange(said, reply)).toContain(told);
});
