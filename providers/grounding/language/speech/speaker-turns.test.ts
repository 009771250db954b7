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
