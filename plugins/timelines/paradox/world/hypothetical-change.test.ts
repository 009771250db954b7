import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareByTime } from '../../ledger/event.ts';
import { record, versionsOf } from '../testing/story.ts';
import { IntervalIndex } from './hypothetical-change.ts';
import { endTimeOf } from './world.ts';

it('an interval index finds the events that overlap a range, in order', () => {
  const instant = fc.nat(12);
  const anyEvents = fc.array(fc.record({ time: instant, lasting: fc.nat(4) }), { maxLength: 10 });
  const same = fc.property(anyEvents, instant, instant, (told, from, to) => {
    const events = versionsOf(
      ...told.map(({ time, lasting }, at) => record(`e${at}`, { time, end_time: time + lasting })),
    );
    const expected = events.filter((event) => event.time <= to && endTimeOf(event) >= from).toSorted(compareByTime);
    expect(new IntervalIndex(events).overlapping({ from, to })).toEqual(expected);
  });
  fc.assert(same, { numRuns: 1000 });
});
