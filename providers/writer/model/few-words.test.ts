import { expect, test } from 'vitest';
import { unsaidOfFew } from './few-words.ts';

test.each([
  ['The patient is to stay a few days.', 'If it was more than five days, we would have to begin again at twenty-five.'],
  ['The patient stopped that in the summer.', 'It makes me really sick, so I would like you to stop the ibuprofen.'],
  ['The patient reports dizziness at night.', 'I take it at night.'],
  ['The patient is to return on Monday.', 'It began on Monday.'],
  ['The patient lives alone.', 'Leave it alone for now.'],
  ['The patient smokes daily.', 'I take the tablet daily.'],
  ['Headache in the morning.', 'I swallow two in the morning.'],
  ['The wound is infected.', 'Show me the wound.'],
  ['The patient fell at work.', 'I was at work all day.'],
  ['Swelling of the knee.', 'My knee was never hurt.'],
])('“%s” says what the line that it cites does not', (sentence, line) => {
  expect(unsaidOfFew(sentence, line)).not.toEqual([]);
});

test.each([
  ['The patient stays a few days.', 'And I would like you to stay for a few days.'],
  ['The patient stopped smoking in the summer.', 'I stopped smoking in the summer.'],
  ['The patient denies fever.', 'No fever, no.'],
  ['The patient reports chest pain.', 'I have this pain in my chest.'],
  ['Knee swelling.', 'My knee is swollen, the swelling came on Friday.'],
  ['Lisinopril 10 mg daily.', 'I take ten milligrams of lisinopril daily.'],
  ['Return on Monday.', 'Please return on Monday.'],
  ['None.', 'No, nothing.'],
  [
    'The patient has had trouble sleeping since starting the new tablets at work.',
    'I lie awake half of the night since those pills.',
  ],
])('“%s” says nothing else', (sentence, line) => {
  expect(unsaidOfFew(sentence, line)).toEqual([]);
});

test('a sentence that names a fact of its lines is left to the rules that know the fact', () => {
  expect(unsaidOfFew('Takes edoxaban.', 'Edoxaban, sixty a day.', ['edoxaban'])).toEqual([]);
  expect(unsaidOfFew('Possible rash.', 'I worry about a rash.', ['rash'])).toEqual([]);
});
