import { expect, test } from 'vitest';
import { joinTurns, splitTurns } from './index.ts';

test('what a speaker goes on saying is one turn, however long it is, and comes back as the texts that it was', () => {
  const long = 'and then it hurts '.repeat(100_000).trim();
  const said = [
    { speaker: 'Speaker 1', text: 'it began in March' },
    { speaker: 'Speaker 1', text: long },
    { speaker: 'Speaker 2', text: 'since when' },
  ];
  const turns = joinTurns(said);
  expect(turns.map(({ length }) => length)).toEqual([400_004, 2]);
  expect(splitTurns(said, turns)).toEqual(said.map(({ text }) => text));
});
