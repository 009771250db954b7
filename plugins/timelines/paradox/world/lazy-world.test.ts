import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anySettings, anyTurn } from '../testing/any-story.ts';
import { plainJournal } from '../testing/plain-journal.ts';
import { plainWorld } from '../testing/plain-world.ts';
import { answersTo, surroundingsQuestions } from '../testing/questions.ts';
import { clock, manipulate, record, versionsOf } from '../testing/story.ts';
import { resolve } from './batch-loader.ts';
import { createEventReads } from './event-reads.ts';
import { withHypotheticalChange } from './hypothetical-change.ts';
import { createLazyWorld } from './lazy-world.ts';

const view = { account: 'clinic', lineage: [] };
const settings = { anchors: [], maxSpeedKmh: 1000 };
describe('the world that a journal is read for', () => {
  it('answers everything as one that holds all events', async () => {
    const same = fc.asyncProperty(anyTurn, anySettings, async ({ after }, options) => {
      const world = createLazyWorld(createEventReads(plainJournal(after), view), options);
      expect(await answersTo(surroundingsQuestions(world))).toEqual(
        await answersTo(surroundingsQuestions(plainWorld(after, options))),
      );
    });
    await fc.assert(same, { numRuns: 100 });
  });

  it('answers everything, with a change that is only tried, as one in which it was made', async () => {
    const same = fc.asyncProperty(anyTurn, anySettings, async ({ before, after, change }, options) => {
      const world = createLazyWorld(withHypotheticalChange(createEventReads(plainJournal(before), view), change), options);
      expect(await answersTo(surroundingsQuestions(world))).toEqual(
        await answersTo(surroundingsQuestions(plainWorld(after, options))),
      );
    });
    await fc.assert(same, { numRuns: 200 });
  });

  it('reads no more events for a chain than lie between its ends', async () => {
    const story = ['a', 'b', 'c', 'd', 'e'].map((id, at, all) =>
      record(id, { at: `0${at + 1}:00`, causes: all.slice(Math.max(0, at - 1), at) }),
    );
    const asked: string[] = [];
    const reads = createEventReads(plainJournal(versionsOf(...story)), view);
    const current = (eventIds: readonly string[]) => {
      asked.push(...eventIds);
      return reads.current(eventIds);
    };
    const world = createLazyWorld({ ...reads, current }, settings);
    expect(await resolve(() => world.causalChain(['c'], 'e'))).toEqual(['c', 'd', 'e']);
    expect(await resolve(() => world.causalChain(['d'], 'c'))).toBeUndefined();
    expect(asked).toEqual(['e', 'd', 'c']);
  });
});

describe('a change that is only tried', () => {
  const told = versionsOf(
    record('a', { at: '09:00' }),
    record('b', { at: '10:00', causes: ['a', 'late'] }),
    record('late', { at: '11:00', causes: ['early'] }),
    record('early', { at: '08:00', causes: ['late'] }),
    manipulate('a', 'a2', { causes: ['b'] }),
    record('c', { at: '12:00', causes: ['b'] }),
  );
  const isBackwardAfter = (known: readonly string[], ...added: readonly string[]) => {
    const pick = (names: readonly string[]) => names.flatMap((id) => told.filter(({ event_id }) => event_id === id));
    const change = { removed: [], added: pick(added) };
    return withHypotheticalChange(createEventReads(plainJournal(pick(known)), view), change).hasBackwardCause();
  };

  it('goes against time where what it adds has a cause that is not earlier', async () => {
    expect(await isBackwardAfter(['late'], 'b')).toBe(true);
    expect(await isBackwardAfter(['b'], 'c')).toBe(false);
  });

  it('goes against time where what it adds is such a cause', async () => {
    expect(await isBackwardAfter(['early'], 'late')).toBe(true);
    expect(await isBackwardAfter(['b'], 'a')).toBe(false);
  });

  it('goes against time where what it adds does so in itself, or where what was there did', async () => {
    expect(await isBackwardAfter([], 'late', 'early')).toBe(true);
    expect(await isBackwardAfter(['late', 'early'], 'a')).toBe(true);
  });

  it('leaves as many as are asked for at a place, though some are gone', async () => {
    const atInn = versionsOf(record('one', { at: '09:00' }), record('two', { at: '09:30' }), record('three', { at: '10:00' }));
    const reads = withHypotheticalChange(createEventReads(plainJournal(atInn), view), { removed: atInn.slice(0, 1), added: [] });
    const range = { from: clock('08:00'), to: clock('12:00') };
    expect(await reads.overlapping({ place: 'berlin', ...range, limit: 2 })).toEqual(atInn.slice(1));
  });
});
