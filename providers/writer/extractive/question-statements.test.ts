import { expect, test } from 'vitest';
import { questionToStatement } from './question-statements.ts';

test.each([
  ['Any fever or chills?', 'No.', 'The patient denies fever or chills.'],
  ['Do you have a cough?', 'Yes, I do.', 'The patient reports a cough.'],
  ['Have you noticed any blood in your stool?', "No, I haven't.", 'The patient denies blood in your stool.'],
  ['Are you taking your lisinopril?', 'Yes.', 'you are taking your lisinopril.'],
  ['Do you smoke?', 'No.', 'you do not smoke.'],
  ['Do you take any vitamins?', 'Yep.', 'you take vitamins.'],
  ['Did you fall?', 'Nope.', 'you did not fall.'],
  ['Have you ever had surgery?', 'Never.', 'you have never had surgery.'],
  ["You're taking metformin, right?", 'Correct.', 'You are taking metformin.'],
])('“%s” – “%s” gives “%s”', (question, answer, statement) => {
  expect(questionToStatement(question, answer)).toBe(statement);
});

test.each([
  ['Any fever?', 'Not really.'],
  ['Any fever or chills?', 'Yes.'],
  ['Do you smoke or drink?', 'Yes.'],
  ["You don't smoke?", 'No.'],
  ['How long have you had it?', 'Three weeks.'],
  ['Do you have pain when I press here?', 'Yes.'],
  ['Any fever? Are you tired?', 'No.'],
  ['Any allergies?', 'No, just penicillin.'],
  ['Did you take it?', 'Yes.'],
])('“%s” – “%s” is not merged', (question, answer) => {
  expect(questionToStatement(question, answer)).toBeNull();
});
