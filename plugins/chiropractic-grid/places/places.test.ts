import { expect, test } from 'vitest';
import { findPlaces } from './places.ts';

const names = (text: string) => findPlaces(text).map(({ name }) => name);

test.each([
  ['C5 is fixated', ['C5']],
  ['C-5 and T 4', ['C5', 'T4']],
  ['at C five and L four', ['C5', 'L4']],
  ['L4-L5', ['L4', 'L5']],
  ['L4-5 and L5/S1', ['L4', 'L5', 'S1']],
  ['from T4 through T6', ['T4', 'T5', 'T6']],
  ['C5 to 7', ['C5', 'C6', 'C7']],
  ['C7 through T2', ['C7', 'T1', 'T2']],
  ['T6 to T4', ['T4', 'T6']],
  ['the fifth lumbar and the second cervical vertebra', ['C2', 'L5']],
  ['the atlas and the axis', ['C1', 'C2']],
  ['the right S.I. joint, the sacroiliac', ['sacroiliac joint']],
  ['your left ilium is posterior', ['ilium']],
  ['the occiput on C1', ['occiput', 'C1']],
  ['the cervical, thoracic and lumbar regions', ['cervical spine', 'thoracic spine', 'lumbar spine']],
  ['the lumbar spine', ['lumbar spine']],
])('%s names %j', (text, expected) => {
  expect(names(text)).toEqual(expected);
});

test.each(['L9 and C8', 'T 5 mg', 'he is 5', 'see 5 patients', 'C 4.5', 'type two', 'a T-shirt', 'S 5 years ago'])(
  '%s names no place',
  (text) => {
    expect(names(text)).toEqual([]);
  },
);

test('gives the region of each place, and distinguishes levels from regions', () => {
  expect(findPlaces('occiput, C1, T12, L1, S2, sacroiliac, lumbar spine')).toEqual([
    { name: 'occiput', region: 'head', isLevel: true },
    { name: 'C1', region: 'cervical', isLevel: true },
    { name: 'T12', region: 'thoracic', isLevel: true },
    { name: 'L1', region: 'lumbar', isLevel: true },
    { name: 'lumbar spine', region: 'lumbar', isLevel: false },
    { name: 'S2', region: 'sacral', isLevel: true },
    { name: 'sacroiliac joint', region: 'pelvic', isLevel: true },
  ]);
});
