import { expect, test } from 'vitest';
import { findFacts } from './facts/find-facts.ts';

function assertions(text: string): string[] {
  const { facts } = findFacts({ passages: [{ id: 's1', speaker: null, text }], language: 'en' });
  return facts.filter(({ kind }) => kind === 'medication').map(({ assertion }) => assertion);
}

test.each([
  'Diclofenac 50 mg three times daily STOPPED',
  'Metformin 500 mg twice daily withheld until review',
  "Warfarin 5 mg nightly D/C'd",
  "Warfarin 5 mg nightly d/c'd 3/2024",
  "Clopidogrel 75 mg every night DC'd 2/12/24",
  'Naproxen 500 mg three times daily discontinued 12 March 2024',
  'Atorvastatin 40 mg at night suspended',
  'Omeprazole 20 mg once daily inactive',
  'Insulin glargine 10 units at bedtime HELD',
  'Amoxicillin 500 mg three times daily course completed 5 May',
  'Ramipril 10 mg once daily (struck out)',
  "D/C'd Warfarin 5 mg nightly",
  'Suspended Atorvastatin 40 mg at night',
])('a medicine whose dose is followed by its end is not taken: %s', (text) => {
  expect(assertions(text)).toEqual(['stopped']);
});

test.each([
  'Amlodipine 10 mg once daily continued',
  'Digoxin 62.5 microgram once daily NEW',
  'Furosemide 40 mg twice daily dose increased',
  'Omeprazole 20 mg once daily active',
  'Metformin 500 mg twice daily and stopped drinking in 2019',
  'Metoprolol 25 mg twice daily. Physical therapy completed.',
])('a medicine that goes on is taken: %s', (text) => {
  expect(assertions(text)).toEqual(['present']);
});
