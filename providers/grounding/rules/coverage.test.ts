import { expect, test } from 'vitest';
import { statedFacts } from './coverage.ts';
import { findFacts } from './facts/find-facts.ts';

/** The terms of the facts of a passage that a note states. */
function stated(said: string, note: string): string[] {
  const { facts } = findFacts({ passages: [{ id: 's1', speaker: null, text: said }], language: 'en' });
  const ids = statedFacts(facts, [{ text: note, evidence: ['s1'] }]);
  return facts.filter(({ id }) => ids.includes(id)).map(({ term }) => term);
}

test.each([
  ['I have high blood pressure.', 'Hypertension.', 'hypertension'],
  ['I take Tylenol.', 'Takes acetaminophen.', 'acetaminophen'],
  ['I take acetaminophen.', 'Takes Tylenol.', 'acetaminophen'],
  ['I take lisinopril ten milligrams.', 'Lisinopril 10 mg daily.', 'lisinopril'],
  ['I have a headache.', 'Headaches.', 'headache'],
  ['I have no fever.', 'Denies fever and chills.', 'fever'],
  ['My mother had breast cancer.', 'Family history of breast cancer.', 'breast cancer'],
  ['Follow up with me in two weeks.', 'Follow-up in 2 weeks.', 'follow up'],
  ['We will get an x-ray.', 'X-ray ordered.', 'x-ray'],
  ['Your blood pressure is one twenty over eighty.', 'BP 120/80.', 'blood pressure'],
  ['I am short of breath.', 'Dyspnea.', 'shortness of breath'],
  ['Stop the Tylenol.', 'Stop Tylenol.', 'acetaminophen'],
  ['Follow up with me in two weeks.', 'I want to see the patient back in two weeks.', 'follow up'],
  ['Penicillin gives me hives.', 'The patient gets hives from penicillin.', 'penicillin'],
  ['I have no known allergies.', 'The patient denies allergies.', 'allergies'],
  ['On a scale of one to ten, my pain is a six in the morning.', 'A six in the morning.', 'pain'],
  ['I have trouble with my bladder.', "Has trouble with the patient's bladder.", 'bladder or bowel'],
  ['Do not lift anything over ten pounds.', 'No lifting over 10 pounds: do not lift anything.', 'instruction'],
])('%j is stated by %j', (said, note, term) => {
  expect(stated(said, note)).toContain(term);
});

test.each([
  ['I have a fever.', 'Denies fever.'],
  ['I have no fever.', 'Fever.'],
  ['I take lisinopril ten milligrams.', 'Lisinopril 20 mg daily.'],
  ['I take lisinopril ten milligrams.', 'Lisinopril.'],
  ['I take metformin.', 'Takes metoprolol.'],
  ['My mother had breast cancer.', 'Breast cancer.'],
  ['I am allergic to penicillin.', 'Takes penicillin.'],
  ['Follow up with me in two weeks.', 'Follow-up in 3 weeks.'],
  ['I have hypothyroidism.', 'Hyperthyroidism.'],
  ['We will get an x-ray.', 'Rest and ice.'],
  ['Stop the Tylenol.', 'Takes Tylenol.'],
  ['I take Tylenol.', 'Stop Tylenol.'],
  ['I have no known allergies.', 'Allergies: penicillin.'],
  ['On a scale of one to ten it is a six.', 'It is a seven.'],
  ['Do not lift anything over ten pounds.', 'Lifting is fine.'],
])('%j is not stated by %j', (said, note) => {
  expect(stated(said, note)).toEqual([]);
});

test('a note that quotes a decision with what became of it states it', () => {
  const turns = [
    "Then let's stop the amlodipine.",
    "Please don't, my pressure was 180.",
    'Okay, keep it. See you Monday.',
  ];
  const passages = turns.map((text, at) => ({
    id: `s${at}`,
    text,
    speaker: at === 1 ? ({ label: 'P', role: 'patient' } as const) : ({ label: 'C', role: 'clinician' } as const),
  }));
  const facts = findFacts({ passages, language: 'en' }).facts.filter(({ term }) => term === 'amlodipine');
  const evidence = passages.map(({ id }) => id);
  const quoted = "Amlodipine: “Then let's stop the amlodipine. – Please don't, my pressure was 180. – Okay, keep it.”";
  expect(facts).toHaveLength(1);
  expect(statedFacts(facts, [{ text: quoted, evidence }])).toHaveLength(1);
  expect(statedFacts(facts, [{ text: quoted.replace(' – Okay, keep it.', ''), evidence }])).toEqual([]);
});
