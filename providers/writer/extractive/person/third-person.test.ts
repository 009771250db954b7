import { expect, test } from 'vitest';
import { asNoted } from '../english/noted-words.ts';
import { inThirdPerson, type Sex } from './third-person.ts';

type Case = readonly [said: string, told: string, sex: Sex];

const byPatient: readonly Case[] = [
  ['My knee hurts when I walk.', "the patient's knee hurts when they walk.", null],
  ['I was tired and I was sick in my car.', 'the patient was tired and they were sick in their car.', null],
  ['I am dizzy when I am on my feet.', 'the patient is dizzy when they are on their feet.', null],
  ['The tablets made me sick so I stopped.', 'The tablets made the patient sick so the patient stopped.', null],
  ['They told me I have gout.', 'They told the patient the patient has gout.', null],
  ['My brothers had it when I was ten.', "the patient's brothers had it when the patient was ten.", null],
  ['My knee hurts when I walk.', "the patient's knee hurts when she walks.", 'female'],
  ["I'm tired, and it keeps me up.", 'the patient is tired, and it keeps him up.', 'male'],
  ["I've been taking ibuprofen 400 mg.", 'the patient has been taking ibuprofen 400 mg.', null],
  ["I don't smoke or drink.", 'the patient does not smoke or drink.', null],
  ["I haven't had a fever since Monday.", 'the patient has not had a fever since Monday.', null],
  ["I can't bend it.", 'the patient cannot bend it.', null],
  ['I usually take it in the morning.', 'the patient usually takes it in the morning.', null],
  ['I wake up and feel dizzy.', 'the patient wakes up and feels dizzy.', null],
  ['I have to lie down and rest.', 'the patient has to lie down and rest.', null],
  ['I fell and I hurt my left wrist.', 'the patient fell and he hurt his left wrist.', 'male'],
  ['I told my husband that I was sick.', "the patient told the patient's husband that the patient was sick.", 'female'],
  ["It's been worse, it's on its own.", 'It has been worse, it is on its own.', null],
];

const byClinician: readonly Case[] = [
  ['Your lungs are clear.', "the patient's lungs are clear.", null],
  ["You're doing well with your diet.", 'the patient is doing well with her diet.', 'female'],
  ['I want you to take naproxen 500 mg.', 'I want the patient to take naproxen 500 mg.', null],
  ["I'll have you take it twice a day.", 'I will have the patient take it twice a day.', null],
  ["Call me if you have pain and don't sleep.", 'Call me if the patient has pain and does not sleep.', null],
  ['We will see you again in two weeks.', 'We will see the patient again in two weeks.', null],
  ['I do not hear a murmur.', 'I do not hear a murmur.', null],
];

const unsure: readonly (readonly ['patient' | 'clinician', string])[] = [
  ['patient', 'You said that I should come.'],
  ['patient', 'We went hiking and my foot swelled.'],
  ['patient', 'I put ice on it.'],
  ['patient', 'I frobnicate every day.'],
  ['patient', 'My wife and I go for walks.'],
  ['patient', 'She said I will call you.'],
  ['patient', 'I hurt myself.'],
  ['patient', 'I am going to prescribe an antibiotic.'],
  ['clinician', 'Asthma is when you wheeze.'],
  ['clinician', 'You said I feel terrible.'],
  ['clinician', 'I have been vomiting since my father died.'],
  ['clinician', 'Do you smoke.'],
];

test.each(byPatient)("the patient's “%s” becomes “%s” (%s)", (said, told, sex) => {
  expect(inThirdPerson(said, 'patient', sex)).toBe(told);
});

test.each(byClinician)("the clinician's “%s” becomes “%s” (%s)", (said, told, sex) => {
  expect(inThirdPerson(said, 'clinician', sex)).toBe(told);
});

test.each(unsure)('an ambiguous sentence is not rephrased: %s “%s”', (voice, said) => {
  expect(inThirdPerson(said, voice, null)).toBeNull();
});

test.each([
  ['I want the patient to wear the sling.', 'The patient is to wear the sling.'],
  ['So I would like the patient to rest the knee.', 'The patient is to rest the knee.'],
  ['I will have the patient take it twice a day.', 'The patient is to take it twice a day.'],
  ['I am going to order an MRI, and I will call the patient.', 'order an MRI, and call the patient.'],
  ['We will go ahead and refer the patient to a surgeon.', 'refer the patient to a surgeon.'],
  ["Let's increase lisinopril to 40 mg.", 'increase lisinopril to 40 mg.'],
  ['We will see the patient again in two weeks.', 'see the patient again in two weeks.'],
  ['I do not hear a murmur.', 'No murmur.'],
  ['I appreciate no swelling on the left.', 'No swelling on the left.'],
  ['I do appreciate some tenderness on the right.', 'There is some tenderness on the right.'],
  ['We will not order an MRI.', 'will not order an MRI.'],
  ['If it gets worse, I will order an MRI.', 'If it gets worse, order an MRI.'],
  ['I think the patient has a sprain.', 'Impression: the patient has a sprain.'],
  ['I would like an ankle-brachial index.', 'an ankle-brachial index.'],
  ['I would like the patient back here a week on Monday.', 'The patient is to be back here a week on Monday.'],
  ["Let's keep the sertraline at 100, I will call the patient.", 'keep the sertraline at 100, call the patient.'],
  ['His ferritin is nine, so I want to recheck iron.', 'His ferritin is nine, so plan to recheck iron.'],
  ['I am not going to adjust the patient today.', 'will not adjust the patient today.'],
  ['My plan is to start sertraline 50 mg.', 'start sertraline 50 mg.'],
  [
    'I adjusted L4 on the left, and I gave the patient exercises.',
    'adjusted L4 on the left, and gave the patient exercises.',
  ],
  ['We have ordered an MRI.', 'ordered an MRI.'],
  ['We double the furosemide to 80.', 'double the furosemide to 80.'],
])('a clinician’s “%s” is noted as “%s”', (told, put) => {
  expect(asNoted(told)).toBe(put);
});

test.each([
  "Let's see how it goes.",
  'I do not see a reason for surgery.',
  'I want the patient to know the risks.',
  'I was going to order an MRI.',
  'Will I order an MRI?',
])('what reads otherwise without its frame stays: %s', (told) => {
  expect(asNoted(told)).toBe(told);
});
