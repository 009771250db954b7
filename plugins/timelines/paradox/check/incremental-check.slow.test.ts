import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Violation } from '../rules/rule.ts';
import { rules } from '../rules/rules.ts';
import { anyChange, anySettings, type StoryChange, storyChange } from '../testing/any-story.ts';
import { plainJournal, view } from '../testing/plain-journal.ts';
import { clock, manipulate, record, type StoryStep } from '../testing/story.ts';
import { allViolations } from '../testing/violations.ts';
import { createEventReads } from '../world/event-reads.ts';
import { withHypotheticalChange } from '../world/hypothetical-change.ts';
import { createLazyWorld } from '../world/lazy-world.ts';
import type { WorldSettings } from '../world/world.ts';
import { findNewViolations } from './incremental-check.ts';

/** What is found after the turn and was not before it. */
async function difference({ before, after }: StoryChange, settings: WorldSettings): Promise<readonly Violation[]> {
  const known = new Set((await allViolations(before, settings, rules)).flatMap((fault) => fault.identities()));
  const found = await allViolations(after, settings, rules);
  return found.filter((fault) => fault.identities().some((identity) => !known.has(identity)));
}

/** What an incremental check finds, reading from a journal that holds only what was before. */
function faultsOfTrying({ before, change }: StoryChange, settings: WorldSettings): Promise<readonly Violation[]> {
  const reads = createEventReads(plainJournal(before), view);
  return findNewViolations(
    createLazyWorld(reads, settings),
    createLazyWorld(withHypotheticalChange(reads, change), settings),
    change,
  );
}

const identitiesOf = (faults: readonly Violation[]) => faults.map((fault) => fault.identities().join(' ')).sort();

/** A contradiction that is only in the order of causes, which may close far from a change. */
const isFar = (identity: string) => identity.startsWith('temporal_constraint|["order"');

describe('for any change of any timeline', () => {
  it('the new violations are those of a full check after it and not before it', async () => {
    const kinds = new Set<string>();
    const same = fc.asyncProperty(anyChange, anySettings, async (turn, settings) => {
      const all = await difference(turn, settings);
      const found = await faultsOfTrying(turn, settings);
      const expected = identitiesOf(all);
      const actual = identitiesOf(found);
      expect(actual.filter((identity) => !isFar(identity))).toEqual(expected.filter((identity) => !isFar(identity)));
      expect(expected).toEqual(expect.arrayContaining(actual));
      for (const { finding } of found) kinds.add(finding.kind);
    });
    await fc.assert(same, { numRuns: 3000 });
    expect([...kinds].sort()).toEqual(rules.map(({ kind }) => kind).sort());
  });
});

describe('a new violation', () => {
  const settings = { anchors: [], maxSpeedKmh: 1000 };
  const newAfter = async (then: readonly StoryStep[], ...acts: readonly StoryStep[]) => {
    const faults = await faultsOfTrying(storyChange(then, ...acts), settings);
    return faults.map(({ finding: { kind, event_ids } }) => `${kind}: ${event_ids.join(' ')}`);
  };

  it('is not one that an event had before and its new version inherits', async () => {
    const smoke = [
      record('fire', { at: '10:00' }),
      record('smoke', { at: '09:00', causes: ['fire', 'nobody'], requires: { wind: 'east' }, participants: ['Ada'] }),
      record('swim', { at: '09:00', location: 'Rome', participants: ['Ada'] }),
    ];
    expect(await newAfter(smoke, manipulate('smoke', 'fog'))).toEqual([]);
  });

  it('is each one that the new version causes itself', async () => {
    const day = [record('dawn', { at: '06:00' }), record('noon', { at: '12:00' })];
    const late = { causes: ['noon'], requires: { sun: 'up' }, changes: [{ action: 'wait', time: clock('07:00') }] };
    expect(await newAfter(day, manipulate('dawn', 'dusk', late))).toEqual([
      'retrocausal_change: dusk',
      'effect_before_cause: noon dusk',
      'unmet_requirement: dusk',
    ]);
  });

  it('is that effects of the superseded event lost a cause or a required value', async () => {
    const fire = [
      record('match', { at: '09:00', effects: { lit: true } }),
      record('fire', { at: '10:00', causes: ['match'] }),
      record('soup', { at: '11:00', requires: { lit: true } }),
    ];
    expect(await newAfter(fire, manipulate('match', 'rain', { effects: {} }))).toEqual([
      'unmet_requirement: soup',
      'orphaned_effect: fire match',
    ]);
  });

  it('is a loop that an event closes or joins', async () => {
    const pair = [
      record('hen', { at: '09:00', causes: ['egg', 'chick'] }),
      record('egg', { at: '10:00', causes: ['hen'] }),
    ];
    const loops = (findings: readonly string[]) => findings.filter((finding) => finding.startsWith('causal_loop'));
    expect(loops(await newAfter(pair.slice(0, 1), pair[1] ?? expect.fail()))).toEqual(['causal_loop: hen egg']);
    expect(loops(await newAfter(pair, record('chick', { at: '11:00', causes: ['egg'] })))).toEqual([
      'causal_loop: hen egg',
    ]);
    expect(loops(await newAfter(pair, record('chick', { at: '11:00' })))).toEqual([]);
  });

  it('is not a loop that existed with other versions of its events, unless it grew', async () => {
    const pair = [
      record('hen', { at: '09:00', causes: ['egg', 'omelette', 'chick'] }),
      record('egg', { at: '10:00', causes: ['hen'] }),
    ];
    const omelette = manipulate('egg', 'omelette');
    const chick = record('chick', { at: '11:00', causes: ['omelette'] });
    expect(await newAfter(pair, omelette)).toEqual(['orphaned_effect: hen egg']);
    expect(await newAfter(pair, omelette, chick)).toContain('causal_loop: hen omelette');
  });

  it('is a grandfather paradox that a newly recorded link completes', async () => {
    const killing = [
      record('grandfather', { at: '09:00' }),
      record('traveller', { at: '07:00', causes: ['father'], effects: { gun: 'loaded' } }),
      manipulate('grandfather', 'murder', { causes: ['traveller'], requires: { gun: 'loaded' } }),
    ];
    expect(await newAfter(killing, record('father', { at: '06:00', causes: ['grandfather'] }))).toEqual([
      'grandfather: murder grandfather father traveller',
      'grandfather: murder grandfather father traveller',
      'orphaned_effect: father grandfather',
    ]);
    const robbing = [...killing.slice(0, 2), manipulate('grandfather', 'robbery', { requires: { gun: 'loaded' } })];
    expect(await newAfter(robbing, record('father', { at: '06:00', causes: ['grandfather'] }))).toEqual([
      'grandfather: robbery grandfather father traveller',
      'orphaned_effect: father grandfather',
    ]);
  });
});
