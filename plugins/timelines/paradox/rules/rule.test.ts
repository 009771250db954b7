import { formatInstant } from 'chronoscribe/kinds/clock';
import { describe, expect, it } from 'vitest';
import { findingsIn } from '../testing/rule-cases.ts';
import { clock, manipulate, numberAt, record } from '../testing/story.ts';

describe('the severity of a finding', () => {
  it('is that of its kind', async () => {
    const [orphan] = await findingsIn({ story: [record('fire', { causes: ['match'] })] }, 'orphaned_effect');
    expect(orphan?.severity).toBe('warning');
  });

  it('is an error if the anchor is locked', async () => {
    const story = [record('duel'), manipulate('duel', 'peace')];
    const anchor = { anchor_id: 'anc_noon', timestamp: clock('12:00'), description: 'High noon' };
    const severitiesWhere = async (locked: boolean) =>
      (await findingsIn({ story, anchors: [{ ...anchor, locked }] }, 'anchored_moment_changed')).map(
        ({ severity }) => severity,
      );
    expect(await severitiesWhere(false)).toEqual(['warning']);
    expect(await severitiesWhere(true)).toEqual(['error']);
  });
});

it('a finding names the event of its witness that was recorded last, and who recorded it', async () => {
  const [finding] = await findingsIn({ story: [record('a', { causes: ['b'] }), record('b')] }, 'effect_before_cause');
  expect(finding?.introduced_by).toEqual({
    event_id: 'b',
    timeline_id: 'primary',
    recorded_at: formatInstant(clock('23:00') + numberAt(1)),
    request_id: `request-${numberAt(1)}`,
  });
});
