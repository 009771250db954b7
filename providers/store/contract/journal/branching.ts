import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { account, cause, entry, ids, type JournalOpener, journalForEachTest } from './fixture.ts';

export function branchingContract(open: JournalOpener): void {
  describe('what a timeline shows', () => {
    const { journal, append, branch, viewOf, search, supersede, reopen, stillHolds } = journalForEachTest(open);

    test('shows the newest version of an event, and under its own place in the order where an old one is stated again', async () => {
      const [a] = await append(entry('a'), entry('b'));
      if (a === undefined) throw new Error('nothing was added');
      await supersede(a, 'a2');
      expect(await search()).toEqual(['b', 'a2']);
      await append(entry('a', { operation: 'revert', subject: a.subject, recorded: a.recorded }));
      expect(await search()).toEqual(['a', 'b']);
      expect(ids(await journal().versions(await viewOf(), ['a2']))).toEqual(['a', 'a2', 'a']);
      expect((await journal().history(account, 'a2')).map(({ operation }) => operation)).toEqual([
        'record',
        'manipulate',
        'revert',
      ]);
      expect(ids(await journal().current(await viewOf(), ['a', 'a2', 'b', 'c']))).toEqual(
        expect.arrayContaining(['a', 'b']),
      );
      expect(await journal().current(await viewOf(), ['a2'])).toEqual([]);
      expect(ids(await journal().currentOf(await viewOf(), [a.subject]))).toEqual(['a']);
    });

    test('a branch shows what its base held when it left it; what is done on either is not seen on the other', async () => {
      const [a] = await append(entry('a'));
      if (a === undefined) throw new Error('nothing was added');
      await branch('b1');
      await append(entry('later'));
      await supersede(a, 'a-on-branch', { timelineId: 'b1' });
      await append(entry('mine', { timelineId: 'b1' }));
      expect(await search()).toEqual(['a', 'later']);
      expect(await search('b1')).toEqual(['a-on-branch', 'mine']);
      await branch('b2', 'b1');
      await supersede(a, 'a-on-base');
      expect(await search('b2')).toEqual(['a-on-branch', 'mine']);
      expect(await search()).toEqual(['later', 'a-on-base']);
      expect(ids(await journal().history(account, 'a'))).toEqual(['a', 'a-on-branch', 'a-on-base']);
    });

    test('a chain of 200 branches shows what each of them added', async () => {
      await append(entry('e0', { time: 0 }));
      for (let depth = 1; depth <= 200; depth += 1) {
        await branch(`b${depth}`, depth === 1 ? 'primary' : `b${depth - 1}`);
        await append(entry(`e${depth}`, { time: depth, timelineId: `b${depth}` }));
      }
      expect(await search('b200', { limit: 1000 })).toEqual(Array.from({ length: 201 }, (_, at) => `e${at}`));
      expect(await search('b200', { limit: 3, from: 50 })).toEqual(['e50', 'e51', 'e52']);
      expect(await search('b3')).toEqual(['e0', 'e1', 'e2', 'e3']);
    });

    test('tells what a timeline held at a moment of the real time', async () => {
      const [a] = await append(entry('a'));
      if (a === undefined) throw new Error('nothing was added');
      await wait(5);
      const [later] = await supersede(a, 'a2');
      if (later === undefined) throw new Error('nothing was added');
      expect(later.recordedAt).toBeGreaterThan(a.recordedAt);
      const at = async (moment: number) =>
        ids(await journal().search(await viewOf('primary', moment), { place: 'here', from: 0, to: 10_000, limit: 10 }));
      expect(await at(a.recordedAt - 1)).toEqual([]);
      expect(await at(a.recordedAt)).toEqual(['a']);
      expect(await at(later.recordedAt - 1)).toEqual(['a']);
      expect(await at(later.recordedAt)).toEqual(['a2']);
    });

    test('tells which subjects two views may show differently', async () => {
      const [a, b] = await append(entry('a'), entry('b'));
      if (a === undefined || b === undefined) throw new Error('nothing was added');
      await branch('fork');
      await supersede(b, 'b2');
      const [c] = await append(entry('c', { timelineId: 'fork' }));
      const [base, fork] = [await viewOf(), await viewOf('fork')];
      expect(await journal().changed(base, fork, 10)).toEqual([b.subject]);
      expect(await journal().changed(fork, base, 10)).toEqual([c?.subject]);
      expect(await journal().changed(base, { account, lineage: [] }, 1)).toHaveLength(1);
      expect(await journal().changed(base, base, 10)).toEqual([]);
    });

    test('a timeline that is removed takes along what was on it, and nothing that comes later is taken for it', async () => {
      await append(entry('a'));
      await branch('fork');
      await branch('other');
      const timed = { eventId: 'z', minDelay: null, maxDelay: 5 };
      await append(entry('b', { timelineId: 'fork', causes: [cause('a'), timed], participants: ['eve'] }));
      await branch('late');
      await journal().transaction(account, (writes) => writes.deleteTimeline('fork'));
      expect(await journal().view(account, 'fork')).toBeUndefined();
      expect(await journal().taken(account, ['b'])).toEqual([]);
      await reopen();
      await append(entry('b'));
      expect(await search()).toEqual(['a', 'b']);
      expect(await search('other')).toEqual(['a']);
      expect(await search('late')).toEqual(['a']);
      expect(ids(await journal().effects(await viewOf(), ['a', 'z']))).toEqual([]);
    });

    test('a timeline that is removed leaves none of the names that it alone held, and all that others hold too', async () => {
      const alone = {
        place: 'the-hidden-place',
        participants: ['the-hidden-guest'],
        sets: ['the-hidden-key'],
        causes: [cause('the-hidden-cause')],
      };
      const shared = { place: 'here', participants: ['eve'], sets: ['door'], causes: [cause('a')] };
      await append(entry('a'), entry('b', { ...shared, time: 2000 }));
      await branch('fork');
      await branch('other');
      await append(
        entry('the-hidden-event', { timelineId: 'fork', ...alone }),
        entry('c', { timelineId: 'fork', ...shared }),
      );
      await append(entry('d', { timelineId: 'other', place: 'there', causes: [cause('c')] }));
      await journal().transaction(account, (writes) => writes.deleteTimeline('fork'));
      expect(await stillHolds('the-hidden')).toBe(false);
      await reopen();
      expect(await search()).toEqual(['a', 'b']);
      expect(await search('other', { place: 'there' })).toEqual(['d']);
      expect(ids(await journal().effects(await viewOf('other'), ['a', 'c']))).toEqual(['b', 'd']);
    });

    test('knows up to where a branch was merged', async () => {
      await append(entry('a'));
      const made = await branch('fork');
      expect(made).toMatchObject({
        id: 'fork',
        parent: 'primary',
        description: 'of primary',
        mergedAt: made.branchedAt,
      });
      await append(entry('b', { timelineId: 'fork' }));
      await journal().transaction(account, (writes) => writes.markMerged('fork'));
      const [, fork] = await journal().timelines(account);
      expect(fork?.mergedAt).toBeGreaterThan(made.branchedAt);
      expect(fork?.branchedAt).toBe(made.branchedAt);
    });
  });
}
