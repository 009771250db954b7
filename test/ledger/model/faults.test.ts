import { describe, expect, test } from 'vitest';
import type { Operation } from '../protocol.ts';
import { anchor, cause, check, found, hour, noon, record, responseTo, revert, tell, unchecked } from '../story.ts';

/** Each kind of fault against the contract's table, with a case that is nearly one. */
const far = { geo: { lat: 59.91, lon: 10.75 }, location: 'Oslo', participants: ['ann'] };
const near = { geo: { lat: 41.9, lon: 12.5 }, participants: ['ann'] };
const open = { effects: { door: 'open' } };
const shut = { effects: { door: 'shut' } };
const needsOpen = { requires: { door: 'open' } };
const before = { time: noon - hour };
const much = { time: noon + 2 * hour };
const later = { time: noon + hour };
const warn = (time: number) => ({ changes: [{ action: 'warn', time }] });

describe('a check finds', () => {
  test.each<[finding: string, faulty: readonly Operation[], sound: readonly Operation[]]>([
    ['retrocausal_change e1', [record('a'), unchecked('a', warn(noon + 1))], [record('a'), unchecked('a', warn(noon))]],
    [
      'causal_loop a b c',
      [
        record('a', { causes: [cause('c')] }),
        record('b', { causes: [cause('a')] }),
        record('c', { causes: [cause('b')] }),
      ],
      [
        record('a', { causes: [cause('d')] }),
        record('b', { causes: [cause('a')] }),
        record('c', { causes: [cause('b')] }),
      ],
    ],
    ['causal_loop a', [record('a', { causes: [cause('a')] })], [record('a', { causes: [cause('b')] })]],
    [
      'effect_before_cause a b',
      [record('a'), record('b', { causes: [cause('a')] })],
      [record('a'), record('b', { time: noon + 1, causes: [cause('a')] })],
    ],
    [
      'grandfather e1',
      [record('a'), record('b', { ...later, causes: [cause('a')] }), unchecked('a', { causes: [cause('b')] })],
      [record('a', { causes: [cause('b')] }), record('b', { ...later, causes: [cause('a')] }), unchecked('a')],
    ],
    [
      'grandfather e1',
      [record('a', later), record('b', { ...open, causes: [cause('a')] }), unchecked('a', needsOpen)],
      [record('a', later), record('b', { ...open, causes: [cause('c')] }), unchecked('a', needsOpen)],
    ],
    [
      'grandfather e1',
      [
        record('a'),
        record('b', { ...open, causes: [cause('a')] }),
        record('c', { ...open, ...before }),
        unchecked('a', needsOpen),
      ],
      [record('a'), record('b', { ...open, causes: [cause('a')] }), record('c', open), unchecked('a', needsOpen)],
    ],
    [
      'grandfather e2',
      [
        record('a'),
        record('b', { ...later, causes: [cause('a')] }),
        unchecked('a', { causes: [cause('b')] }),
        unchecked('e1'),
      ],
      [record('a'), record('b', { ...later, causes: [cause('a')] }), unchecked('a', { causes: [] }), unchecked('e1')],
    ],
    [
      'grandfather e2',
      [record('a'), record('b', { ...open, causes: [cause('a')] }), unchecked('a', needsOpen), unchecked('e1')],
      [record('a', needsOpen), record('b', { ...open, causes: [cause('a')] }), unchecked('a'), unchecked('e1')],
    ],
    [
      'grandfather e2',
      [
        record('a'),
        record('b', { ...later, causes: [cause('a')] }),
        unchecked('a'),
        unchecked('e1', { causes: [cause('b')] }),
      ],
      [
        record('a'),
        record('b', { ...later, causes: [cause('c')] }),
        unchecked('a'),
        unchecked('e1', { causes: [cause('b')] }),
      ],
    ],
    [
      'grandfather e1',
      [
        record('a', later),
        record('b', { causes: [cause('a')] }),
        unchecked('a', { causes: [cause('b')] }),
        unchecked('e1'),
        revert('e2'),
      ],
      [
        record('a', later),
        record('b', { causes: [cause('e2')] }),
        unchecked('a', { causes: [cause('b')] }),
        unchecked('e1'),
        revert('e2'),
      ],
    ],
    [
      'unmet_requirement c',
      [record('a', open), record('b', { ...later, ...shut }), record('c', { ...later, requires: { door: 'open' } })],
      [record('a', shut), record('b', { ...later, ...open }), record('c', { ...later, requires: { door: 'open' } })],
    ],
    [
      'grandfather e1',
      [
        record('a', open),
        record('b', { ...later, ...needsOpen }),
        record('c', { ...much, causes: [cause('b')] }),
        unchecked('a', { effects: {}, causes: [cause('c')] }),
      ],
      [
        record('a', open),
        record('d', { ...open, time: noon - 1 }),
        record('b', { ...later, ...needsOpen }),
        record('c', { ...much, causes: [cause('b')] }),
        unchecked('a', { effects: {}, causes: [cause('c')] }),
      ],
    ],
    [
      'unmet_requirement b',
      [record('a', { ...open, requires: { lamp: 'lit' } }), record('b', { ...later, ...needsOpen })],
      [
        record('a', { ...open, requires: { lamp: 'lit' } }),
        record('c', { effects: { lamp: 'lit' } }),
        record('b', { ...later, ...needsOpen }),
      ],
    ],
    [
      'unmet_requirement a',
      [record('a', { ...open, requires: { door: 'open' } })],
      [record('a', { ...open, requires: { door: 'open' } }), record('b', open)],
    ],
    [
      'temporal_constraint a b',
      [record('a'), record('b', { ...later, causes: [cause('a', hour + 1)] })],
      [record('a'), record('b', { ...later, causes: [cause('a', hour, hour)] })],
    ],
    [
      'temporal_constraint a b',
      [record('a'), record('b', { ...later, causes: [cause('a', null, hour - 1)] })],
      [record('a'), record('b', { ...later, causes: [cause('a')] })],
    ],
    [
      'temporal_constraint c d',
      [record('d', { causes: [cause('c')] }), record('c', { ...later, causes: [cause('d', hour)] })],
      [record('d', { causes: [cause('c')] }), record('c', { ...later, causes: [cause('d')] })],
    ],
    [
      'bilocation a b',
      [record('a', near), record('b', { ...far, time: noon + 2 * hour })],
      [record('a', near), record('b', { ...far, time: noon + 3 * hour })],
    ],
    [
      'bilocation a b',
      [record('a', { ...near, end_time: noon + hour }), record('b', { ...far, time: noon + 3 * hour })],
      [
        record('a', { ...near, end_time: noon + hour }),
        record('b', { ...far, time: noon + 3 * hour, participants: ['bob'] }),
      ],
    ],
    [
      'bilocation a b',
      [record('a', { participants: ['ann'], end_time: noon + hour }), record('b', { ...far, time: noon + hour - 1 })],
      [record('a', { participants: ['ann'], end_time: noon + hour }), record('b', { ...far, ...later })],
    ],
    [
      'bilocation a b',
      [record('a', { participants: ['ann'], end_time: noon + hour }), record('b', far)],
      [record('a', { participants: ['ann'] }), record('b', { ...far, time: noon + 1 })],
    ],
    [
      'bilocation a b',
      [
        record('a', { participants: ['ann'], location: 'STRASSE' }),
        record('b', { participants: ['ann'], location: 'Gasse' }),
      ],
      [
        record('a', { participants: ['ann'], location: 'STRASSE' }),
        record('b', { participants: ['ann'], location: 'Straße ' }),
      ],
    ],
    [
      'bilocation a b',
      [record('a', near), record('b', { ...near, location: 'Ostia', geo: { lat: 41.91, lon: 12.5 } })],
      [
        record('a', near),
        record('b', { ...near, location: 'Ostia', geo: { lat: 41.9045, lon: 12.5 }, time: noon + 1 }),
      ],
    ],
    [
      'conflicting_outcomes a b',
      [record('a', open), record('b', shut)],
      [record('a', open), record('b', { ...shut, time: noon + 1 })],
    ],
    [
      'orphaned_effect a',
      [record('a', { causes: [cause('b')] })],
      [record('a', { ...later, causes: [cause('b')] }), record('b')],
    ],
    [
      'anchored_moment_changed e1',
      [record('a'), anchor(noon + 999), unchecked('a')],
      [record('a'), anchor(noon + 1000), unchecked('a')],
    ],
    [
      'anchored_moment_changed e1',
      [record('a', later), anchor(noon), unchecked('a', warn(noon))],
      [record('a', later), anchor(noon), record('b'), unchecked('a', warn(noon - 1))],
    ],
    [
      'duplicate_event b',
      [record('a', { description: 'rain' }), record('b', { description: 'rain', location: 'ROME' })],
      [record('a', { description: 'rain' }), record('b', { description: 'snow' })],
    ],
  ])('%s, and not where it is nearly so', (finding, faulty, sound) => {
    const kind = finding.split(' ')[0] ?? '';
    expect(found(...faulty, check())).toContain(finding);
    expect(found(...sound, check()).filter((each) => each.startsWith(kind))).toEqual([]);
  });

  test('a broken order only where delays that hold forbid it', () => {
    const effect = record('b', { ...later, causes: [cause('a', null, hour), cause('c')] });
    const temporal = (least: number) =>
      found(record('a'), effect, record('c', { ...much, causes: [cause('a', least)] }), check()).filter((each) =>
        each.startsWith('temporal'),
      );
    expect(temporal(hour)).toEqual([]);
    expect(temporal(2 * hour)).toEqual(['temporal_constraint c b']);
    expect(temporal(3 * hour)).toEqual(['temporal_constraint a c']);
  });

  test('how stable a timeline is', () => {
    const stabilities = [
      [record('a', { description: 'rain' }), record('b', { description: 'rain' })],
      [record('a', { causes: [cause('b')] })],
      [record('a', needsOpen)],
      [record('a', { causes: [cause('a')] })],
    ].map((operations) => responseTo(...operations, check()));
    expect(stabilities).toEqual(
      ['Stable', 'Strained', 'Unstable', 'Paradoxical'].map((timeline_stability) => ({
        status: 200,
        timeline_stability,
      })),
    );
  });

  test('a change at a locked anchor, which is an error', () => {
    const severities = [false, true].map((locked) =>
      tell(record('a'), anchor(noon, locked), unchecked('a'), check()).checked?.faults.map(({ severity }) => severity),
    );
    expect(severities).toEqual([['warning'], ['error']]);
  });
});
