import type { Fact, Passage } from 'chronoscribe/kinds/grounding';
import { expect, test } from 'vitest';
import { findFacts } from './facts/find-facts.ts';
import { everydayExchanges } from './testing/everyday-exchanges.ts';
import { exchanges } from './testing/exchanges.ts';
import { listExchanges } from './testing/list-exchanges.ts';
import { medicineExchanges } from './testing/medicine-exchanges.ts';
import { pairedExchanges } from './testing/paired-exchanges.ts';
import { allergyExchanges, decisionExchanges, safetyExchanges } from './testing/safety-exchanges.ts';
import { wordings } from './testing/wordings.ts';

function passagesOf(turns: string): Passage[] {
  const isPatientFirst = turns.startsWith('p: ');
  return turns
    .replace(/^p: /, '')
    .split(' | ')
    .map((text, index) => ({
      id: `s${index + 1}`,
      text,
      speaker:
        (index % 2 === 1) === !isPatientFirst
          ? { label: 'Speaker 2', role: 'patient' }
          : { label: 'Speaker 1', role: 'clinician' },
    }));
}

function describeFact({ term, assertion, of, value, unit }: Fact, withAmount: boolean): string {
  const claim = of === 'relative' && assertion === 'present' ? of : assertion;
  return withAmount
    ? `${term} ${claim}=${[value, unit].filter((part) => part !== null).join(' ')}`
    : `${term} ${claim}`;
}

test.each([
  ...exchanges,
  ...everydayExchanges,
  ...listExchanges,
  ...medicineExchanges,
  ...wordings,
  ...pairedExchanges,
  ...safetyExchanges,
  ...allergyExchanges,
  ...decisionExchanges,
])('is read as it was said: %s', (line) => {
  const [turns = '', expected = ''] = line.split(/ ?=> /);
  const { facts } = findFacts({ passages: passagesOf(turns), language: 'en' });
  for (const entry of expected.split('; ')) {
    const wording = /^(\w+) (present|absent|possible|historical|stopped|declined) "(.*)"$/.exec(entry);
    if (wording !== null) {
      const [, kind, assertion, text] = wording;
      expect(facts).toContainEqual(expect.objectContaining({ kind, assertion, text }));
      continue;
    }
    const [, kind, claim = ''] = /^(?:(\w+): )?(.*)$/.exec(entry) ?? [];
    const term = claim
      .replace(/^!/, '')
      .replace(/ (?:present|absent|possible|historical|stopped|declined|relative)(?:=.*)?$/, '');
    const found = facts
      .filter((fact) => fact.term === term)
      .map((fact) => `${kind === undefined ? '' : `${fact.kind}: `}${describeFact(fact, entry.includes('='))}`);
    expect([...new Set(found)], term).toEqual(claim.startsWith('!') ? [] : [entry]);
  }
});

test.each([
  ['my knee is hurting and my fingers are numb', ['knee pain', 'numbness in the fingers']],
  ['i have been dizzy and nauseous', ['dizziness', 'nausea']],
  ['i had blurred vision', ['blurred vision']],
  ['i take lipitor, that is atorvastatin', ['lipitor (atorvastatin)']],
  ['i have had the cough for three weeks', ['cough', 'cough for 3 weeks']],
  ['Repeat the CT in three months.', ['CT', 'follow up: CT in 3 months']],
  ["We'll get an MRI and I will see you in two weeks.", ['MRI', 'follow up in 2 weeks']],
  ['my fingers are numb. i will be back in ten days', ['numbness in the fingers', 'follow up in 10 days']],
  ['i stopped taking the tylenol', ['tylenol (stopped)']],
  ['penicillin gives me hives', ['penicillin allergy (hives)']],
  ['i have no known drug allergies', ['no known allergies']],
  ['no fever for three days', ['no fever', 'for 3 days']],
])('a fact says %j in clinical words: %j', (said, texts) => {
  const { facts } = findFacts({ passages: passagesOf(`p: ${said}`), language: 'en' });
  expect(facts.map(({ text }) => text)).toEqual(texts);
});

test.each([
  ['i would refer you to the gastroenterologist for that', 'referral to the gastroenterologist'],
  ['i will put in a referral for you', 'referral'],
])('a referral says to whom, and no more: %j', (said, text) => {
  const { facts } = findFacts({ passages: passagesOf(said), language: 'en' });
  expect(facts.find(({ term }) => term === 'referral')?.text).toBe(text);
});

test('a score cites the question that says of what it is', () => {
  const { facts } = findFacts({
    passages: passagesOf('how would you rate the pain | seven out of ten'),
    language: 'en',
  });
  expect(facts.find(({ kind }) => kind === 'score')).toMatchObject({
    text: 'pain 7 out of 10',
    evidence: ['s1', 's2'],
  });
});

test('what the clinician says does not answer what a nurse asked of allergies', () => {
  const said = [
    ['Nurse', 'other', 'Any allergies?'],
    ['Patient', 'patient', 'Penicillin. I get hives.'],
    ['Dr. Smith', 'clinician', 'Good morning. Continue the ibuprofen 400 mg twice a day.'],
  ] as const;
  const { facts } = findFacts({
    passages: said.map(([label, role, text], index) => ({ id: `s${index + 1}`, speaker: { label, role }, text })),
    language: 'en',
  });
  expect(facts.filter(({ kind }) => kind === 'allergy').map(({ term }) => term)).toEqual(['penicillin']);
  expect(facts.filter(({ kind }) => kind === 'medication').map(({ term }) => term)).toEqual(['ibuprofen']);
});
