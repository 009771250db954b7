import type { Passage } from 'chronoscribe/kinds/writer';
import { expect, test } from 'vitest';
import { findFacts } from '../../grounding/rules/facts/find-facts.ts';
import { extractDraft } from './draft.ts';

test.each([
  ['i would like you to stop the ibuprofen because of your kidneys', /patient is to stop the ibuprofen/i],
  ['we will try candesartan four milligrams once a day', /^Try candesartan (?:4|four)/i],
  ['my ankles swell in the evening', /^The patient's ankles swell/i],
  ['you need a head scan this afternoon', /^The patient needs a head scan/i],
])('without named speakers, the words show whose they are: %s', async (said, told) => {
  expect((await noteOn([said])).join('\n')).toMatch(new RegExp(told.source, 'im'));
});

test.each([
  ['you gave me amoxicillin last time and i got a rash'],
  ['no but i did not notice the last time i soiled myself was on sunday'],
])('what either may have said is told in its own words or not at all: %s', async (said) => {
  for (const statement of await noteOn([said])) {
    const [, quoted] = /“(.*)\.”/.exec(statement) ?? [];
    if (quoted !== undefined) expect(said).toContain(quoted.toLowerCase());
    expect(statement).not.toMatch(/patient gave|patient is to/i);
  }
});

test('who dictates is the clinician', async () => {
  const note = await noteOn([
    'The patient is a 60 year old woman with rheumatoid arthritis.',
    'We will pause the methotrexate for two weeks. Crackles at the right base, no, strike that, at the left base.',
  ]);
  expect(note.join('\n')).toMatch(/\bPause the methotrexate for (?:two|2) weeks/);
  expect(note.join('\n')).toMatch(/^Crackles at the left base\.$/m);
  expect(note.join('\n')).not.toMatch(/right base/);
});

test('nothing is said twice', async () => {
  const note = await noteOn(['Allergic to penicillin.', 'She is well.', 'Allergic to penicillin.']);
  expect(note.filter((statement) => /penicillin/i.test(statement))).toHaveLength(1);
});

/** The statements of a note on what one speaker says, of whom nothing is known. */
async function noteOn(said: readonly string[]): Promise<string[]> {
  const passages = said.map(
    (text, at): Passage => ({ id: `s${at}`, speaker: { label: 'Speaker 1', role: 'unknown' }, text }),
  );
  const { facts } = findFacts({ passages, language: 'en' });
  const outline = [
    { name: 'Subjective', contents: ['history'], guidance: '' },
    { name: 'Objective', contents: ['examination', 'results'], guidance: '' },
    { name: 'Plan', contents: ['plan', 'follow-up', 'assessment'], guidance: '' },
  ] as const;
  const assignment = { instructions: '', prompt: '', outline, passages, facts, images: [], language: 'en' };
  const options = { signal: new AbortController().signal, progress: () => {}, text: () => {} };
  const { sections } = await extractDraft(assignment, options);
  return sections.flatMap(({ statements }) => statements.map(({ text }) => text));
}
