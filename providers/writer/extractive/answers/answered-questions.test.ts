import { expect, test } from 'vitest';
import { answeredStatement } from './answered-questions.ts';

test.each([
  ['How long have you had the cough?', 'Three weeks.', 'The patient has had the cough for three weeks.'],
  [
    'How long have you been having these headaches?',
    'Three months.',
    'The patient has been having the headaches for three months.',
  ],
  ['And when did it start?', 'About an hour ago.', 'It started about an hour ago.'],
  ['When did the pain come on?', 'Yesterday.', 'The pain came on yesterday.'],
  ['How long have you had it or the rash?', 'A week.', null],
  ['When did it start?', 'Not sure.', null],
])('since when is told from “%s” – “%s”', (question, answer, told) => {
  expect(answeredStatement(question, answer)).toBe(told);
});

test.each([
  ['Do you smoke?', 'Yeah, half a pack a day.', 'The patient smokes half a pack a day.'],
  [
    'Do you still take the metformin?',
    'Yes, twice a day with food.',
    'The patient still takes the metformin, twice a day with food.',
  ],
  ['Are you using your CPAP?', 'Yes, every night.', 'The patient is using their CPAP, every night.'],
  [
    'Can you walk up the stairs?',
    'Yes, but I have to stop halfway.',
    'The patient can walk up the stairs, but has to stop halfway.',
  ],
  ['Did you get your flu shot?', 'Yes, in October.', 'The patient got their flu shot, in October.'],
  [
    'Is the pain worse when you sit?',
    'Yes, especially in the car.',
    'The pain is worse when the patient sits, especially in the car.',
  ],
  ['Does it spread anywhere?', 'Yes, down into my left leg.', "It spreads down into the patient's left leg."],
  [
    'Have you had any falls since I last saw you?',
    'Yes, one, in the bathroom.',
    'Reports falls since the last visit: one, in the bathroom.',
  ],
  ['Do you take blood thinners?', 'Warfarin.', 'The patient takes blood thinners: warfarin.'],
  ['Have you got asthma or COPD?', 'Yes, asthma.', 'The patient has got asthma.'],
  ['Do you live with anybody?', 'My sister.', 'The patient lives with their sister.'],
  ['Is it your left or right knee?', 'Right.', "It is the patient's right knee."],
  ['Do you take it in the morning or at night?', 'At night.', 'The patient takes it at night.'],
])('a yes is told with what it adds: %s – %s', (question, answer, told) => {
  expect(answeredStatement(question, answer)).toBe(told);
});

test.each([
  ['Are you sleeping okay?', 'No, I wake up at three.', 'The patient is not sleeping okay: wakes up at three.'],
  ['Are you still bleeding?', 'No, it stopped yesterday.', 'The patient is no longer bleeding: it stopped yesterday.'],
  ['Have you ever had surgery?', 'No, never.', 'The patient has never had surgery.'],
  ['Is there any blood?', "No. It's been black though.", 'There is no blood: it has been black though.'],
  ['Is the knee locking?', 'No, but it gives way.', 'The knee is not locking, but it gives way.'],
  ['Do you wear your brace at work?', 'Not always.', 'The patient does not always wear their brace at work.'],
  ['Do you drink?', 'Not any more.', 'The patient does not drink, not any more.'],
])('a no is told with what it adds: %s – %s', (question, answer, told) => {
  expect(answeredStatement(question, answer)).toBe(told);
});

test.each([
  ['How much do you drink?', 'Two beers on a Friday.', 'The patient drinks two beers on a Friday.'],
  ['How many pillows do you sleep on?', 'Three.', 'The patient sleeps on three pillows.'],
  ['How long have you been on prednisone?', 'Since March.', 'The patient has been on prednisone since March.'],
  ['What do you take for it?', 'Just paracetamol.', 'The patient takes just paracetamol for it.'],
  ['Where does it hurt?', 'Behind the knee.', 'It hurts behind the knee.'],
  ['What makes it worse?', 'Bending and lifting.', 'It is worse with bending and lifting.'],
  ["How's your appetite?", 'Fine.', 'Appetite: fine.'],
  ['Mood?', 'Irritable.', 'Mood: irritable.'],
  ['Caffeine, energy drinks?', 'Two coffees a day.', 'Caffeine, energy drinks: two coffees a day.'],
  ['And the swelling?', 'It goes down overnight.', 'Swelling: it goes down overnight.'],
  ['When was your last period?', 'The third of June.', 'Last period: the third of June.'],
  [
    'When did you last have your eyes checked?',
    'Two years ago.',
    'The patient last had their eyes checked two years ago.',
  ],
])('what was asked for stands in its place: %s – %s', (question, answer, told) => {
  expect(answeredStatement(question, answer)).toBe(told);
});

test.each([
  ['Do you take aspirin?', 'Yes. Well, not really.'],
  ['Do you take aspirin?', 'Yes, I think so.'],
  ['Are you bringing up sputum?', 'Yes, yellow. No wait, brown.'],
  ['Are you allergic to sulfa?', 'No, penicillin.'],
  ["Don't you take aspirin?", 'Yes.'],
  ["You're not taking it any more?", 'No.'],
  ['Does it hurt when I press here?', 'Yes.'],
  ['Does that hurt?', 'Yes.'],
  ['Any chest pain? Any cough?', 'No.'],
  ['Is it sharp or dull?', 'Yes.'],
  ['Do you want to try it?', 'Yes.'],
  ['Can you tell me your date of birth?', "Yes, it's the fifth of May."],
  ['Are you sitting up after it?', 'I do. It still does.'],
  ["What can't you do?", 'Reach the shelf.'],
  ['Does it lock or give way?', "Doesn't lock. It's given way twice."],
  ['Do you smoke or vape?', 'Vape.'],
  ['Are you working?', 'I was. Not since August.'],
  ['Are you taking the tablets?', 'Oh yes, religiously. In the bin.'],
  ['Which one is it?', "The left, the right's fine."],
  ['Have you traveled anywhere?', 'Yes, Mexico, in September.'],
  ['Pardon?', 'Ten.'],
])('what may mean something else is not told in other words: %s – %s', (question, answer) => {
  expect(answeredStatement(question, answer)).toBeNull();
});

test.each([
  [
    'And the water tablet, furosemide?',
    'Halve it. Twenty in the morning.',
    'Water tablet, furosemide: halve it, twenty in the morning.',
  ],
  ['What about my aspirin?', 'Carry on with that one.', 'Aspirin: carry on with that one.'],
])('a clinician answers about a thing that is named: %s – %s', (question, answer, told) => {
  expect(answeredStatement(question, answer, 'clinician')).toBe(told);
});

test('a clinician who answers yes orders nothing', () => {
  expect(answeredStatement('Do I need an x-ray?', 'Yes.', 'clinician')).toBeNull();
});
