import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyChange, anySettings } from '../testing/any-story.ts';
import { plainJournal, view, worldOf } from '../testing/plain-journal.ts';
import { lazyWorldQueries, resultsOf } from '../testing/queries.ts';
import { clock, manipulate, record, versionsOf } from '../testing/story.ts';
import { resolve } from './batch-loader.ts';
import { createEventReads } from './event-reads.ts';
import { withHypotheticalChange } from './hypothetical-change.ts';
import { createLazyWorld } from './lazy-world.ts';

const settings = { anchors: [], maxSpeedKmh: 1000 };
describe('a lazy world', () => {
  it('returns the same for a hypothetical change as for a real one', async () => {
    const same = fc.asyncProperty(anyChange, anySettings, async ({ before, after, change }, options) => {
      const world = createLazyWorld(
        withHypotheticalChange(createEventReads(plainJournal(before), view), change),
        options,
      );
      expect(await resultsOf(lazyWorldQueries(world))).toEqual(
        await resultsOf(lazyWorldQueries(worldOf(after, options))),
      );
    });
    await fc.assert(same, { numRuns: 200 });
  });

  it('does not look for manipulations where very many events were changed', async () => {
    const moved = (id: string) => [record(id, { at: '09:00' }), manipulate(id, `${id} later`, { at: '10:00' })];
    const manipulationsAmong = (count: number) => {
      const story = Array.from({ length: count }, (_, at) => moved(`event ${at}`)).flat();
      const world = createLazyWorld(createEventReads(plainJournal(versionsOf(...story)), view), settings);
      return resolve(() => world.manipulations()?.length);
    };
    expect(await manipulationsAmong(1_000)).toBe(1_000);
    expect(await manipulationsAmong(1_001)).toBeUndefined();
  });

  it('reads only the events between the ends of a causal chain', async () => {
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
    const chain = async (from: string, to: string) => {
      const versions = (await reads.versions([from])).slice(0, 1);
      const links = await resolve(() => world.dependence({ by: 'other', versions }, to));
      return links?.map(({ event_id }) => event_id);
    };
    expect(await chain('c', 'e')).toEqual(['c', 'd', 'e']);
    expect(await chain('d', 'c')).toBeUndefined();
    expect(asked).toEqual(['e', 'd', 'c']);
  });
});

describe('a hypothetical change', () => {
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

  it('has a backward cause if an added event has a cause that is not earlier', async () => {
    expect(await isBackwardAfter(['late'], 'b')).toBe(true);
    expect(await isBackwardAfter(['b'], 'c')).toBe(false);
  });

  it('has a backward cause if an added event is such a cause', async () => {
    expect(await isBackwardAfter(['early'], 'late')).toBe(true);
    expect(await isBackwardAfter(['b'], 'a')).toBe(false);
  });

  it('has a backward cause among the added events, or from before', async () => {
    expect(await isBackwardAfter([], 'late', 'early')).toBe(true);
    expect(await isBackwardAfter(['late', 'early'], 'a')).toBe(true);
  });

  it('still finds as many events at a location as are asked for', async () => {
    const atInn = versionsOf(
      record('one', { at: '09:00' }),
      record('two', { at: '09:30' }),
      record('three', { at: '10:00' }),
    );
    const reads = withHypotheticalChange(createEventReads(plainJournal(atInn), view), {
      removed: atInn.slice(0, 1),
      added: [],
    });
    const range = { from: clock('08:00'), to: clock('12:00') };
    expect(await reads.overlapping({ place: 'berlin', ...range, limit: 2 })).toEqual(atInn.slice(1));
  });
});
