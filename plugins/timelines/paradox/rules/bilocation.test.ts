import { ruleFinds } from '../testing/rule-cases.ts';
import { clock, record } from '../testing/story.ts';

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
      story: [record('talk', { ...ada, at: '09:00', until: '10:00' }), record('walk', { ...ada, at: '09:59', location: 'Rome' })],
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
      story: [record('talk', { ...inBerlin, at: '09:00' }), record('walk', { ...inRome, time: clock('09:00') + 236 * hour })],
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
      story: [record('talk', { ...inBerlin, at: '09:00' }), record('walk', { ...inRome, time: clock('09:00') + 237 * hour })],
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
      story: [record('talk', inBerlin), record('walk', { ...ada, location: 'Mitte', geo: { lat: 52.528, lon: 13.405 } })],
    },
    {
      it: 'different people take part',
      story: [record('talk', ada), record('walk', { location: 'Rome', participants: ['Ida'] })],
    },
  ],
});
