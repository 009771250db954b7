import { expect, test } from 'vitest';
import { checkNote, checkStatement } from './check.ts';

test('evidence that does not exist is dropped', () => {
  const source = {
    passages: [{ id: 's1', speaker: null, text: 'Knee pain for two weeks.' }],
    images: new Set(['i1']),
  };

  expect(checkStatement({ text: 'Knee pain.', evidence: ['s9', 's1', 's1'] }, source)).toEqual({
    text: 'Knee pain.',
    evidence: ['s1'],
    grounded: true,
    doubts: [],
  });
  expect(checkStatement({ text: 'Knee pain.', evidence: ['s9'] }, source)).toEqual({
    text: 'Knee pain.',
    evidence: [],
    grounded: false,
    doubts: ['no-evidence'],
  });
});

test('a statement that cites only an image is not grounded', () => {
  const source = {
    passages: [{ id: 's1', speaker: null, text: 'Knee pain.' }],
    images: new Set(['i1']),
  };
  const check = (evidence: readonly string[]) => checkStatement({ text: 'Knee pain.', evidence }, source);

  expect(check(['i1'])).toEqual({ text: 'Knee pain.', evidence: ['i1'], grounded: false, doubts: ['image'] });
  expect(check(['i1', 's1'])).toEqual({ text: 'Knee pain.', evidence: ['i1', 's1'], grounded: true, doubts: [] });
  expect(check(['i2'])).toEqual({ text: 'Knee pain.', evidence: [], grounded: false, doubts: ['no-evidence'] });
});

test.each([
  ['Pain goes into the right buttock.', []],
  ['Pain does not go below the knee.', []],
  ['Pain goes into the left buttock.', expect.arrayContaining(['side'])],
  ['Pain goes below the knee.', ['negation']],
  ['Nausea goes into the right buttock.', ['content']],
])('where a pain goes is told of what only “it” was said of: %s', (text, doubts) => {
  const said = 'It goes into the right buttock, but not below the knee.';
  const source = { passages: [{ id: 's1', speaker: null, text: said }], images: new Set<string>() };
  expect(checkStatement({ text, evidence: ['s1'] }, source).doubts).toEqual(doubts);
});

test('evidence is read in the order of the source', () => {
  const source = {
    passages: [
      { id: 's1', speaker: null, text: 'Any fever?' },
      { id: 's2', speaker: null, text: 'No.' },
    ],
    images: new Set<string>(),
  };

  expect(checkStatement({ text: 'Denies fever.', evidence: ['s2', 's1'] }, source).grounded).toBe(true);
  expect(checkStatement({ text: 'Reports fever.', evidence: ['s2', 's1'] }, source).grounded).toBe(false);
});

test.each(['My husband’s.', 'In the garage.', 'He does.'])(
  'a question that is quoted with its answer claims no more than that: %s',
  (answer) => {
    const passages = [
      { id: 's1', speaker: { label: 'Speaker 1', role: 'clinician' as const }, text: 'Do you have a gun at home?' },
      { id: 's2', speaker: { label: 'Speaker 2', role: 'patient' as const }, text: answer },
    ];
    const text = `Suicidality: “Do you have a gun at home? – ${answer}”`;
    const { statements } = checkNote({
      ...{ statements: [{ text, evidence: ['s1', 's2'] }], passages, images: [], facts: [] },
    });
    expect(statements[0]?.doubts).toEqual([]);
  },
);

test('a side that the cited passage leaves out is that which the whole source gives the part of the body, if it gives only one', () => {
  const passages = ['My left knee hurts.', 'I fell on the knee.'].map((text, at) => ({
    id: `s${at}`,
    speaker: null,
    text,
  }));
  const doubtsOf = (text: string, source = passages) =>
    checkStatement({ text, evidence: ['s1'] }, { passages: source, images: new Set() }).doubts;
  expect(doubtsOf('Fell on the left knee.')).toEqual([]);
  expect(doubtsOf('Fell on the right knee.')).toContain('side');
  const other = (text: string) => [...passages, { id: 's2', speaker: null, text }];
  expect(doubtsOf('Fell on the left knee.', other('The right shoulder is stiff.'))).toEqual([]);
  expect(doubtsOf('Fell on the left knee.', other('The right knee is stiff.'))).toContain('side');
});
