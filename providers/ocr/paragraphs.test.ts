import { describe, expect, test } from 'vitest';
import { groupParagraphs, joinLines } from './paragraphs.ts';

test.each([
  [
    'a sentence that runs over the edge',
    ['The patient was seen on Tuesday because of', 'pain in the left knee. No fever.'],
    ['The patient was seen on Tuesday because of pain in the left knee. No fever.'],
  ],
  [
    'a dose on the next line',
    ['The patient was told to go on taking the', '400 mg of ibuprofen twice a day.'],
    ['The patient was told to go on taking the 400 mg of ibuprofen twice a day.'],
  ],
  ['a short line before a small letter', ['Small effusion,', 'no fracture.'], ['Small effusion, no fracture.']],
  [
    'a word that is broken',
    ['Come back for the follow-', 'up of your hyper-', 'tension in three weeks.'],
    ['Come back for the follow-up of your hypertension in three weeks.'],
  ],
  [
    'a test and its number',
    ['She has been in hospital and was tested for COVID-', '19 there.'],
    ['She has been in hospital and was tested for COVID-19 there.'],
  ],
  [
    'full lines, whatever the next one begins with',
    [
      'The patient was admitted with chest pain that had begun two',
      'Days before and was worse when lying down, without',
      'fever.',
    ],
    [
      'The patient was admitted with chest pain that had begun two Days before and was worse when lying down, without fever.',
    ],
  ],
])('joins %s', (_, lines, joined) => {
  expect(groupParagraphs(lines)).toEqual(joined);
});

test.each([
  ['sentences', ['No fracture of the left knee was seen today.', 'Rest for two weeks, and then begin to walk.']],
  ['fields of a form', ['Name: Anna Example', 'Born: 3 May 1961', 'Diagnosis:', 'strain of the knee']],
  [
    'rows of a table',
    ['Glucose, fasting, in the morning 5.4 mmol/L 3.9-5.8', 'Sodium, in the same sample of it 140 mmol/L 136-145'],
  ],
  [
    'items of a list',
    ['Take the tablets with a glass of water and', '- rest the knee', '2) cool the knee', '• come back'],
  ],
  ['medicines, one on a line', ['Aspirin 81 mg daily', 'Metoprolol 25 mg daily']],
  [
    'entries with numbers',
    [
      'You should take all of these at home every day:',
      '1. aspirin with a full glass of water in the morning',
      '2. metoprolol',
    ],
  ],
  ['headings', ['Findings', 'Small effusion.']],
  ['nothing', []],
])('keeps %s apart', (_, lines) => {
  expect(groupParagraphs(lines)).toEqual(lines);
});

describe('lines that become one text', () => {
  test.each([
    ['are parted by a space', ['no known', 'allergies'], 'no known allergies'],
    ['make a divided word whole', ['an adeno-', 'carcinoma'], 'an adenocarcinoma'],
    [
      'make a word whole that was divided by a soft hyphen',
      ['hyper\u00ad', 'tension and hypo\u00adtension'],
      'hypertension and hypotension',
    ],
    ['keep a hyphen after capitals', ['tested for COVID-', '19'], 'tested for COVID-19'],
    ['keep a hyphen between numbers', ['for 10-', '14 days'], 'for 10-14 days'],
    ['keep a hyphen before a name', ['the Epstein-', 'Barr virus'], 'the Epstein-Barr virus'],
    [
      'keep the hyphen of a compound that stands elsewhere',
      ['a trigger-', 'point, or the trigger-point after'],
      'a trigger-point, or the trigger-point after',
    ],
    ['keep the hyphen before a word that ends compounds', ['at follow-', 'up in May'], 'at follow-up in May'],
    ['leave a dash alone', ['the knee -', 'the left one'], 'the knee - the left one'],
  ])('%s', (_, lines, text) => {
    expect(joinLines(lines)).toBe(text);
  });
});
