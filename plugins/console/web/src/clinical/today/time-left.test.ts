import { expect, test } from 'vitest';
import { type TimedStep, timeLeft } from './time-left.ts';

/** A run that is done: a transcript of so many seconds, then a note of ten. */
const done = (seconds: number): readonly TimedStep[] => [
  { id: 'transcript', status: 'done', startedAt: 1_000, endedAt: 1_000 + seconds * 1000 },
  { id: 'note', status: 'done', startedAt: 1_000 + seconds * 1000, endedAt: 11_000 + seconds * 1000 },
];
const running: readonly TimedStep[] = [
  { id: 'transcript', status: 'running', startedAt: 100_000, endedAt: null },
  { id: 'note', status: 'waiting', startedAt: null, endedAt: null },
];

test('tells how long a run still works by the middle of those before', () => {
  expect(timeLeft(running, [done(50), done(60), done(90)], 120_000)).toBe(50_000);
});

test('counts from the step that a run is at', () => {
  const atNote = [done(50)[0], { ...running[0], id: 'note' }] as readonly TimedStep[];
  expect(timeLeft(atNote, [done(50), done(60), done(900)], 104_000)).toBe(6_000);
});

test.each([
  ['there are too few runs to go by', [done(50), done(60)], 120_000],
  ['they are too different', [done(20), done(60), done(200)], 120_000],
  ['this one takes longer', [done(50), done(60), done(70)], 190_000],
  ['they had no such step', [[], [], []], 120_000],
])('says nothing if %s', (_, earlier, now) => {
  expect(timeLeft(running, earlier, now)).toBeUndefined();
});

test('says nothing of a run that waits for its turn', () => {
  expect(timeLeft([], [done(50), done(60), done(90)], 120_000)).toBeUndefined();
});
