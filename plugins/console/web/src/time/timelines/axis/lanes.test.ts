import { expect, test } from 'vitest';
import { toTimelineEvent } from '../timeline-event.ts';
import { firstInView, laneNumbers, lanesOf } from './lanes.ts';

const event = (event_id: string, location: string, participants: readonly string[] = []) =>
  toTimelineEvent({
    ...{ event_id, location, description: '', time: '2026-01-01T00:00:00Z' },
    participants: [...participants],
  });

test('lanes have the place with the most events first', () => {
  const lanes = lanesOf([event('a', 'Oslo'), event('b', 'Rome'), event('c', 'Rome')], 'place');
  expect(lanes.map(({ name, events }) => [name, events.length])).toEqual([
    ['Rome', 2],
    ['Oslo', 1],
  ]);
});

test('an event is in the lane of each participant, and without any in the last one', () => {
  const lanes = lanesOf([event('a', 'Oslo', ['Ada', 'Grace']), event('b', 'Oslo')], 'participant');
  expect(lanes.map(({ name }) => name)).toEqual(['Ada', 'Grace', null]);
  expect(laneNumbers(lanes)).toEqual(
    new Map([
      ['a', 0],
      ['b', 2],
    ]),
  );
});

test('what is beyond 24 places shares one lane', () => {
  const lanes = lanesOf(
    Array.from({ length: 30 }, (_, at) => event(`e${at}`, `Place ${at}`)),
    'place',
  );
  expect(lanes.map(({ name, events }) => (name === null ? events.length : 1)).at(-1)).toBe(6);
  expect(lanes).toHaveLength(25);
});

test('drawing a lane begins at the first event that may reach into view, however early that began', () => {
  const minutes = (begin: number, end: number) => ({ ...event(`e${begin}`, 'Oslo'), start: begin, end });
  const [lane] = lanesOf([minutes(0, 0), minutes(10, 60), minutes(20, 20), minutes(70, 70)], 'place');
  const from = (left: number) => lane && firstInView(lane, (instant) => instant - left);
  expect([from(0), from(65), from(500)]).toEqual([0, 1, 4]);
});
