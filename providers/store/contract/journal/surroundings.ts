import { describe, expect, test } from 'vitest';
import { cause, entry, fail, ids, type JournalOpener, journalForEachTest } from './fixture.ts';

export function surroundingsContract(open: JournalOpener): void {
  describe('what surrounds an event', () => {
    const { journal, append, branch, viewOf, supersede } = journalForEachTest(open);

    test('finds the effects of a cause, also of one that was named before it was recorded', async () => {
      await append(entry('effect', { causes: [cause('a'), cause('b'), cause('a')], time: 20 }));
      await append(entry('a', { time: 10 }), entry('other', { causes: [cause('a')], time: 30 }));
      const view = await viewOf();
      expect(ids(await journal().effects(view, ['a'])).toSorted()).toEqual(['effect', 'other']);
      expect(ids(await journal().effects(view, ['a', 'b'])).toSorted()).toEqual(['effect', 'other']);
      expect(ids(await journal().effects(view, ['effect']))).toEqual([]);
    });

    test('finds what was revised and has more than a time, a place and causes', async () => {
      const found = async (timelineId?: string, limit = 10) =>
        ids(await journal().revised(await viewOf(timelineId), limit)).toSorted();
      const [a, b] = await append(entry('a', { rich: true }), entry('b'), entry('c', { rich: true }));
      expect(await found()).toEqual([]);
      await supersede(a ?? fail(), 'a2', { rich: true });
      await supersede(b ?? fail(), 'b2');
      expect(await found()).toEqual(['a2']);
      await branch('fork');
      const [a2] = await journal().current(await viewOf('fork'), ['a2']);
      await supersede(a2 ?? fail(), 'a3', { rich: true, timelineId: 'fork' });
      expect(await found('fork')).toEqual(['a3']);
      expect(await found()).toEqual(['a2']);
      expect(await found('fork', 0)).toEqual([]);
    });

    test('knows of causes that are not earlier than their effects, in whichever order they were recorded', async () => {
      await append(entry('a', { time: 10 }), entry('b', { time: 20, causes: [cause('a'), cause('c')] }));
      expect(await journal().hasBackwardCause(await viewOf())).toBe(false);
      await branch('fork');
      await append(entry('c', { time: 20 }));
      expect(await journal().hasBackwardCause(await viewOf())).toBe(true);

      await append(entry('d', { time: 5, timelineId: 'fork', causes: [cause('a')] }));
      const [d] = await journal().current(await viewOf('fork'), ['d']);
      expect(await journal().hasBackwardCause(await viewOf('fork'))).toBe(true);
      await supersede(d ?? fail(), 'd2', { timelineId: 'fork' });
      // Of `b`, which the branch shows, `c` is a cause that it does not show: it is known to be late all the same.
      expect(await journal().hasBackwardCause(await viewOf('fork'))).toBe(true);
    });

    test('finds who is where, also in what began long before, and who sets or needs a key, from either end', async () => {
      const day = 86_400_000;
      await append(
        entry('long', { time: 0, until: 10 * day, participants: ['eve'] }),
        entry('short', { time: 2 * day, until: 2 * day + 10, participants: ['eve', 'bob'] }),
        entry('set-1', { time: day, sets: ['door'] }),
        entry('set-2', { time: 3 * day, until: 9 * day, sets: ['door'] }),
        entry('needs', { time: 4 * day, needs: ['door'] }),
      );
      const mentions = async (
        role: 'participant' | 'sets' | 'needs',
        word: string,
        from: number,
        to: number,
        order: 'first' | 'last',
        limit = 9,
      ) => ids(await journal().mentions(await viewOf(), { role, word, from, to, order, limit }));
      expect(await mentions('participant', 'eve', 0, 10 * day, 'first')).toEqual(['long', 'short']);
      expect(await mentions('participant', 'eve', 5 * day, 6 * day, 'first')).toEqual(['long']);
      expect(await mentions('participant', 'eve', 2 * day + 10, 2 * day + 11, 'last')).toEqual(['short', 'long']);
      expect(await mentions('participant', 'eve', 10 * day + 1, 20 * day, 'first')).toEqual([]);
      expect(await mentions('participant', 'door', 0, 10 * day, 'first')).toEqual([]);
      expect(await mentions('sets', 'door', 0, 10 * day, 'first', 1)).toEqual(['set-1']);
      expect(await mentions('sets', 'door', 0, 10 * day, 'last', 1)).toEqual(['set-2']);
      expect(await mentions('sets', 'door', 4 * day, 10 * day, 'first')).toEqual([]);
      expect(await mentions('needs', 'door', 4 * day, 4 * day, 'first')).toEqual(['needs']);
    });
  });
}
