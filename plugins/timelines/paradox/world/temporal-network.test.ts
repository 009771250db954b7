import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { worldOf } from '../testing/plain-journal.ts';
import { clock, record, versionsOf } from '../testing/story.ts';
import { resolve } from './batch-loader.ts';
import { constraintsBetween } from './temporal-network.ts';
import type { DelayConstraint, WorldEvent } from './world.ts';

const hour = 3_600_000;
const ids = ['a', 'b', 'c', 'd', 'e'];
const anyTime = fc.nat(6).map((hours) => clock('08:00') + hours * hour);
const anyDelay = fc.option(fc.nat(4).map((hours) => hours * hour));
const anyCause = fc.record({ event_id: fc.constantFrom(...ids), min_delay: anyDelay, max_delay: anyDelay });
const anyEvents: fc.Arbitrary<readonly WorldEvent[]> = fc
  .array(fc.record({ time: anyTime, causes: fc.array(anyCause, { maxLength: 2 }) }), { maxLength: ids.length })
  .map((events) => versionsOf(...events.map((told, at) => record(ids[at] ?? '', told))));

function limitsOf(events: readonly WorldEvent[]): readonly DelayConstraint[] {
  return events.flatMap((effect) =>
    effect.causes.flatMap((delay) => {
      const cause = events.find(({ event_id }) => event_id === delay.event_id);
      return cause === undefined ? [] : constraintsBetween(cause, effect, delay);
    }),
  );
}

/** Whether some times keep all limits: no circle of them is less than nothing, after Floyd and Warshall. */
function canBeKept(limits: readonly DelayConstraint[]): boolean {
  const lengths = new Map<string, number>();
  const lengthOf = (from: string, to: string) => lengths.get(from + to) ?? Number.POSITIVE_INFINITY;
  const shorten = (from: string, to: string, length: number) => {
    if (length < lengthOf(from, to)) lengths.set(from + to, length);
  };
  for (const { from, to, maxMs } of limits) shorten(from, to, maxMs);
  for (const over of ids) {
    for (const from of ids) {
      for (const to of ids) shorten(from, to, lengthOf(from, over) + lengthOf(over, to));
    }
  }
  return ids.every((id) => lengthOf(id, id) >= 0);
}

/**
 * The fewest limits of a circle that begins with this one and stays broken all the way round; infinite where there is
 * none.
 */
function fewestFrom(start: DelayConstraint, limits: readonly DelayConstraint[]): number {
  const counts = [Number.POSITIVE_INFINITY];
  const goOn = (last: DelayConstraint, slack: number, met: readonly string[]): void => {
    if (slack >= 0) return;
    if (last.to === start.from) counts.push(met.length);
    else {
      const next = limits.filter(({ from, to }) => from === last.to && !met.includes(to));
      for (const limit of next) goOn(limit, slack + limit.slack, [...met, limit.to]);
    }
  };
  goOn(start, start.slack, [start.to]);
  return Math.min(...counts);
}

describe('the negative cycles of a network of delays', () => {
  it('are found if and only if the delays are inconsistent, the shortest among them', async () => {
    const seen = { kept: 0, contradicted: 0 };
    const same = fc.asyncProperty(anyEvents, async (events) => {
      const world = worldOf(events);
      const limits = limitsOf(events);
      const broken = limits.filter(({ slack }) => slack < 0);

      const lengths = [Number.POSITIVE_INFINITY];
      for (const limit of broken) {
        const circle = await resolve(() => world.negativeCycle(limit));
        if (circle === undefined) continue;
        lengths.push(circle.length);
        expect(circle[0]).toEqual(limit);
        expect(circle.map(({ to }) => to)).toEqual([...circle.slice(1), limit].map(({ from }) => from));
        expect(new Set(circle.map(({ to }) => to)).size).toBe(circle.length);
        expect(circle.reduce((sum, { maxMs }) => sum + maxMs, 0)).toBeLessThan(0);
      }

      const isPossible = canBeKept(limits);
      seen[isPossible ? 'kept' : 'contradicted'] += 1;
      expect(lengths.length === 1).toBe(isPossible);
      expect(Math.min(...lengths)).toBe(Math.min(...broken.map((limit) => fewestFrom(limit, limits))));
    });
    await fc.assert(same, { numRuns: 5000 });
    expect(Math.min(seen.kept, seen.contradicted)).toBeGreaterThan(500);
  });
});
