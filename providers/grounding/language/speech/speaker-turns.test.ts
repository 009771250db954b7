import { expect, test } from 'vitest';
import { speakerTurns } from './speaker-turns.ts';

function turnsOf(...said: readonly string[]) {
  const passages = said.map((line, index) => {
    const [label = '', text = ''] = line.split(': ');
    return { id: `s${index + 1}`, speaker: { label, role: 'unknown' as const }, text };
  });
  return speakerTurns(passages).map(({ text, passages: own }) => `${text} ${own.join(',')}`);
}

test.each([
  [
    'a small letter goes on',
    ['A: Stop the', 'A: ibuprofen and rest.', 'B: Okay.'],
    'Stop the ‖ ibuprofen and rest. 0,1',
  ],
  ['an open word', ['A: we will start', 'A: a water pill', 'B: ok'], 'we will start ‖ a water pill 0,1'],
  ['after a preposition', ['A: it goes down into', 'A: my left leg', 'B: ok'], 'it goes down into ‖ my left leg 0,1'],
  ['after a comma', ['A: No fever,', 'A: No chills.', 'B: ok'], 'No fever, ‖ No chills. 0,1'],
  ['a new sentence is one', ['A: It hurts.', 'A: it is worse today.', 'B: ok'], 'It hurts. ¶ it is worse today. 0,1'],
  [
    'a unit belongs to its number',
    ['A: i take twenty', 'A: milligrams of it', 'B: ok'],
    'i take ‖ twenty milligrams of it 0,1',
  ],
  [
    'a number is one',
    ['A: it was one hundred and', 'A: twenty over eighty', 'B: ok'],
    'it was ‖ one hundred and twenty over eighty 0,1',
  ],
])('a sentence that was cut is joined, with its passages: %s', (_, said, expected) => {
  expect(turnsOf(...said)[0]).toBe(expected);
});

test('in a source of one speaker, question and answer stay apart', () => {
  expect(turnsOf('A: Any allergies?', 'A: Penicillin.')).toEqual(['Any allergies? 0', 'Penicillin. 1']);
});

test.each([
  ['an allergy', ['A: I am allergic', 'B: to clindamycin'], 'I am allergic – ‖ to clindamycin 0,1'],
  ['a denial', ["A: I don't", 'B: have any pain'], "I don't – ‖ have any pain 0,1"],
  ['a condition', ['A: if you get', 'B: a fever, call'], 'if you get – ‖ a fever, call 0,1'],
  [
    'a full stop that no sentence has',
    ['A: We will not start the.', 'B: Metoprolol.'],
    'We will not start the – ‖ Metoprolol. 0,1',
  ],
  ['German', ['A: Ich habe keine', 'B: Schmerzen'], 'Ich habe keine – ‖ Schmerzen 0,1'],
  [
    'what stands before it',
    ['A: Good.', 'A: Stop the', 'B: ibuprofen. Okay.'],
    'Good. 0 | Stop the – ‖ ibuprofen. 1,2 | Okay. 2',
  ],
])('a sentence that is cut across speakers is a turn of its own: %s', (_, said, expected) => {
  expect(turnsOf(...said).join(' | ')).toBe(expected);
});

test.each([
  ['an answer to its question', ['A: what are you allergic to', 'B: penicillin']],
  ['a short answer', ['A: any fever', "B: I don't", 'A: chest pain']],
  ['who is interrupted', ['A: It hurts when I bend and', 'B: Does it go into the leg?']],
  ['a whole sentence', ['A: I take metoprolol', 'B: fifty milligrams']],
])('what only looks so stays with its speaker: %s', (_, said) => {
  expect(turnsOf(...said)).toHaveLength(said.length);
});
