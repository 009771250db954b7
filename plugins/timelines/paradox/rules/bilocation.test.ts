import { describe, expect, it, test } from 'vitest';
import { ruleFinds } from '../testing/rule-cases.ts';
import { clock, record } from '../testing/story.ts';
import { distanceKm, isUnreachable, longestGapMs, type Presence } from './bilocation.ts';

const hour = 3_600_000;
const ada = { participants: ['Ada'] };
const inBerlin = { ...ada, geo: { lat: 52.52, lon: 13.405 } };
const inRome = { ...ada, location: 'Rome', geo: { lat: 41.9028, lon: 12.4964 } };

const both = [['participant:Ada takes part in talk', 'participant:Ada takes part in walk']];

ruleFinds('bilocation', {
  found: [
    {
      it: 'somebody is in two places at one time',
      story: [
        record('talk', { participants: ['Ada', 'Bo', 'Ada'] }),
        record('walk', { location: 'Rome', participants: ['Cy', 'Ada', 'Ada'] }),
      ],
      witnesses: both,
      explanation: [
        'Ada takes part in “talk” (talk) at Berlin, 2025-03-01T12:00:00Z',
        'and in “walk” (walk) at Rome, 2025-03-01T12:00:00Z: two places at one time.',
      ],
      introducedBy: 'walk',
    },
    {
      it: 'a moment lies within an event elsewhere',
      story: [
        record('talk', { ...ada, at: '09:00', until: '10:00' }),
        record('walk', { ...ada, at: '09:59', location: 'Rome' }),
      ],
      witnesses: both,
      explanation: /2025-03-01T09:00:00Z to 2025-03-01T10:00:00Z and in “walk”/,
      introducedBy: 'walk',
    },
    {
      it: 'the way is too long for the time between',
      story: [record('talk', { ...inBerlin, at: '09:00', until: '10:00' }), record('walk', { ...inRome, at: '11:10' })],
      witnesses: both,
      explanation: /: 1183 km apart with 70m between them, at a speed of at most 1000 km\/h\.$/,
      introducedBy: 'walk',
    },
    {
      it: 'the earlier event was recorded later',
      story: [record('walk', { ...inRome, at: '10:00' }), record('talk', { ...inBerlin, at: '09:00' })],
      witnesses: both,
      explanation: /1183 km apart with 1h between them/,
      introducedBy: 'talk',
    },
    {
      it: 'a slow traveller is far away days later',
      maxSpeedKmh: 5,
      story: [
        record('talk', { ...inBerlin, at: '09:00' }),
        record('walk', { ...inRome, time: clock('09:00') + 236 * hour }),
      ],
      witnesses: both,
      explanation: /at a speed of at most 5 km\/h/,
      introducedBy: 'walk',
    },
  ],
  notFound: [
    {
      it: 'both are at one place, however it is written',
      story: [record('talk', ada), record('walk', { ...ada, location: ' BERLIN ' })],
    },
    {
      it: 'the time is enough for the way',
      story: [record('talk', { ...inBerlin, at: '09:00', until: '10:00' }), record('walk', { ...inRome, at: '11:11' })],
    },
    {
      it: 'the time is enough for a slow traveller',
      maxSpeedKmh: 5,
      story: [
        record('talk', { ...inBerlin, at: '09:00' }),
        record('walk', { ...inRome, time: clock('09:00') + 237 * hour }),
      ],
    },
    {
      it: 'one begins when the other ends, and nothing tells how far it is',
      story: [
        record('talk', { ...ada, at: '09:00', until: '10:00' }),
        record('walk', { ...ada, at: '10:00', until: '11:00', location: 'Rome' }),
      ],
    },
    {
      it: 'two places are under a kilometre apart',
      story: [
        record('talk', inBerlin),
        record('walk', { ...ada, location: 'Mitte', geo: { lat: 52.528, lon: 13.405 } }),
      ],
    },
    {
      it: 'different people take part',
      story: [record('talk', ada), record('walk', { location: 'Rome', participants: ['Ida'] })],
    },
  ],
});

const london = { lat: 51.5, lon: -0.12 };
const sydney = { lat: -33.87, lon: 151.21 };

describe('the distance along the great circle', () => {
  it('is half the circumference between antipodes, despite rounding', () => {
    expect(distanceKm({ lat: 90, lon: 0 }, { lat: -90, lon: 0 })).toBeCloseTo(20_015.1, 1);
    const antipodes = [
      { lat: 68.26896854598759, lon: 33.63720196945954 },
      { lat: -68.26896854855084, lon: -146.36279803489765 },
    ] as const;
    expect(distanceKm(...antipodes)).toBeCloseTo(20_015.1, 1);
  });

  it('is symmetric, across the date line too', () => {
    expect(distanceKm(london, sydney)).toBeCloseTo(distanceKm(sydney, london), 6);
    expect(distanceKm({ lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 })).toBeCloseTo(111.2, 1);
    expect(distanceKm(london, london)).toBe(0);
  });
});

describe('two presences without positions', () => {
  const at = (time: number, until: number, place = 'a'): Presence => ({ time, until, place, geo: null });
  test.each([
    ['begin together', at(0, 5), at(0, 0, 'b'), true],
    ['overlap', at(0, 5), at(4, 9, 'b'), true],
    ['lie one within the other', at(0, 9), at(3, 4, 'b'), true],
    ['are a while and a moment within it', at(0, 9), at(3, 3, 'b'), true],
    ['are a while and the moment at which it ends', at(0, 5), at(5, 5, 'b'), false],
    ['follow on each other', at(0, 5), at(5, 9, 'b'), false],
    ['are apart', at(0, 5), at(6, 9, 'b'), false],
    ['are at one place', at(0, 5), at(0, 5), false],
  ])('that %s: impossible is %s', (_, one, other, isWrong) => {
    expect([isUnreachable(one, other, 1000), isUnreachable(other, one, 1000)]).toEqual([isWrong, isWrong]);
  });
});

describe('two presences with positions', () => {
  const inLondon: Presence = { time: 0, until: hour, place: 'London', geo: london };
  const inSydney = (time: number): Presence => ({ time, until: time, place: 'Sydney', geo: sydney });

  it('are impossible if the journey takes longer than the gap', () => {
    // 16,990 km.
    expect(isUnreachable(inLondon, inSydney(17.9 * hour), 1000)).toBe(true);
    expect(isUnreachable(inLondon, inSydney(18.1 * hour), 1000)).toBe(false);
    expect(isUnreachable(inLondon, inSydney(18.1 * hour), 900)).toBe(true);
  });

  it('are always possible with more than the longest gap between them', () => {
    expect(longestGapMs(inLondon, 1000) / hour).toBeCloseTo(20.015, 3);
    expect(longestGapMs({ ...inLondon, geo: null }, 1000)).toBe(0);
  });
});
