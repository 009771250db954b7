import { describe, expect, test } from 'vitest';
import type { SnapshotModule } from '../../journal/kind.ts';
import { account, cause, entry, fail, type JournalOpener, journalForEachTest, namesOf } from './fixture.ts';

export function keepingContract(open: JournalOpener): void {
  describe('what is kept', () => {
    const { journal, append, branch, viewOf, search, supersede, reopen } = journalForEachTest(open);

    test('has all of it again after it was opened anew', async () => {
      const [a] = await append(entry('a', { causes: [cause('z')], participants: ['eve'], sets: ['k'], needs: ['n'] }));
      await branch('fork');
      await supersede(a ?? fail(), 'a2');
      await journal().transaction(account, (writes) => writes.addReceipt('done', 'it'));
      const before = await everything();
      await reopen();
      expect(await everything()).toEqual(before);
      await append(entry('b'));
      expect(await search()).toEqual(['a2', 'b']);
      expect(await search('fork')).toEqual(['a']);
    });

    test('an account that is erased has never been there, and another one stays as it is', async () => {
      const other = (await journal().transaction('other', (writes) => writes.append([entry('theirs')]))).length;
      expect(other).toBe(1);
      const theirs = async () => namesShown('other');
      const [a] = await append(entry('a', { causes: [cause('z')], participants: ['eve'], sets: ['k'], needs: ['n'] }));
      await branch('fork');
      await supersede(a ?? fail(), 'a2', { timelineId: 'fork' });
      await journal().transaction(account, (writes) => writes.addReceipt('done', 'it'));
      await journal().transaction(account, (writes) => writes.erase());
      const gone = async () => [
        await journal().timelines(account),
        await journal().view(account, 'fork'),
        await journal().history(account, 'a'),
        await journal().receipt(account, 'done'),
      ];
      expect(await gone()).toEqual([[], undefined, [], undefined]);
      await reopen();
      expect(await gone()).toEqual([[], undefined, [], undefined]);
      expect(await theirs()).toEqual(['theirs']);
      await append(entry('a new beginning'));
      expect(await search()).toEqual(['a new beginning']);
    });

    async function namesShown(of: string) {
      const view = (await journal().view(of, 'primary')) ?? fail();
      return (await journal().current(view, ['theirs'])).map(({ eventId }) => eventId);
    }

    test('a snapshot holds what the view held when it was taken', async () => {
      const timed = { eventId: 'a', minDelay: 5, maxDelay: null };
      const [a] = await append(entry('a', { causes: [cause('missing')] }), entry('b', { rich: true, causes: [timed] }));
      await branch('fork');
      await supersede(a ?? fail(), 'a2', { timelineId: 'fork' });
      const source = await journal().snapshot(await viewOf('fork'));
      await append(entry('later', { timelineId: 'fork' }));

      const { openSnapshot } = (await import(source.module)) as SnapshotModule;
      const snapshot = await openSnapshot(structuredClone(source.options));
      const rows = (await Array.fromAsync(snapshot.rows())).flat();
      const eventIds = await snapshot.eventIds([...new Set(rows.flatMap((row) => [row[2], ...namesOf(row[7])]))]);
      const shown = rows.map(([seq, subject, name, , time, until, recorded, causes, body]) => ({
        is: eventIds.get(name),
        first: subject === seq,
        spans: until - time,
        recorded: recorded === seq,
        causes: namesOf(causes).map((cause) => eventIds.get(cause)),
        body,
      }));
      expect(shown).toEqual([
        { is: 'a', first: true, spans: 0, recorded: true, causes: ['missing'], body: null },
        { is: 'b', first: true, spans: 0, recorded: true, causes: ['a'], body: '{"is":"b"}' },
        { is: 'a2', first: false, spans: 0, recorded: true, causes: [], body: null },
      ]);
      const [seq] = rows[0] ?? fail();
      expect((await snapshot.revisions([seq])).get(seq)).toMatchObject({
        eventId: 'a',
        timelineId: 'primary',
        body: '{"is":"a"}',
      });
      snapshot.close();
    });

    async function everything() {
      const view = await viewOf();
      return {
        timelines: await journal().timelines(account),
        views: [view, await viewOf('fork')].map(({ lineage }) =>
          lineage.map(({ timelineId, upTo }) => [timelineId, upTo]),
        ),
        found: await journal().search(view, { place: 'here', from: 0, to: 10_000, limit: 9 }),
        history: await journal().history(account, 'a'),
        effects: await journal().effects(view, ['z']),
        receipt: await journal().receipt(account, 'done'),
      };
    }
  });
}
