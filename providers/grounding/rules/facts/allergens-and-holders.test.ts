import { expect, test } from 'vitest';
import { findFacts } from './find-facts.ts';

const factsOf = (...texts: readonly string[]) =>
  findFacts({ passages: texts.map((text, index) => ({ id: `s${index + 1}`, speaker: null, text })), language: 'en' })
    .facts;

test.each([
  ["I'm allergic to codeine.", 'What happened with the codeine?', 'It made me sick.'],
  ['Penicillin gives her hives, she is allergic to it.', 'How long ago was the penicillin?', 'As a child.'],
  ['Allergies: amoxicillin.', 'With amoxicillin she had a rash all over.'],
])('an allergen is no medicine that somebody takes: %s', (...texts) => {
  const kinds = factsOf(...texts).map(({ kind, assertion }) => `${kind} ${assertion}`);
  expect(kinds).toContain('allergy present');
  expect(kinds).not.toContain('medication present');
});

const allergensOf = (said: string, language = 'en') =>
  findFacts({
    passages: said.split(' / ').map((text, index) => ({ id: `s${index + 1}`, speaker: null, text })),
    language,
  })
    .facts.filter(({ kind }) => kind === 'allergy')
    .map(({ term }) => term);

test.each([
  ['are you allergic to anything / codeine / okay / i want you to hold the eliquis tonight', ['codeine']],
  ['any allergies / codeine i get hives / i need you to stop the eliquis / do not drive', ['codeine']],
  ["any allergies / penicillin / don't drive and don't take any aspirin", ['penicillin']],
  ['any allergies / penicillin / alright stop the lisinopril', ['penicillin']],
  ['any allergies / sulfa gives me hives / you need to take the doxycycline with food', ['sulfa']],
  ["any allergies / amoxicillin i come out in a rash / i'm going to start you on azithromycin", ['amoxicillin']],
  ['any allergies / latex / you can keep using the ibuprofen', ['latex']],
  ['any allergies / yes aspirin / use tylenol instead and stay off ibuprofen', ['aspirin']],
])('what is ordered after an answer about allergies is no allergen: %s', (said, allergens) => {
  expect(allergensOf(said)).toEqual(allergens);
});

test.each([
  ['any allergies / penicillin / what happens / hives / and codeine', ['penicillin', 'codeine']],
  ['are you allergic to anything / i told you penicillin', ['penicillin']],
  ["any allergies / it's in your chart penicillin", ['penicillin']],
  ["any allergies / don't give me codeine i swell up", ['codeine']],
  ["any allergies / don't take penicillin i nearly died", ['penicillin']],
  ['any allergies / take penicillin and i swell up', ['penicillin']],
  ["any allergies / i can't take ibuprofen i get hives", ['ibuprofen']],
  ["any allergies / let's see morphine and latex", ['morphine', 'latex']],
  ["any allergies / i'm going to say penicillin", ['penicillin']],
])('an answer about allergies that begins like an order is one: %s', (said, allergens) => {
  expect(allergensOf(said)).toEqual(allergens);
});

test.each([
  'haben sie allergien / novalgin da bekomme ich ausschlag / ich möchte dass sie eliquis nehmen',
  'haben sie allergien / novalgin da bekomme ich ausschlag / wir geben ihnen ibuprofen',
  'haben sie allergien / novalgin da bekomme ich ausschlag / setzen sie das marcumar ab',
])('so it is in German: %s', (said) => {
  expect(allergensOf(said, 'de')).toEqual(['metamizole']);
});

test('an allergen that has a dose is perhaps taken', () => {
  const facts = factsOf('He is allergic to morphine.', 'He takes morphine 10 mg twice a day.');
  expect(facts.find(({ kind }) => kind === 'medication')).toMatchObject({ term: 'morphine', assertion: 'possible' });
});

test.each(['Who smokes at home? Her dad, outside.', 'Anybody smoke at home? Just my wife.', 'My son smokes.'])(
  'what a relative smokes is not told of the patient: %s',
  (text) => {
    const own = factsOf(text).filter(({ kind, of }) => kind === 'social' && of === 'patient');
    expect(own.filter(({ assertion }) => assertion === 'present')).toEqual([]);
  },
);

test.each([
  'She was discharged on Tuesday.',
  'Discharge summary sent to the surgery.',
  'After discharge she felt fine.',
  'The plan for discharge is Friday.',
  'He is ready for discharge.',
  'Discharge medication as listed.',
])('leaving a hospital is no symptom: %s', (text) => {
  expect(factsOf(text).filter(({ term }) => term.includes('discharge'))).toEqual([]);
});

test.each([
  'There is a yellow discharge from the wound.',
  'He has discharge from the left ear.',
  'She has vaginal discharge.',
])('what a wound discharges is one: %s', (text) => {
  expect(factsOf(text).filter(({ term }) => term.includes('discharge'))).toHaveLength(1);
});

/** Turns of two people; the second answers. */
const answered = (...turns: readonly string[]) =>
  findFacts({
    passages: turns.map((text, at) => ({
      id: `s${at + 1}`,
      speaker: { label: `Speaker ${(at % 2) + 1}`, role: at % 2 === 0 ? 'clinician' : 'patient' },
      text,
    })),
    language: 'en',
  }).facts.filter(({ kind, assertion }) => kind === 'allergy' && assertion === 'present');

test.each([
  ['Clexane. Came up in welts all over the belly. Lucky me.', ['clexane']],
  ['Trimethoprim. My whole face blew up.', ['trimethoprim']],
  ['Plasters. Horrible things. Never again.', ['plasters']],
  ['Penicillin. And latex.', ['penicillin', 'latex']],
  ['Peanut. No sorry, that is Kavya, his sister.', []],
  ['Penicillin. Wait, no. Not him, his daughter.', []],
  ["Codeine. Oh no, that's my mum.", []],
])('an answer names allergens before it goes on, and what is taken back is none: %s', (answer, substances) => {
  const found = answered('Any allergies?', answer).map(({ parts }) => parts.substance);
  expect(found).toEqual(substances.map((name) => expect.stringContaining(name)));
});

test.each([
  [
    'Naltrexone. Well, it put me in withdrawal. And vancomycin.',
    "Okay, so naltrexone isn't an allergy.",
    ['vancomycin'],
  ],
  ['Aspirin, it upsets my stomach.', 'So aspirin is not a true allergy.', []],
  ['Penicillin, I get hives.', 'That is a real allergy.', ['penicillin']],
])('what the clinician says is no allergy is none: %s', (answer, reply, substances) => {
  const found = answered('Any allergies?', answer, reply).map(({ parts }) => parts.substance);
  expect(found).toEqual(substances);
});
