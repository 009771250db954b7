import { describe, expect, test } from 'vitest';
import type { MentionQuery, MovedRevision } from '../../journal/kind.ts';
import { account, cause, entry, fail, ids, type JournalOpener, journalForEachTest } from './fixture.ts';

export function movingContract(open: JournalOpener): void {
  describe('a bulk that moves events', () => {
    const { journal, append, branch, viewOf, search, reopen } = journalForEachTest(open);
    const by = { timelineId: 'primary', operation: 'reschedule', requestId: 'move' } as const;
    const move = (moves: readonly MovedRevision[]) => journal().bulk(account, (writes) => writes.move(moves, by));
    const mentioned = async (role: MentionQuery['role'], word: string, from: number, to: number) =>
      ids(await journal().mentions(await viewOf(), { role, word, from, to }));

    test('keeps all but their times, and finds them where they are now', async () => {
      const told = { participants: ['eve', 'eve'], sets: ['k'], needs: ['n'] };
      const limited = { eventId: 'x', minDelay: 5, maxDelay: null };
      const [a] = await append(entry('a', { time: 1_000, until: 1_500, causes: [limited, cause('y')], ...told }));
      const { seq, subject, recorded, body } = a ?? fail();
      await move([{ seq, time: 2_000 }]);
      const view = await viewOf();
      const [moved, ...others] = await journal().current(view, ['a']);
      expect(others).toEqual([]);
      expect(moved).toMatchObject({ subject, recorded, body, time: 2_000, until: 2_500, operation: 'reschedule' });
      expect(moved).toMatchObject({ requestId: 'move', timelineId: 'primary' });
      for (const name of ['x', 'y']) expect(ids(await journal().effects(view, [name]))).toEqual(['a']);
      expect(await mentioned('participant', 'eve', 2_500, 9_000)).toEqual(['a']);
      expect(await mentioned('participant', 'eve', 0, 1_999)).toEqual([]);
      expect(await mentioned('sets', 'k', 2_000, 2_000)).toEqual(['a']);
      expect(await mentioned('needs', 'n', 1_000, 1_000)).toEqual([]);
      await move([{ seq: (moved ?? fail()).seq, time: 3_000 }]);
      expect(await mentioned('participant', 'eve', 3_500, 9_000)).toEqual(['a']);
      expect(await mentioned('participant', 'eve', 3_501, 9_000)).toEqual([]);
    });

    test('makes them longer or shorter, for who takes part too', async () => {
      const [a] = await append(entry('a', { time: 1_000, until: 1_500, participants: ['eve'] }));
      await move([{ seq: (a ?? fail()).seq, time: 2_000, longer: 300 }]);
      const [moved] = await journal().current(await viewOf(), ['a']);
      expect(moved).toMatchObject({ time: 2_000, until: 2_800 });
      const found = await journal().search(await viewOf(), { place: null, from: 0, to: 9_000, limit: 9 });
      expect(found).toMatchObject([{ time: 2_000, until: 2_800 }]);
      expect(await mentioned('participant', 'eve', 2_800, 9_000)).toEqual(['a']);
      expect(await mentioned('participant', 'eve', 2_801, 9_000)).toEqual([]);
      await move([{ seq: (moved ?? fail()).seq, time: 3_000, longer: -800 }]);
      expect(await journal().current(await viewOf(), ['a'])).toMatchObject([{ time: 3_000, until: 3_000 }]);
    });

    test('moves thousands, forward and back, without a cause that counts as late', async () => {
      const many = Array.from({ length: 6_000 }, (_, at) =>
        entry(`e${at}`, { causes: at === 0 ? [] : [cause(`e${at - 1}`)], time: at }),
      );
      const names = many.map(({ eventId }) => eventId);
      await journal().bulk(account, (writes) => writes.append(many));
      for (const by of [1_000, -1_000]) {
        const shown = await journal().current(await viewOf(), names);
        await move(shown.map(({ seq, time }) => ({ seq, time: time + by })));
        expect(await journal().hasBackwardCause(await viewOf())).toBe(false);
      }
      expect(await search('primary', { limit: 9_000 })).toEqual(names);
      expect(ids(await journal().effects(await viewOf(), ['e5998']))).toEqual(['e5999']);
    });

    test.each([
      ['a cause after its effect', 'c', 30],
      ['an effect before its cause', 'e', 5],
    ])('knows %s as late', async (_, moved, time) => {
      const [c, e] = await append(entry('c', { time: 10 }), entry('e', { time: 20, causes: [cause('c')] }));
      await move([{ seq: ((moved === 'c' ? c : e) ?? fail()).seq, time }]);
      expect(await journal().hasBackwardCause(await viewOf())).toBe(true);
    });

    test('moves all or none, and those of a branch there alone', async () => {
      const [a] = await append(entry('a', { time: 10 }), entry('b', { time: 20 }));
      const moves = [{ seq: (a ?? fail()).seq, time: 30 }];
      await branch('fork');
      const failed = journal().bulk(account, async (writes) => {
        await writes.move(moves, by);
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      expect(await search()).toEqual(['a', 'b']);
      await journal().bulk(account, (writes) => writes.move(moves, { ...by, timelineId: 'fork' }));
      expect(await search()).toEqual(['a', 'b']);
      expect(await search('fork')).toEqual(['b', 'a']);
    });

    test('has them where they are now after it was opened anew', async () => {
      const [a] = await append(entry('a', { time: 10, participants: ['eve'] }), entry('b', { time: 20 }));
      await move([{ seq: (a ?? fail()).seq, time: 30 }]);
      await reopen();
      expect(await search()).toEqual(['b', 'a']);
      expect(await mentioned('participant', 'eve', 30, 30)).toEqual(['a']);
    });
  });
}
