import { primary } from 'chronoscribe/kinds/ledger';
import { describe, expect, test } from 'vitest';
import { currentVersions, findTimeline } from './model/state.ts';
import { perform } from './model.ts';
import {
  branch,
  cause,
  compare,
  drop,
  found,
  history,
  hour,
  idsIn,
  manipulate,
  merge,
  noon,
  record,
  refusalOf,
  responseTo,
  revert,
  search,
  settle,
  shown,
  tell,
  unchecked,
} from './story.ts';

/** The model against the sentences of the contract: it must be right, because services are compared with it. */
describe('a search', () => {
  test('matches the location without case and outer spaces, and the inclusive range, in order', () => {
    const events = [
      record('last', { time: noon + hour }),
      record('before', { time: noon - 1 }),
      record('second', { location: 'rOME' }),
      record('elsewhere', { location: 'Romeo' }),
      record('third', { location: ' Rome' }),
    ];
    expect(idsIn(responseTo(...events, search({ location: 'ROME ' })))).toEqual(['second', 'third', 'last']);
  });

  test('tells what the timeline held at an earlier moment', () => {
    const events = [record('a'), record('b'), manipulate('a')];
    const held = [0, 1, 2, 3].map((asOf) => idsIn(responseTo(...events, search({ asOf }))));
    expect(held).toEqual([[], ['a'], ['a', 'b'], ['b', 'e1']]);
  });
});

describe('a manipulated event', () => {
  test('is shown instead of the original, inherits what it leaves out, and has times in whole seconds', () => {
    const response = responseTo(
      record('a', { time: noon + 999, participants: ['ann'] }),
      manipulate('a', { effects: { door: 'open' } }),
    );
    expect(response).toEqual({ status: 200, new_event_id: 'e1', description: 'other', time: '2024-05-01T12:00:00Z' });
    const original = { participants: ['ann'], end_time: noon + hour, effects: { lamp: 'lit' } };
    const { ledger } = tell(record('a', original), manipulate('a', { effects: { door: 'open' } }));
    const { statements } = findTimeline(ledger, primary);
    const effects = { door: 'open' };
    expect(currentVersions(statements)).toEqual([
      expect.objectContaining({ ...original, event_id: 'e1', time: noon, location: 'Rome', effects }),
    ]);
  });

  test('leaves an id that is superseded by what is shown now', () => {
    const chain = [record('a'), manipulate('a'), manipulate('e1')];
    expect(responseTo(...chain, manipulate('a'))).toEqual({
      status: 409,
      code: 'event-superseded',
      superseded_by: 'e2',
    });
    expect(refusalOf(manipulate('a'))).toBe('event-not-found');
  });

  test('is reverted to its direct predecessor, which keeps its id and its place', () => {
    const chain = [record('a'), record('b'), manipulate('a'), manipulate('e1')];
    expect(responseTo(...chain, revert('e2'))).toEqual({ status: 200, original_event_id: 'e1' });
    expect(shown(tell(...chain, revert('e2'), revert('e1')).ledger)).toEqual(['a', 'b']);
  });

  test.each([
    ['event-not-manipulated', [record('a'), revert('a')]],
    ['event-already-reverted', [record('a'), manipulate('a'), revert('e1'), revert('e1')]],
    ['event-has-successor', [record('a'), manipulate('a'), manipulate('e1'), revert('e1')]],
    [
      'event-has-successor',
      [record('a'), branch(), manipulate('a', {}, 't1'), merge('t1'), revert('e1', 't1'), merge('t1'), revert('e1')],
    ],
    ['event-not-found', [branch(), record('a'), manipulate('a'), revert('e1', 't1')]],
  ])('is not reverted where that is %s', (code, operations) => {
    expect(refusalOf(...operations)).toBe(code);
  });
});

describe('a branch', () => {
  test('shows its base as it was at its creation, and keeps its changes to itself', () => {
    const { ledger } = tell(record('a'), branch(), record('b'), record('c', {}, 't1'), manipulate('a', {}, 't1'));
    expect([shown(ledger), shown(ledger, 't1')]).toEqual([
      ['a', 'b'],
      ['c', 'e1'],
    ]);
    expect(perform(ledger, compare(primary, 't1')).response).toEqual({
      status: 200,
      added: ['c'],
      removed: ['b'],
      changed: ['a → e1'],
    });
  });

  test('is where an event that was made there alone is manipulated and reverted, if no timeline is named', () => {
    const made = [branch(), record('a', {}, 't1'), manipulate('a')];
    expect(shown(tell(...made).ledger, 't1')).toEqual(['e1']);
    expect(shown(tell(...made, revert('e1')).ledger, 't1')).toEqual(['a']);
    expect(shown(tell(...made, merge('t1'), manipulate('e1')).ledger)).toEqual(['e2']);
    const reverted = [branch('t1'), manipulate('e1', {}, 't2'), revert('e2', 't2')];
    expect(shown(tell(...made, ...reverted, manipulate('e1')).ledger, 't1')).toEqual(['e3']);
  });

  test('is deleted only without branches of its own, and sets the ids free that were made nowhere else', () => {
    const nested = [branch(), branch('t1')];
    expect(refusalOf(...nested, drop('t1'))).toBe('timeline-has-branches');
    expect(refusalOf(...nested, drop('t2'), drop('t1'))).toBeUndefined();
    expect(refusalOf(drop(primary))).toBe('timeline-is-primary');
    const made = [branch(), record('a', {}, 't1')];
    expect(refusalOf(...made, record('a'))).toBe('event-exists');
    expect(refusalOf(...made, drop('t1'), record('a'))).toBeUndefined();
    expect(refusalOf(...made, merge('t1'), drop('t1'), record('a'))).toBe('event-exists');
  });
});

describe('merging', () => {
  test('takes over what changed on the branch, and what was taken over is reverted in the base alone', () => {
    const made = [record('a'), branch(), manipulate('a', {}, 't1'), record('b', {}, 't1'), merge('t1')];
    expect(shown(tell(...made).ledger)).toEqual(['e1', 'b']);
    const { ledger } = tell(...made, revert('e1', primary));
    expect([shown(ledger), shown(ledger, 't1')]).toEqual([
      ['a', 'b'],
      ['e1', 'b'],
    ]);
    expect(refusalOf(...made, revert('b', primary))).toBe('event-not-manipulated');
  });

  test('is refused where both have changed an event, and does nothing then', () => {
    const both = [record('a'), branch(), record('b', {}, 't1'), manipulate('a'), manipulate('e1', {}, primary)];
    expect(refusalOf(...both, merge('t1'))).toBeUndefined();
    const other = manipulate('a', { description: 'third' }, 't1');
    const { ledger, response } = tell(...both, other, merge('t1'));
    expect(response).toEqual({ status: 409, code: 'merge-conflict', conflicts: 1 });
    expect(shown(ledger)).toEqual(['e2']);
  });

  test('compares with what the branch showed at the last merge', () => {
    const merged = [record('a'), branch(), manipulate('a', {}, 't1'), merge('t1')];
    expect(shown(tell(...merged, manipulate('e1', {}, 't1'), merge('t1')).ledger)).toEqual(['e2']);
    expect(shown(tell(...merged, revert('e1', 't1'), merge('t1')).ledger)).toEqual(['a']);
    expect(shown(tell(...merged, revert('e1', primary), merge('t1')).ledger)).toEqual(['e1']);
  });

  test('takes whose version it is told, and no conflict from equal changes', () => {
    const alike = [record('a'), branch(), manipulate('a'), manipulate('a', {}, 't1')];
    expect(shown(tell(...alike, merge('t1')).ledger)).toEqual(['e1']);
    const differing = [...alike, manipulate('e2', { description: 'third' }, 't1')];
    expect(shown(tell(...differing, settle('t1', { e1: 'timeline' })).ledger)).toEqual(['e3']);
    expect(shown(tell(...differing, settle('t1', { a: 'base' })).ledger)).toEqual(['e1']);
    expect(refusalOf(...differing, settle('t1', { b: 'base' }))).toBe('invalid-request');
  });

  test('does nothing where both sides have become the same', () => {
    const alike = [record('a'), manipulate('a'), branch(), revert('e1', 't1'), revert('e1', primary), merge('t1')];
    expect(refusalOf(...alike)).toBeUndefined();
    expect(responseTo(...alike, history('a'))).toMatchObject({ versions: { length: 4 } });
  });

  test('is refused where it brings an error', () => {
    const circle = [record('a', { causes: [cause('b')] }), branch(), record('b', { causes: [cause('a')] }, 't1')];
    expect(refusalOf(...circle, merge('t1'))).toBe('paradox-detected');
    expect(shown(tell(...circle, merge('t1', false)).ledger)).toEqual(['a', 'b']);
  });
});

describe('the history of an event', () => {
  test('has each of its versions, with how, where and by which request it came', () => {
    const response = responseTo(record('a'), manipulate('a'), branch(), revert('e1', 't1'), history('e1'));
    const versions = [
      { event_id: 'a', timeline_id: primary, operation: 'record', request_id: 'operation-1' },
      { event_id: 'e1', timeline_id: primary, operation: 'manipulate', request_id: 'operation-2' },
      { event_id: 'a', timeline_id: 't1', operation: 'revert', request_id: 'operation-4' },
    ];
    expect(response).toEqual({ status: 200, versions });
  });

  test('forgets what was on a timeline that is deleted', () => {
    const merged = [branch(), record('a', {}, 't1'), manipulate('a', {}, 't1'), merge('t1')];
    expect(responseTo(...merged, history('a'))).toMatchObject({
      versions: [{ event_id: 'a' }, { event_id: 'e1' }, { operation: 'merge' }],
    });
    expect(responseTo(...merged, drop('t1'), history('e1'))).toMatchObject({
      versions: [{ event_id: 'e1', operation: 'merge' }],
    });
    expect(refusalOf(...merged, drop('t1'), history('a'))).toBe('event-not-found');
  });
});

describe('a safety check', () => {
  const late = { changes: [{ action: 'warn', time: noon + 1 }] };

  test('refuses a change that brings an error, and writes nothing', () => {
    const { ledger, response } = tell(record('a'), manipulate('a', late));
    expect(response).toEqual({ status: 409, code: 'paradox-detected' });
    expect(shown(ledger)).toEqual(['a']);
    expect(refusalOf(record('a'), unchecked('a', late))).toBeUndefined();
    expect(refusalOf(record('a'), unchecked('a', late), manipulate('e1', late))).toBe('paradox-detected');
  });

  test('is not stopped by faults that were there before, and tells warnings that are new', () => {
    const faulty = [
      record('a', { requires: { door: 'open' }, causes: [cause('nobody')] }),
      record('b', { time: noon + hour, causes: [cause('a')] }),
    ];
    expect(found(...faulty, manipulate('a'))).toEqual(['orphaned_effect b']);
    expect(refusalOf(...faulty, manipulate('a', { requires: { door: 'open', lamp: 'lit' } }))).toBe('paradox-detected');
  });
});
