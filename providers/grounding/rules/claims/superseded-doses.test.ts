import { expect, test } from 'vitest';
import { checkStatement } from '../check.ts';

/** What was said, by the clinician first, and a statement that cites only the first of it. */
type Case = readonly [said: readonly string[], statement: string];

const superseded: readonly Case[] = [
  [['I would like you on rosuvastatin ten.', 'I had cramps once.', 'Then we start low, five.'], 'Rosuvastatin 10.'],
  [['Let us try amitriptyline 25 mg.', 'That is a lot.', 'We start with 10 then.'], 'Amitriptyline 25 mg.'],
  [['I will give you prednisone 40 mg.', 'It kept me awake.', 'Then make it 20.'], 'Prednisone 40 mg.'],
  [['You take ramipril 5 mg.', 'I get dizzy.', 'Okay, we go down to 2.5 mg.'], 'Ramipril 5 mg.'],
  [['The sertraline is 100 mg.', 'It upsets me.', 'We drop back to 50 mg.'], 'Sertraline 100 mg.'],
  [['Metoprolol 50 mg it is.', 'My pulse is slow.', 'Then we stay at 25 mg.'], 'Metoprolol 50 mg.'],
  [['Gabapentin 300 mg at night.', 'It does nothing.', 'We bring it up to 600 mg.'], 'Gabapentin 300 mg at night.'],
  [['I thought of trazodone 100 mg.', 'I am small.', 'Try it with 50 mg.'], 'Trazodone 100 mg.'],
];

const kept: readonly Case[] = [
  [['I would like you on rosuvastatin ten.', 'I had cramps once.', 'Then we start low, five.'], 'Rosuvastatin 5.'],
  [['Rosuvastatin 10 mg.', 'Okay.', 'We start at 10.'], 'Rosuvastatin 10 mg.'],
  [['Rosuvastatin 10 mg.', 'Okay.', 'Walk for 20 minutes, and go to bed by 9 pm.'], 'Rosuvastatin 10 mg.'],
  [['Ramipril 5 mg.', 'How many visits?', 'We do 6 sessions.'], 'Ramipril 5 mg.'],
  [['Ramipril 5 mg.', 'And the knee?', 'Start with 3 sets of squats.'], 'Ramipril 5 mg.'],
  [['Ramipril 5 mg.', 'I take it at 8.', 'Keep it up for 2 weeks.'], 'Ramipril 5 mg.'],
  [['Ramipril 5 mg.', 'And the water pill?', 'We start torsemide 10 mg.'], 'Ramipril 5 mg.'],
  [['Ramipril 5 mg.', 'I could make it 10.', 'No, leave it.'], 'Ramipril 5 mg.'],
  [['Ramipril 5 mg.', 'Do we go to 10 mg?', 'No.'], 'Ramipril 5 mg.'],
  [['You take ramipril 5 mg.', 'Yes.', 'We go up to 10 mg.'], 'Ramipril is raised from 5 mg to 10 mg.'],
];

function doubtsOf([said, text]: Case): readonly string[] {
  const passages = said.map((words, at) => ({
    ...{ id: `s${at}`, text: words },
    speaker: at % 2 === 0 ? { label: 'Dr', role: 'clinician' as const } : { label: 'Pt', role: 'patient' as const },
  }));
  return checkStatement({ text, evidence: passages.map(({ id }) => id) }, { passages, images: new Set() }).doubts;
}

test.for(superseded)('of %s, the dose of “%s” was replaced', (each) => {
  expect(doubtsOf(each)).toContain('dose');
});

test.for(kept)('of %s, the dose of “%s” stands', (each) => {
  expect(doubtsOf(each)).not.toContain('dose');
});
