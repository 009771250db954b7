import type { Passage } from 'chronoscribe/kinds/writer';
import { expect, test } from 'vitest';
import { draftOf } from './testing/draft-of.ts';

test.each([
  ['i would like you to stop the ibuprofen because of your kidneys', /patient is to stop the ibuprofen/i],
  ['we will start you on candesartan four milligrams once a day', /^Start the patient on candesartan/i],
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

const ofPatients = [
  'I want to die.',
  'I would like to go to sleep and not wake up.',
  'I am going to jump.',
  'I will kill him.',
  'I want to stop the tablets.',
  'I will stop taking it.',
  'I want a drink every morning.',
  'I could end it.',
  'We will try for a baby.',
  'I am going to leave the pills with my sister.',
  'I think the world would be better without me.',
];

test.each(ofPatients)('what a patient may have said becomes nobody’s order or plan: %s', async (said) => {
  const patient = ['My wife says she is worried about me.', said];
  for (const note of [await noteOn([said]), await noteOn(patient)])
    for (const statement of note)
      expect(statement).not.toMatch(/^(?:will|plan to|plan:|stop|try|impression|a drink|keep)\b|^“?(?:will|plan)\b/i);
});

test.each(ofPatients.filter((said) => /die|jump|wake up|drink/.test(said)))(
  'nor where the patient is taken for the clinician: %s',
  async (said) => {
    for (const statement of await noteOn([said], 'clinician'))
      expect(statement).not.toMatch(/^(?:will|plan to|plan:|a drink)\b/i);
  },
);

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
async function noteOn(said: readonly string[], role: 'unknown' | 'clinician' = 'unknown'): Promise<string[]> {
  const passages = said.map((text, at): Passage => ({ id: `s${at}`, speaker: { label: 'Speaker 1', role }, text }));
  return (await draftOf(passages)).flatMap(({ statements }) => statements.map(({ text }) => text));
}
