import { describe, expect, test } from 'vitest';
import type { JournalPosition } from '../../journal/kind.ts';
import { account, entry, fail, type JournalOpener, journalForEachTest } from './fixture.ts';

export function upcomingContract(open: JournalOpener): void {
  describe('what comes next on any timeline', () => {
    const { journal, append, branch, supersede } = journalForEachTest(open);

    /** What is found, as `event@timeline`. */
    const next = async (from: Partial<JournalPosition> = {}, limit = 100) =>
      (await journal().upcoming(account, { time: 0, seq: 0, ...from }, limit)).map(
        ({ eventId, timelineId }) => `${eventId}@${timelineId}`,
      );

    test('is in the order of time, then of recording, wherever it is', async () => {
      await append(entry('late', { time: 30 }), entry('first', { time: 10, place: 'there' }));
      await append(entry('second', { time: 10 }));
      expect(await next()).toEqual(['first@primary', 'second@primary', 'late@primary']);
      expect(await next({}, 2)).toEqual(['first@primary', 'second@primary']);
      expect(await next({ time: 11 })).toEqual(['late@primary']);
      expect(await next({ time: 31 })).toEqual([]);
      expect(await journal().upcoming('somebody else', { time: 0, seq: 0 }, 10)).toEqual([]);
    });

    test('continues from a position, so that pages leave nothing out and name nothing twice', async () => {
      await branch('fork');
      const entries = Array.from({ length: 25 }, (_, at) =>
        entry(`e${at}`, { time: Math.floor(at / 7), timelineId: at % 3 === 0 ? 'fork' : 'primary' }),
      );
      await append(...entries);
      const found: string[] = [];
      for (let from: JournalPosition = { time: 0, seq: 0 }; ; ) {
        const page = await journal().upcoming(account, from, 4);
        found.push(...page.map(({ eventId }) => eventId));
        const last = page.at(-1);
        if (last === undefined) break;
        from = { time: last.time, seq: last.seq + 1 };
      }
      expect(found).toEqual(entries.map(({ eventId }) => eventId));
    });

    test('is the newest version of each event', async () => {
      const [a = fail()] = await append(entry('a', { time: 10 }));
      await supersede(a, 'a2');
      expect(await next()).toEqual(['a2@primary']);
      await append(entry('a', { time: 10, operation: 'revert', subject: a.subject, recorded: a.recorded }));
      expect(await next()).toEqual(['a@primary']);
    });

    test('is on a branch what was added there, until it is merged or the branch is deleted', async () => {
      const [a = fail()] = await append(entry('a', { time: 10 }));
      await branch('fork');
      expect(await next()).toEqual(['a@primary']);
      const [b = fail()] = await append(entry('b', { time: 20, timelineId: 'fork' }));
      await supersede(a, 'a2', { timelineId: 'fork' });
      expect(await next()).toEqual(['a@primary', 'a2@fork', 'b@fork']);
      await journal().transaction(account, async (writes) => {
        const { subject, recorded } = b;
        await writes.append([entry('b', { time: 20, operation: 'merge', subject, recorded })]);
        await writes.markMerged('fork');
      });
      expect(await next()).toEqual(['a@primary', 'b@primary']);
      await append(entry('c', { time: 30, timelineId: 'fork' }));
      expect(await next()).toEqual(['a@primary', 'b@primary', 'c@fork']);
      await journal().transaction(account, (writes) => writes.deleteTimeline('fork'));
      expect(await next()).toEqual(['a@primary', 'b@primary']);
    });

    test('is all of a bulk or nothing of it', async () => {
      await append(entry('a', { time: 10 }));
      const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const bulk = journal().bulk(account, async (writes) => {
        await writes.append([entry('b', { time: 5 })]);
        begun.resolve();
        await goOn.promise;
        await writes.append([entry('c', { time: 6 })]);
      });
      await begun.promise;
      // Not awaited: a store may let reads wait for the end of a bulk.
      const during = next();
      goOn.resolve();
      await bulk;
      expect([['a@primary'], ['b@primary', 'c@primary', 'a@primary']]).toContainEqual(await during);
      expect(await next()).toEqual(['b@primary', 'c@primary', 'a@primary']);
    });
  });
}
