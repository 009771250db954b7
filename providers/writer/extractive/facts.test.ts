import type { Fact } from 'chronoscribe/kinds/grounding';
import type { Assignment, OutlineSection, Passage } from 'chronoscribe/kinds/writer';
import { expect, test } from 'vitest';
import { extractDraft } from './draft.ts';
import { draftOf, turnsIn } from './testing/draft-of.ts';

const outline: readonly OutlineSection[] = [
  { name: 'History', contents: ['history'], guidance: '' },
  { name: 'Medications', contents: ['medications'], guidance: '' },
  { name: 'Allergies', contents: ['allergies'], guidance: '' },
  { name: 'Plan', contents: ['plan'], guidance: '' },
  { name: 'Follow-Up', contents: ['follow-up'], guidance: '' },
];

const lisinopril: Fact = {
  id: 'f1',
  kind: 'medication',
  term: 'lisinopril',
  text: 'lisinopril 20 mg daily',
  value: '20',
  unit: 'mg',
  assertion: 'present',
  of: 'patient',
  parts: {},
  evidence: ['s2'],
};

test('a sentence that states a required fact is chosen, however many others there are', async () => {
  const chatter = Array.from(
    { length: 60 },
    (_, day) => `On day ${day} my knee hurt when I walked to the market and back.`,
  );
  const note = await noteOn(['Hello.', 'I take lisinopril 20 mg daily.', ...chatter], [lisinopril]);
  expect(note.get('Medications')).toEqual(['The patient takes lisinopril 20 mg daily.']);
});

test('a required fact that no sentence states is stated by itself in its section', async () => {
  const penicillin: Fact = {
    ...lisinopril,
    kind: 'allergy',
    term: 'penicillin',
    text: 'penicillin allergy',
    value: null,
    unit: null,
  };
  const note = await noteOn(['What are you allergic to?', 'Is it penicillin that you cannot take?'], [penicillin]);
  expect(note.get('Allergies')).toEqual(['Allergic to penicillin.']);
});

test('a suspected order is said to be so', async () => {
  const order = (id: string, text: string): Fact => ({
    ...lisinopril,
    id,
    kind: 'order',
    term: text,
    text,
    value: null,
    unit: null,
    evidence: ['s1'],
  });
  const facts = [
    order('f1', 'troponin'),
    order('f2', 'ferritin'),
    { ...order('f3', 'biopsy'), assertion: 'possible' as const },
  ];
  const note = await noteOn(['Well.'], facts);
  expect([...note.values()].flat()).toEqual(['Ordered: troponin.', 'Ordered: ferritin.', 'To be confirmed: biopsy.']);
});

test('a medicine that was stopped is never left out, and is said to be stopped', async () => {
  const stopped = {
    ...lisinopril,
    text: 'lisinopril (stopped)',
    value: null,
    unit: null,
    assertion: 'stopped',
  } as const;
  const chatter = Array.from({ length: 60 }, (_, day) => `On day ${day} my knee hurt when I walked to the market.`);
  const note = await noteOn(
    ['Lisinopril, is that the one that was stopped?', ...chatter],
    [{ ...stopped, evidence: ['s1'] }],
  );
  expect([...note.values()].flat()).toContain('Stopped: lisinopril.');
});

test('a line whose words nobody said gives way to the words of the fact', async () => {
  const score = {
    ...lisinopril,
    evidence: ['s1'],
    kind: 'score',
    term: 'pain',
    text: '9 out of 10',
    value: '9',
    unit: 'out of 10',
  } as const;
  expect([...(await noteOn(['Nine out of ten?'], [score])).values()].flat()).toEqual(['9 out of 10.']);
});

test('a symptom whose words nobody said is told by the sentence that says it in others', async () => {
  const pain = {
    ...lisinopril,
    kind: 'symptom',
    term: 'pain',
    text: 'sharp stabbing pain',
    value: null,
    unit: null,
    evidence: ['s2'],
  } as const;
  const note = await noteOn(['Hello.', 'Then it hurts.'], [{ ...pain, assertion: 'possible' }]);
  expect([...note.values()].flat()).toEqual(['It hurts.']);
});

test('a referral reads as one', async () => {
  const order = { ...lisinopril, kind: 'order', value: null, unit: null, evidence: ['s1'] } as const;
  const referral = { ...order, term: 'referral', text: 'referral you to physical therapy' } as const;
  const note = await noteOn(['Hm.'], [referral]);
  expect([...note.values()].flat()).toEqual(['Ordered: referral to physical therapy.']);
});

test('the statement of a fact cites its passages', async () => {
  const { sections } = await draftOn(['Well.', 'Twenty of it.'], [lisinopril]);
  expect(sections.flatMap(({ statements }) => statements)).toEqual([
    { text: 'Takes lisinopril 20 mg daily.', evidence: ['s2'] },
  ]);
});

test('a fact with another dose is not taken as stated', async () => {
  const note = await noteOn(['Hello.', 'I take lisinopril 10 mg. Or is it 20?'], [lisinopril]);
  expect([...note.values()].flat().join(' ')).toMatch(/lisinopril 20 mg/);
});

test('a prompt moves the note to what it names', async () => {
  const passages = Array.from(
    { length: 80 },
    (_, day) => `On day ${day} my knee hurt and I slept ${day} hours in pain.`,
  );
  const said = passages.toSpliced(40, 0, 'My left elbow feels stiff.');
  expect((await noteOn(said, [])).get('History')?.join(' ')).not.toContain('elbow');
  expect((await noteOn(said, [], 'Dwell on the elbow.')).get('History')?.join(' ')).toContain('elbow');
});

test.each([
  ['Dwell on the shoulder.', /changed nothing/],
  ['Write about the knee as bullet points.', /form/],
  ['Knee pain in Spanish', /language/],
])('a prompt that cannot be followed is warned of: %s', async (prompt, warning) => {
  expect((await draftOn(['My knee hurts.'], [], prompt)).warnings.join()).toMatch(warning);
});

test.each(['', 'Focus on the knee.', 'a SOAP note'])(
  'a prompt that is followed gives no warning: “%s”',
  async (prompt) => {
    expect((await draftOn(['My knee hurts.'], [], prompt)).warnings).toEqual([]);
  },
);

async function noteOn(texts: readonly string[], facts: readonly Fact[], prompt = ''): Promise<Map<string, string[]>> {
  const { sections } = await draftOn(texts, facts, prompt);
  return new Map(sections.map(({ name, statements }) => [name, statements.map(({ text }) => text)]));
}

function draftOn(texts: readonly string[], facts: readonly Fact[], prompt = '') {
  const passages = texts.map(
    (text, index): Passage => ({ id: `s${index + 1}`, speaker: { label: 'Speaker 1', role: 'patient' }, text }),
  );
  const assignment: Assignment = { instructions: '', prompt, outline, passages, facts, images: [], language: 'en' };
  return extractDraft(assignment, { signal: new AbortController().signal, progress: () => {}, text: () => {} });
}

test('an answer that is quoted with its question is not told again alone', async () => {
  const sections = await draftOf(turnsIn('c: Does the metoclopramide suit you? | p: It made my jaw lock.'));
  const told = sections.flatMap(({ statements }) => statements.map(({ text }) => text));
  expect(told.filter((text) => /^It|“/.test(text))).toEqual([
    'Metoclopramide: “Does the metoclopramide suit you? – It made my jaw lock.”',
  ]);
});

test('what is said in one breath with an allergy is told as what it is', async () => {
  const said = 'p: My knee clicks on the stairs. I take it easy at work. I am allergic to penicillin.';
  const sections = await draftOf(turnsIn(said));
  const told = sections.flatMap(({ statements }) => statements.map(({ text }) => text));
  expect(told).toEqual(
    expect.arrayContaining(["The patient's knee clicks on the stairs.", 'The patient is allergic to penicillin.']),
  );
});
