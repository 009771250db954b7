import { expect, test } from 'vitest';
import { checkStatement, type Doubt, doubtsAbout } from './grounding.ts';

type Case = readonly [statement: string, cited: readonly string[]];

const borneOut: readonly Case[] = [
  ['Lisinopril 10 mg daily.', ['I take lisinopril, ten milligrams, every day.']],
  ['Lisinopril 10 mg once a day.', ['I take ten milligrams of lisinopril daily.']],
  ['Metformin 500mg twice a day.', ['metformin five hundred milligrams two times a day']],
  ['Metformin 1,000 mg BID.', ['we go up to metformin 1000 milligrams twice a day']],
  ['Ibuprofen 800 mg q6h.', ['ibuprofen eight hundred milligrams every six hours']],
  ['Blood pressure 120/80 mmHg.', ['Your blood pressure is one twenty over eighty.']],
  ['Systolic ejection murmur 3/6.', ['I hear a three out of six systolic ejection murmur.']],
  ['Half a tablet of the pill in the evening.', ['Take a half tablet of the pill in the evening.']],
  ['0.5 tablet in the evening.', ['half a tablet in the evening']],
  ['Pain for 2.5 weeks.', ['the pain is there for two and a half weeks']],
  ['Back pain for 5 weeks.', ['the back pain is there for five or six weeks']],
  ['Pain for 1 week.', ['I had this pain for a week']],
  ['Temperature 98.6.', ['your temperature is ninety eight point six']],
  ['Injured on January 10, 2009.', ['I was injured on 01/10/09']],
  ['Injured on 10 January.', ['I was injured on January tenth... January 10th, I mean']],
  ['Appointment at 8:30.', ['your appointment is at half past eight']],
  ['Appointment at 20:30.', ['your appointment is at 8:30 in the evening']],
  ['HbA1c was 8.2 %, hemoglobin A1c elevated.', ['your hemoglobin a1c, the hba1c, was elevated at eight point two percent']],
  ['Tenderness at L5.', ['there is tenderness at L 5']],
  ['Hemoglobin A1c elevated.', ['your hemoglobin a one c is elevated']],
  ['Patient denies fever.', ['Any fever?', 'No.']],
  ['Denies fever and chills.', ['Have you had fever or chills?', 'No, nothing.']],
  ['No chest pain.', ["I don't have any chest pain."]],
  ['No chest pain, cough present.', ["I don't have chest pain, but I cough."]],
  ['Reports dizziness.', ['Any dizziness?', 'Yes, sometimes.']],
  ['Straight leg raise negative.', ['You have a negative straight leg raise.']],
  ['No edema, reports swelling of the hands.', ["There's no edema, and you report swelling of the hands."]],
  ['Fever for three days.', ['How long have you had the fever?', 'Three days.']],
  ['Left knee pain.', ['My left knee has pain.']],
  ['Crackles in both lungs.', ['There are crackles in the left and right lungs.']],
  ['Right lung crackles.', ['There are crackles in the lungs bilaterally, in both lungs.']],
  ['Knee pain.', ['All right, so the knee pain is right here, right?']],
  ['Rest and ice.', ['I want you to rest and to use ice, all right?']],
];

const doubted: readonly (readonly [...Case, Doubt])[] = [
  ['Lisinopril 20 mg daily.', ['lisinopril ten milligrams daily'], 'quantity'],
  ['Lisinopril 10 mcg daily.', ['lisinopril ten milligrams daily'], 'quantity'],
  ['Lisinopril 10 mg.', ['lisinopril 10'], 'quantity'],
  ['Metformin 500 mg three times a day.', ['metformin 500 mg twice a day'], 'quantity'],
  ['Metformin 500 mg TID.', ['metformin 500 mg twice a day'], 'quantity'],
  ['Blood pressure 130/80.', ['blood pressure one twenty over eighty'], 'quantity'],
  ['Blood pressure 80/120.', ['blood pressure 120 over 80'], 'quantity'],
  ['Pain for 5 days.', ['pain for five weeks'], 'quantity'],
  ['Injured on January 11.', ['I was injured on January 10'], 'quantity'],
  ['Injured on January 10, 2009.', ['I was injured on January 10'], 'quantity'],
  ['Appointment at 8:45.', ['the appointment is at half past eight'], 'quantity'],
  ['A 43-year-old with knee pain.', ['the knee pain began, I am thirty-four years old'], 'quantity'],
  ['1.5 tablets.', ['one tablet, or five tablets'], 'quantity'],
  ['Tenderness at L4.', ['tenderness at L5'], 'name'],
  ['Reports fever.', ['Any fever?', 'No.'], 'negation'],
  ['Fever.', ['Any fever?'], 'negation'],
  ['Fever.', ["I don't have a fever."], 'negation'],
  ['Denies fever.', ['I had a fever.'], 'negation'],
  ['Denies fever.', ['Any fever?', 'Yes.'], 'negation'],
  ['No allergy to penicillin.', ['I have an allergy to penicillin.'], 'negation'],
  ['Murmur present.', ['I hear no murmur.'], 'negation'],
  ['Stop taking lisinopril, edema present.', ['do not stop taking lisinopril, edema present'], 'negation'],
  ['Straight leg raise positive.', ['the straight leg raise is negative'], 'negation'],
  ['Left knee pain.', ['my right knee has pain'], 'side'],
  ['Bilateral knee pain.', ['my right knee has pain'], 'side'],
  ['Right knee pain.', ['my knee has pain'], 'side'],
  ['Left knee pain, right hip pain.', ['right knee pain and left hip pain'], 'side'],
  ['Right knee pain.', ['all right, the knee has pain, right?'], 'side'],
  ['Suspected myocardial infarction.', ['my knee hurts'], 'content'],
  ['Billing code 99213 agreed.', ['my knee hurts'], 'quantity'],
];

test.each(borneOut)('“%s” is borne out by %j', (statement, cited) => {
  expect(doubtsAbout(statement, cited)).toEqual([]);
});

test.each(doubted)('“%s” is doubted after %j: %s', (statement, cited, doubt) => {
  expect(doubtsAbout(statement, cited)).toContain(doubt);
});

test('evidence that does not exist is dropped, and a statement left without evidence is not grounded', () => {
  const passages = new Map([['s1', { id: 's1', speaker: null, text: 'Knee pain for two weeks.' }]]);

  expect(checkStatement({ text: 'Knee pain.', evidence: ['s9', 's1', 's1'] }, passages)).toEqual({
    text: 'Knee pain.',
    evidence: ['s1'],
    grounded: true,
  });
  expect(checkStatement({ text: 'Knee pain.', evidence: ['s9'] }, passages)).toEqual({
    text: 'Knee pain.',
    evidence: [],
    grounded: false,
  });
});

test('an answer is read after its question however the model orders the evidence', () => {
  const passages = new Map([
    ['s1', { id: 's1', speaker: null, text: 'Any fever?' }],
    ['s2', { id: 's2', speaker: null, text: 'No.' }],
  ]);

  expect(checkStatement({ text: 'Denies fever.', evidence: ['s2', 's1'] }, passages).grounded).toBe(true);
  expect(checkStatement({ text: 'Reports fever.', evidence: ['s2', 's1'] }, passages).grounded).toBe(false);
});
