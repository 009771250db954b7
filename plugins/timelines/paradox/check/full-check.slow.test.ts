import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Finding } from '../../ledger/safety-check.ts';
import { rules } from '../rules/rules.ts';
import { anySettings, anyStory } from '../testing/any-story.ts';
import { openSnapshot } from '../testing/plain-snapshot.ts';
import { clock, manipulate, record, revert, type StoryStep, versionsOf } from '../testing/story.ts';
import { allViolations } from '../testing/violations.ts';
import { wideSnapshot } from '../testing/wide-snapshot.ts';
import { type CheckOptions, type CheckResult, checkTimeline, stabilityOf } from './full-check.ts';

const settings = { anchors: [], maxSpeedKmh: 1000 };

async function check(story: readonly StoryStep[], options: CheckOptions = settings) {
  return checkTimeline(await openSnapshot(versionsOf(...story)), options);
}

const inShort = ({ kind, severity, event_ids, witness }: Finding) =>
  [kind, severity, witness.length, ...event_ids].join(' ');

/** Where several ways are equally short, any of them will do. */
const hasWay = ({ kind }: Finding) => ['causal_loop', 'grandfather', 'temporal_constraint'].includes(kind);
const essence = (finding: Finding) => inShort(hasWay(finding) ? { ...finding, event_ids: [] } : finding);

describe('a full check', () => {
  it('finds what the rules find at every event of a timeline', async () => {
    const same = fc.asyncProperty(anyStory, anySettings, async (story, options) => {
      const { findings, counts, stopped } = await check(story, options);
      const expected = await allViolations(versionsOf(...story), options, rules);
      expect(findings.map(essence).sort()).toEqual(expected.map(({ finding }) => essence(finding)).sort());
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(expected.length);
      expect(stopped).toBe(false);
    });
    await fc.assert(same, { numRuns: 1500 });
  });

  it('finds nothing on an empty timeline', async () => {
    expect(await check([])).toMatchObject({ findings: [], stopped: false });
  });

  it('ignores superseded versions', async () => {
    const story = [
      record('fire', { at: '09:00' }),
      record('smoke', { at: '08:00', causes: ['fire'], requires: { wind: 'east' }, participants: ['Ada'] }),
      record('swim', { at: '08:00', location: 'Rome', participants: ['Ada'] }),
      manipulate('smoke', 'fog', { causes: [], requires: {}, participants: [] }),
    ];
    expect((await check(story)).findings).toEqual([]);
    expect((await check([...story, revert('fog')])).findings.map(({ kind }) => kind)).toEqual([
      'effect_before_cause',
      'unmet_requirement',
      'bilocation',
    ]);
  });

  it('lists errors before warnings, and each by time', async () => {
    const story = [
      record('orphan', { at: '06:00', causes: ['nobody'] }),
      record('second', { at: '07:00', description: 'Bang' }),
      record('third', { at: '07:00', description: 'Bang' }),
      record('late', { at: '12:00' }),
      record('early', { at: '11:00', causes: ['late'] }),
      record('locked', { at: '10:00', requires: { key: 1 } }),
    ];
    const { findings, counts } = await check(story);
    expect(findings.map(inShort)).toEqual([
      'unmet_requirement error 1 locked',
      'effect_before_cause error 1 late early',
      'orphaned_effect warning 1 orphan nobody',
      'duplicate_event info 1 second third',
    ]);
    expect(counts).toMatchObject({ effect_before_cause: 1, orphaned_effect: 1, duplicate_event: 1, bilocation: 0 });
  });

  it('lists a thousand findings and counts all of them', async () => {
    const orphans = wideSnapshot(2500, (event) => ({ causes: event === 1234 ? [2000] : [-1] }));
    const { findings, counts, stopped } = await checkTimeline(orphans, settings);
    expect(findings).toHaveLength(1000);
    expect(findings[0]?.kind).toBe('effect_before_cause');
    expect(counts).toMatchObject({ orphaned_effect: 2499, effect_before_cause: 1 });
    expect(stopped).toBe(false);
  });

  it('reports every step of a loop of a hundred thousand causes', async () => {
    const size = 100_000;
    const ring = wideSnapshot(size, (event) => ({ causes: [(event + size - 1) % size] }));
    const { findings, counts, stopped } = await checkTimeline(ring, settings);
    expect(counts).toMatchObject({ causal_loop: 1, effect_before_cause: 1 });
    expect(stopped).toBe(false);
    const witness = findings.find(({ kind }) => kind === 'causal_loop')?.witness ?? [];
    expect(witness).toHaveLength(size);
    expect(witness.slice(0, 2).map(({ from, to }) => `${from} ${to}`)).toEqual(['e0 e1', 'e1 e2']);
    expect(witness.at(-1)).toMatchObject({ from: 'e99999', to: 'e0' });
  });

  it('reports that it stopped if there are too many candidates', async () => {
    const { counts, stopped } = await checkTimeline(
      wideSnapshot(100_001, () => ({ causes: [-1] })),
      settings,
    );
    expect(counts.orphaned_effect).toBe(100_000);
    expect(stopped).toBe(true);
  });

  it('reports that it stopped if its time is over', async () => {
    const story = [record('a', { causes: ['b'] })];
    expect(await check(story, { ...settings, milliseconds: 0 })).toMatchObject({ findings: [], stopped: true });

    const crowd = wideSnapshot(30_000, (event) => ({ causes: [], time: 0, effects: { key: event } }));
    expect(await checkTimeline(crowd, { ...settings, milliseconds: 500 })).toMatchObject({ stopped: true });
  });

  it('finds a changed anchored moment', async () => {
    const anchors = [{ anchor_id: 'anc_1', timestamp: clock('09:00'), description: 'then', locked: true }];
    const story = [record('duel', { at: '09:00' }), manipulate('duel', 'peace')];
    expect((await check(story, { ...settings, anchors })).findings.map(inShort)).toEqual([
      'anchored_moment_changed error 1 peace',
    ]);
  });
});

const anchor = { anchor_id: 'anc_1', timestamp: clock('09:00'), description: 'then', locked: false };
const stabilityCheck = async (story: readonly StoryStep[], locked = false): Promise<CheckResult> =>
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
  ['nothing is wrong', 'Stable', () => stabilityCheck(calm)],
  ['there is no more than information', 'Stable', () => stabilityCheck(doubled)],
  ['there are warnings', 'Strained', () => stabilityCheck(changed)],
  ['a warning is an error, at a locked anchor', 'Unstable', () => stabilityCheck(changed, true)],
  ['there are errors', 'Unstable', () => stabilityCheck(unmet)],
  ['events cause each other', 'Paradoxical', () => stabilityCheck(loop)],
  ['a manipulation undoes what it needs', 'Paradoxical', () => stabilityCheck(murder)],
  ['the check stopped', 'Unknown', async () => ({ ...(await stabilityCheck(unmet)), stopped: true })],
  [
    'the check stopped and had found a loop',
    'Paradoxical',
    async () => ({ ...(await stabilityCheck(loop)), stopped: true }),
  ],
])('where %s, the timeline is %s', async (_, stability, result) => {
  expect(stabilityOf(await result())).toBe(stability);
});
