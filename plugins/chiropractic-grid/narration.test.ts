import { expect, test } from 'vitest';
import { heard } from './moments.ts';
import { narrationOf } from './narration.ts';
import { placeGroups } from './places/place-groups.ts';

function read(text: string, isAdjusting = false): string {
  const narration = narrationOf(text, placeGroups(text).groups, { hasSigns: false, isAdjusting });
  const names = narration?.groups.flatMap(({ members }) => members.map(({ place }) => place.name)) ?? [];
  return narration === undefined ? 'nothing' : [narration.status, ...names].join(' ');
}

test.each([
  ['I adjusted C5 and T4.', 'done C5 T4'],
  ["I'm adjusting L5.", 'done L5'],
  ['T4 and T5 were adjusted.', 'done T4 T5'],
  ['C5 diversified.', 'done C5'],
  ['Adjusted L5, not L4.', 'done L5'],
  ['That was L5.', 'done L5'],
  ["I'm going to adjust C5.", 'announced C5'],
  ['We adjusted T4 last week.', 'announced T4'],
  ['She declined an adjustment of C1.', 'refused C1'],
  ['I did not adjust L4.', 'refused L4'],
  ['C5 is moving well.', 'nothing'],
  ['After the adjustment the neck is a one.', 'nothing'],
  ['Following that manipulation L5 feels better.', 'nothing'],
])('reads what is narrated of an adjustment: %s', (text, narrated) => {
  expect(read(text)).toBe(narrated);
});

test('takes a level that is called for done only while level after level is adjusted', () => {
  expect(read('C6, good.', true)).toBe('done C6');
  expect(read('C6, good.')).toBe('nothing');
});

test('hears that a joint gave way, and that it did not', () => {
  expect(heard('released', 'Good release there.')).toBe(true);
  expect(heard('released', 'No release, it went nowhere.')).toBe(false);
});
