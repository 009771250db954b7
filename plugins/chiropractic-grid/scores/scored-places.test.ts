import { expect, test } from 'vitest';
import { placeGroups } from '../places/place-groups.ts';
import type { SpinalPlace } from '../places/spine.ts';
import { painScoresOf } from './pain-scores.ts';
import { scoredPlaces } from './scored-places.ts';

const lumbar: SpinalPlace = { name: 'lumbar spine', region: 'lumbar', isLevel: false };

test.each([
  ["Neck's a six and the low back is an eight.", ['6 cervical', '8 lumbar']],
  ['A six in the neck, an eight in the low back.', ['6 cervical', '8 lumbar']],
  ['The neck was a six, now a two.', ['6 cervical', '2 cervical']],
  ['Neck a two, back is a four.', ['2 cervical', '4 lumbar']],
  ['Maybe a three.', ['3 lumbar']],
])('gives each score to the place beside it, else to that of the complaint: %s', (text, expected) => {
  const { groups } = placeGroups(text);
  const scores = painScoresOf(text, { asked: true });
  const places = scoredPlaces(text, scores, groups, { unnamed: [lumbar], complaint: [lumbar] });
  expect(scores.map(({ value }, index) => `${value} ${places[index]?.map(({ region }) => region)}`)).toEqual(expected);
});
