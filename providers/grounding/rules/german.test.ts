import type { Passage } from 'chronoscribe/kinds/grounding';
import { expect, test } from 'vitest';
import { checkNote } from './check.ts';
import { findFacts } from './facts/find-facts.ts';
import { germanVisits } from './testing/german-visits.ts';

const roles = { C: 'clinician', P: 'patient', M: 'other' } as const;

function passagesOf(turns: string): Passage[] {
  return turns.split(' | ').map((turn, at) => {
    const [, label, text = turn] = /^([CPM]): (.*)$/.exec(turn) ?? [];
    const role = label === 'C' || label === 'P' || label === 'M' ? roles[label] : null;
    return { id: `s${at + 1}`, text, speaker: role === null ? null : { label: label ?? '', role } };
  });
}

test.each(germanVisits)('a German visit is read as it was said: %s', (line) => {
  const [turns = '', expected = ''] = line.split(' => ');
  const found = findFacts({ passages: passagesOf(turns), language: 'de' });
  expect(found.language).toBe('de');
  const told = found.facts.map(({ kind, term, assertion, of, value }) =>
    [kind, term, assertion, ...(of === 'patient' ? [] : [of]), ...(value === null ? [] : [value])].join(' '),
  );
  expect(told.toSorted()).toEqual(expected.split('; ').filter(Boolean).toSorted());
});

test('German facts are told in German, with their parts', () => {
  const { facts } = findFacts({
    passages: passagesOf('P: Ich nehme Metoprolol 47,5 mg 1-0-1. | C: Haben Sie Fieber? | P: Nein, keines.'),
    language: 'de',
  });
  expect(facts.map(({ text, parts }) => ({ text, parts }))).toEqual([
    {
      text: 'Metoprolol 47,5 mg 1-0-1',
      parts: { name: 'metoprolol', dose: '47.5 mg', frequency: '1-0-1' },
    },
    { text: 'Fieber verneint', parts: { name: 'fieber' } },
  ]);
});

test.each([
  ['another language', 'I have had a cough for three days, and I take ramipril.', 'de'],
  ['two languages', 'Ich habe seit drei Tagen Husten. I have had no fever and I take ramipril every day.', 'de'],
  ['German that is stated to be French', 'Ich habe seit drei Tagen Husten und kein Fieber.', 'fr'],
])('rules for German read no text in %s', (_, text, language) => {
  expect(findFacts({ passages: [{ id: 's1', speaker: null, text }], language })).toEqual({ language: null, facts: [] });
});

const source =
  'Ich habe kein Fieber. Die linke Schulter tut weh. Ich nehme Ramipril 5 mg. Marcumar wurde im Mai abgesetzt.';

test.each([
  ['Fieber verneint.', []],
  ['Patient hat Fieber.', ['negation']],
  ['Die rechte Schulter tut weh.', ['side']],
  ['Nimmt Metformin.', ['medicine']],
  ['Ich nehme Ramipril 10 mg.', ['quantity']],
])('a German statement is doubted where its source says otherwise: %s', (text, doubts) => {
  const passages = [{ id: 's1', speaker: null, text: source }];
  const { statements } = checkNote({ statements: [{ text, evidence: ['s1'] }], passages, images: [], facts: [] });
  const own = statements.flatMap((each) => each.doubts);
  if (doubts.length === 0) expect(own).toEqual([]);
  else expect(own).toEqual(expect.arrayContaining(doubts));
});

test('a German note states what its statements assert as the source does', () => {
  const passages = [{ id: 's1', speaker: null, text: source }];
  const { facts } = findFacts({ passages, language: 'de' });
  const statements = [{ text: 'Nimmt Ramipril 5 mg. Marcumar abgesetzt.', evidence: ['s1'] }];
  const { stated } = checkNote({ statements, passages, images: [], facts });
  expect(facts.filter(({ id }) => stated.includes(id)).map(({ term }) => term)).toEqual(['ramipril', 'phenprocoumon']);
});

test.each([
  ['Eine Pflasterallergie verneint sie.', 'allergies absent', false],
  ['Allergien: keine.', 'allergies absent', true],
  ['Sie hat Allergien: Kontrastmittel, damals Quaddeln.', 'damals present', false],
  ['Allergisch gegen Penicillin, das war früher.', 'penicillin historical', false],
  ['Allergisch gegen Penicillin, das war früher.', 'war present', false],
  ['MRT Kopf, frischer Infarkt links.', 'mrt present', false],
  ['Eine Darmspiegelung wurde mal gemacht.', 'darmspiegelung present', false],
  ['Enalapril streichen.', 'enalapril stopped', true],
])('German that is not sure is told as possible, and an allergy does not end by itself: %s', (text, told, isTold) => {
  const { facts } = findFacts({ passages: [{ id: 's1', speaker: null, text }], language: 'de' });
  expect(facts.map(({ term, assertion }) => `${term} ${assertion}`).includes(told)).toBe(isTold);
});
