import { expect, test } from 'vitest';
import { type CheckResult, checkTimeline } from './full-check.ts';
import { stabilityOf } from './stability.ts';
import { openSnapshot } from './testing/plain-snapshot.ts';
import { type Act, clock, manipulate, record, versionsOf } from './testing/story.ts';

const anchor = { anchor_id: 'anc_1', timestamp: clock('09:00'), description: 'then', locked: false };
const check = async (story: readonly Act[], locked = false): Promise<CheckResult> =>
  checkTimeline(await openSnapshot(versionsOf(...story)), { anchors: [{ ...anchor, locked }], maxSpeedKmh: 1000 });

const calm = [record('dawn', { at: '06:00' })];
const doubled = [...calm, record('again', { at: '06:00', description: 'dawn' })];
const changed = [...doubled, record('duel', { at: '09:00' }), manipulate('duel', 'peace')];
const unmet = [...changed, record('escape', { requires: { door: 'open' } })];
const loop = [...unmet, record('hen', { causes: ['egg'] }), record('egg', { causes: ['hen'] })];
const murder = [
  record('grandfather', { at: '08:00' }),
  record('father', { at: '07:00', causes: ['grandfather'] }),
  manipulate('grandfather', 'murder', { causes: ['father'] }),
];

test.each([
  ['nothing is wrong', 'Stable', () => check(calm)],
  ['there is no more than information', 'Stable', () => check(doubled)],
  ['there are warnings', 'Strained', () => check(changed)],
  ['a warning is an error, at a locked anchor', 'Unstable', () => check(changed, true)],
  ['there are errors', 'Unstable', () => check(unmet)],
  ['events cause each other', 'Paradoxical', () => check(loop)],
  ['a manipulation undoes what it needs', 'Paradoxical', () => check(murder)],
  ['the check stopped', 'Unknown', async () => ({ ...(await check(unmet)), stopped: true })],
  ['the check stopped and had found a loop', 'Paradoxical', async () => ({ ...(await check(loop)), stopped: true })],
])('where %s, the timeline is %s', async (_, stability, result) => {
  expect(stabilityOf(await result())).toBe(stability);
});
