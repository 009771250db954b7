import { describe, expect, test } from 'vitest';
import { openSnapshot } from '../paradox/testing/plain-snapshot.ts';
import { clock, record, versionsOf } from '../paradox/testing/story.ts';
import { answerPlanJob } from './plan-job.ts';
import { readPlan } from './read-plan.ts';

const minute = 60_000;
type Told = Parameters<typeof record>[1];

/** Two events a and b, and what reschedules a to a time: where b begins then, or what is in the way. */
async function moveA(a: Told, b: Told, time: string): Promise<string> {
  const snapshot = await openSnapshot(versionsOf(record('a', a), record('b', b)));
  const { seqs } = await readPlan(snapshot, []);
  const job = { type: 'reschedule', anchors: [], target: seqs[0] ?? -1, time: clock(time) } as const;
  const { moved, conflicts } = (await answerPlanJob(snapshot, job)).rescheduled;
  return [
    ...moved.map(({ event_id, to }) => `${event_id} ${to.slice(11, 16)}`),
    ...conflicts.map(({ event_id, reason, needed }) => `${event_id} ${reason} ${needed.slice(11, 16)}`),
  ].join(', ');
}

const following = (min_delay: number | null, from?: 'end', max_delay: number | null = null) => ({
  causes: [{ event_id: 'a', min_delay, max_delay, ...(from && { from }) }],
});
const lasting = { at: '08:00', until: '10:00' };

describe('an event that is rescheduled to where it stands', () => {
  test.each([
    ['pushes what begins before its end', lasting, { at: '09:00', ...following(0, 'end') }, 'b 10:00'],
    [
      'pushes what begins too soon after its end',
      lasting,
      { at: '10:00', ...following(30 * minute, 'end') },
      'b 10:30',
    ],
    ['pushes what begins too soon after its start', lasting, { at: '08:10', ...following(30 * minute) }, 'b 08:30'],
    ['pushes what begins before it', lasting, { at: '07:00', ...following(60 * minute) }, 'b 09:00'],
    ['leaves what keeps its delay', lasting, { at: '10:00', ...following(0, 'end') }, ''],
    ['leaves what begins later than it must', lasting, { at: '12:00', ...following(0, 'end') }, ''],
    ['leaves what it does not cause', lasting, { at: '09:00' }, ''],
    ['does not pull what begins too late', lasting, { at: '12:00', ...following(null, 'end', 0) }, ''],
    ['names what is fixed', lasting, { at: '09:00', fixed: true, ...following(0, 'end') }, 'b fixed 10:00'],
    [
      'pushes though it is fixed itself',
      { ...lasting, fixed: true },
      { at: '09:00', ...following(0, 'end') },
      'b 10:00',
    ],
  ])('%s', async (_, a, b, expected) => {
    expect(await moveA(a, b, '08:00')).toBe(expected);
  });

  test('is named as fixed, not as moved, where what follows it may not be as late as it must', async () => {
    const conflict = await moveA({ at: '08:00', fixed: true }, { at: '08:00', ...following(0, undefined, 0) }, '08:00');
    expect(conflict).toContain('a fixed 08:00');
  });
});

describe('a milestone that moves to 09:00', () => {
  test.each([
    ['pushes what waits for its end to its own instant', { at: '08:00', ...following(0, 'end') }, 'b 09:00'],
    ['leaves what begins at that instant', { at: '09:00', ...following(0, 'end') }, ''],
    ['leaves what begins later', { at: '09:30', ...following(0, 'end') }, ''],
    ['keeps a longer delay', { at: '09:00', ...following(5 * minute, 'end') }, 'b 09:05'],
  ])('%s', async (_, b, expected) => {
    const [, ...others] = (await moveA({ at: '08:00' }, b, '09:00')).split(', ');
    expect(others.join(', ')).toBe(expected);
  });

  test('has no negative slack where its successor begins with it', async () => {
    const story = versionsOf(record('a', { at: '08:00' }), record('b', { ...lasting, ...following(0, 'end') }));
    const path = await answerPlanJob(await openSnapshot(story), { type: 'critical-path', anchors: [] });
    expect(path.slack.map(({ slack }) => slack)).toEqual(['0m', '0m']);
  });
});
