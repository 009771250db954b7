import { expect, test } from 'vitest';
import { findFacts } from './facts/find-facts.ts';

const speaker = { label: 'Speaker 1', role: 'clinician' } as const;
const told = (text: string) =>
  findFacts({ passages: [{ id: 's1', speaker, text }], language: 'en' }).facts.map(
    ({ term, assertion }) => `${term} ${assertion}`,
  );

test.each([
  ['No rash today, a bruise on the right shin.', 'bruise possible'],
  ['No calf tenderness, 2 plus pitting edema to the knees.', 'edema possible'],
  ['No hematuria, nocturia twice.', 'nocturia possible'],
  ['No melena, black stools last week.', 'dark stools possible'],
  ['No numbness in the hands, tingling in both feet.', 'tingling possible'],
  ['No pain in the left knee, hip pain on the right.', 'hip pain possible'],
  ['No chest pain, shortness of breath or leg swelling.', 'shortness of breath absent'],
  ['No fever, chills, or night sweats since May.', 'night sweats absent'],
  ['No fever, chills, or cough in May.', 'cough absent'],
  ['No edema, cyanosis, clubbing.', 'cyanosis absent'],
  ['He denies chest pain, shortness of breath on exertion.', 'shortness of breath absent'],
  ['MRI not indicated, x-ray ordered.', 'x-ray possible'],
  ['Antibiotics not indicated, ibuprofen 400 mg three times a day.', 'ibuprofen possible'],
  ['No need for an x-ray, physiotherapy ordered.', 'physical therapy possible'],
  ['No aspirin, ibuprofen or naproxen.', 'ibuprofen absent'],
  ['We do not need an MRI.', 'mri absent'],
])('what is told in so many words after a denial is not denied with it: %s', (text, expected) => {
  expect(told(text)).toContain(expected);
});

test.each([
  ['NKDA except sulfa.', ['sulfa present']],
  ['No known drug allergies except for sulfa and latex.', ['sulfa present', 'latex present']],
  ['No allergies apart from kiwi.', ['kiwi present']],
  ['NKDA.', ['allergies absent']],
])('an exception to no allergies is an allergy: %s', (text, expected) => {
  expect(told(text)).toEqual(expected);
});
