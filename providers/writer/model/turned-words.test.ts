import type { Passage } from 'chronoscribe/kinds/grounding';
import { expect, test } from 'vitest';
import { turnedWords } from './turned-words.ts';

const cited = (lines: string) =>
  lines
    .split(' | ')
    .map((text, at): Passage => ({ id: `s${at}`, speaker: { label: 'Speaker 1', role: 'patient' }, text }));

test.each([
  ['White cells up to 9.8.', 'White cells down from sixteen point two to nine point eight.'],
  ['White cells 16.2, down from 9.8.', 'White cells down from sixteen point two to nine point eight.'],
  ['Abduction 80 degrees, previously 120.', 'Abduction now one hundred and twenty degrees, was eighty.'],
  ['INR on Monday rather than Thursday.', 'Have the INR done on Thursday rather than Monday.'],
  ['Pain is poorly controlled.', 'Pain is well controlled on paracetamol.'],
  ['Internal rotation is full.', 'Internal rotation is very limited on the left.'],
  ['Return in six weeks, later if she cannot walk.', "Come back in six weeks, sooner if you can't walk."],
  ['Ibuprofen every eight hours regularly.', 'Ibuprofen every eight hours if he needs it.'],
  ['Paracetamol 1 g as needed.', 'Paracetamol one gram four times daily; no morphine was needed.'],
  ['Skips quetiapine on weekdays.', 'The quetiapine I skip at weekends.'],
  ['Night pain persists.', 'I have no night pain any more.'],
  ['Outer ear infection.', "It's a middle ear infection."],
  ['Takes one co-codamol four times a day.', 'Co-codamol, two of them, four times a day.'],
  ['Left hip pain since a fall.', 'My left hip has been hurting since Easter.'],
  ['Home tomorrow if mobile with physiotherapy.', 'Home tomorrow if he is mobile.'],
  ['Stopped amiodarone in March because of thyroid problems.', 'I stopped the amiodarone in March.'],
  ['Thoughts of self-harm this week.', 'Any thoughts of harming yourself? | Not this week. I did in September.'],
])('“%s” turns round, moves or adds to: %s', (sentence, lines) => {
  expect(turnedWords(sentence, cited(lines))).not.toEqual([]);
});

test.each([
  ['White cells 9.8, down from 16.2.', 'White cells down from sixteen point two to nine point eight.'],
  ['Reviews every two weeks instead of weekly.', "We'll see each other every two weeks instead of weekly."],
  ['Ibuprofen every eight hours as needed.', 'Ibuprofen every eight hours if he needs it.'],
  ['Internal rotation is limited, external rotation is full.', 'Internal rotation limited. External rotation full.'],
  [
    'Back pain for three weeks since lifting a washing machine.',
    'My back hurts for three weeks since I lifted a washing machine.',
  ],
  ['Denies thoughts of self-harm.', 'Any thoughts of harming yourself? | Not this week.'],
  ['Pain at night.', 'Any pain? | No, only at night, then I have pain.'],
])('“%s” says what the lines say: %s', (sentence, lines) => {
  expect(turnedWords(sentence, cited(lines))).toEqual([]);
});
