import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  causeName,
  type Journal,
  type JournalEntry,
  type JournalReads,
  type Revision,
  type SnapshotCause,
  type SnapshotModule,
  type View,
} from '../journal/kind.ts';
import { texts } from './fixture.ts';

/** Opens the journal that belongs to a folder, as `StoreOpener` does with the store. */
export type JournalOpener = (folder: string) => Promise<{ readonly journal: Journal; stop(): Promise<void> }>;

const account = 'ann';

/** An event with the id `eventId`, and whatever else matters to a test. */
function entry(eventId: string, other: Partial<JournalEntry> = {}): JournalEntry {
  const time = other.time ?? 1000;
  return {
    timelineId: 'primary',
    operation: 'record',
    eventId,
    subject: null,
    recorded: null,
    time,
    until: time,
    place: 'here',
    causes: [],
    participants: [],
    sets: [],
    needs: [],
    rich: false,
    requestId: 'request',
    body: JSON.stringify({ is: eventId }),
    ...other,
  };
}

const cause = (eventId: string) => ({ eventId, minDelay: null, maxDelay: null });
/** The bodies that `entry` makes say whose they are. */
const ids = (revisions: readonly Pick<Revision, 'body'>[]): readonly string[] => revisions.map(({ body }) => JSON.parse(body).is);

/**
 * What every journal must do, as tests: the ledger is written once, and what it shows must not depend on the store. A store that provides no journal serves all plugins but
 * `timelines` and `events`.
 */
export function journalContract(name: string, open: JournalOpener): void {
  describe(`the journal of the store ${name}`, () => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let opened: Awaited<ReturnType<JournalOpener>>;
    let journal: Journal;
    beforeEach(async () => {
      folder = await temporaryFolder();
      opened = await open(folder.path);
      journal = opened.journal;
    });
    afterEach(async () => {
      await opened.stop();
      await folder.remove();
    });

    const append = (...entries: readonly JournalEntry[]) => journal.transaction(account, (writes) => writes.append(entries));
    const branch = (id: string, parent = 'primary') =>
      journal.transaction(account, (writes) =>
        writes.addTimeline({ id, parent, description: `of ${parent}`, requestId: 'request' }),
      );
    const viewOf = async (timelineId = 'primary', asOf?: number, reads: JournalReads = journal, of = account): Promise<View> => {
      const view = await reads.view(of, timelineId, asOf);
      if (view === undefined) throw new Error(`there is no timeline ${timelineId}`);
      return view;
    };
    const search = async (timelineId = 'primary', other: Partial<Parameters<Journal['search']>[1]> = {}) =>
      ids(await journal.search(await viewOf(timelineId), { place: 'here', from: 0, to: 10_000, limit: 100, ...other }));
    /** Takes the place of a revision on a timeline. */
    const supersede = (revision: Revision, eventId: string, other: Partial<JournalEntry> = {}) =>
      append(entry(eventId, { operation: 'manipulate', subject: revision.subject, time: revision.time, ...other }));

    test('has nothing for an account that wrote nothing, and the primary timeline once it did', async () => {
      expect(await journal.view(account, 'primary')).toBeUndefined();
      expect(await journal.timelines(account)).toEqual([]);
      await append(entry('a'));
      expect(await journal.timelines(account)).toMatchObject([{ id: 'primary', parent: null }]);
      expect(await journal.view(account, 'another')).toBeUndefined();
    });

    test('finds what is at a place in a range, both ends included, by time and then by order of recording', async () => {
      await append(entry('late', { time: 30 }), entry('b', { time: 20 }), entry('a', { time: 20 }), entry('early', { time: 10 }));
      await append(entry('elsewhere', { time: 20, place: 'there' }));
      expect(await search()).toEqual(['early', 'b', 'a', 'late']);
      expect(await search('primary', { from: 20, to: 30 })).toEqual(['b', 'a', 'late']);
      expect(await search('primary', { from: 11, to: 19 })).toEqual([]);
    });

    test('reads in pages of any size, however many events share a moment and however many versions there are', async () => {
      const recorded = await append(...Array.from({ length: 60 }, (_, at) => entry(`e${at}`, { time: Math.floor(at / 7) })));
      for (const revision of recorded.slice(0, 30)) await supersede(revision, `${revision.eventId}'`);
      const all = await search();
      expect(all).toHaveLength(60);
      for (const limit of [1, 2, 7, 50, 60, 61]) {
        const pages: string[] = [];
        let after: { time: number; recorded: number } | undefined;
        for (;;) {
          const page = await journal.search(await viewOf(), {
            place: 'here',
            from: 0,
            to: 10_000,
            limit,
            ...(after && { after }),
          });
          pages.push(...ids(page));
          after = page.at(-1);
          if (page.length < limit) break;
        }
        expect(pages).toEqual(all);
      }
    });

    test('shows the newest version of an event, and under its own place in the order where an old one is stated again', async () => {
      const [a] = await append(entry('a'), entry('b'));
      if (a === undefined) throw new Error('nothing was added');
      await supersede(a, 'a2');
      expect(await search()).toEqual(['b', 'a2']);
      await append(entry('a', { operation: 'revert', subject: a.subject, recorded: a.recorded }));
      expect(await search()).toEqual(['a', 'b']);
      expect(ids(await journal.versions(await viewOf(), ['a2']))).toEqual(['a', 'a2', 'a']);
      expect((await journal.history(account, 'a2')).map(({ operation }) => operation)).toEqual([
        'record',
        'manipulate',
        'revert',
      ]);
      expect(ids(await journal.current(await viewOf(), ['a', 'a2', 'b', 'c']))).toEqual(expect.arrayContaining(['a', 'b']));
      expect(await journal.current(await viewOf(), ['a2'])).toEqual([]);
      expect(ids(await journal.currentOf(await viewOf(), [a.subject]))).toEqual(['a']);
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
      expect(ids(await journal.history(account, 'a'))).toEqual(['a', 'a-on-branch', 'a-on-base']);
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
        ids(await journal.search(await viewOf('primary', moment), { place: 'here', from: 0, to: 10_000, limit: 10 }));
      expect(await at(a.recordedAt - 1)).toEqual([]);
      expect(await at(a.recordedAt)).toEqual(['a']);
      expect(await at(later.recordedAt - 1)).toEqual(['a']);
      expect(await at(later.recordedAt)).toEqual(['a2']);
    });

    test('finds the effects of a cause, also of one that was named before it was recorded', async () => {
      await append(entry('effect', { causes: [cause('a'), cause('b'), cause('a')], time: 20 }));
      await append(entry('a', { time: 10 }), entry('other', { causes: [cause('a')], time: 30 }));
      const view = await viewOf();
      expect(ids(await journal.effects(view, ['a'])).toSorted()).toEqual(['effect', 'other']);
      expect(ids(await journal.effects(view, ['a', 'b'])).toSorted()).toEqual(['effect', 'other']);
      expect(ids(await journal.effects(view, ['effect']))).toEqual([]);
    });

    test('knows of causes that are not earlier than their effects, in whichever order they were recorded', async () => {
      await append(entry('a', { time: 10 }), entry('b', { time: 20, causes: [cause('a'), cause('c')] }));
      expect(await journal.hasBackwardCause(await viewOf())).toBe(false);
      await branch('fork');
      await append(entry('c', { time: 20 }));
      expect(await journal.hasBackwardCause(await viewOf())).toBe(true);

      await append(entry('d', { time: 5, timelineId: 'fork', causes: [cause('a')] }));
      const [d] = await journal.current(await viewOf('fork'), ['d']);
      expect(await journal.hasBackwardCause(await viewOf('fork'))).toBe(true);
      await supersede(d ?? fail(), 'd2', { timelineId: 'fork' });
      // Of `b`, which the branch shows, `c` is a cause that it does not show: it is known to be late all the same.
      expect(await journal.hasBackwardCause(await viewOf('fork'))).toBe(true);
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
      ) => ids(await journal.mentions(await viewOf(), { role, word, from, to, order, limit }));
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

    test('finds what is under way at a place, also what began long before', async () => {
      const day = 86_400_000;
      await append(
        entry('long', { time: 0, until: 10 * day }),
        entry('short', { time: 5 * day, until: 5 * day + 10 }),
        entry('elsewhere', { time: 5 * day, place: 'there' }),
      );
      const underWay = async (from: number, to: number, limit = 9) =>
        ids(await journal.underWay(await viewOf(), { place: 'here', from, to, limit }));
      expect(await underWay(5 * day + 10, 6 * day)).toEqual(['long', 'short']);
      expect(await underWay(5 * day + 11, 6 * day)).toEqual(['long']);
      expect(await underWay(0, 20 * day, 1)).toEqual(['long']);
      expect(await underWay(11 * day, 20 * day)).toEqual([]);
      expect(ids(await journal.at(await viewOf(), 'here', 5 * day))).toEqual(['short']);
      expect(await journal.at(await viewOf(), 'here', 4 * day)).toEqual([]);
    });

    test('tells which subjects two views may show differently', async () => {
      const [a, b] = await append(entry('a'), entry('b'));
      if (a === undefined || b === undefined) throw new Error('nothing was added');
      await branch('fork');
      await supersede(b, 'b2');
      const [c] = await append(entry('c', { timelineId: 'fork' }));
      const [base, fork] = [await viewOf(), await viewOf('fork')];
      expect(await journal.changed(base, fork, 10)).toEqual([b.subject]);
      expect(await journal.changed(fork, base, 10)).toEqual([c?.subject]);
      expect(await journal.changed(base, { account, lineage: [] }, 1)).toHaveLength(1);
      expect(await journal.changed(base, base, 10)).toEqual([]);
    });

    test('a transaction that throws leaves nothing, and its ids are free', async () => {
      const failed = journal.transaction(account, async (writes) => {
        await writes.append([entry('a')]);
        await writes.addTimeline({ id: 'fork', parent: 'primary', description: '', requestId: 'r' });
        expect(ids(await writes.current(await viewOf('primary', undefined, writes), ['a']))).toEqual(['a']);
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      await append(entry('b'));
      expect(await search()).toEqual(['b']);
      expect(await journal.taken(account, ['a', 'b'])).toEqual(['b']);
      expect(await journal.view(account, 'fork')).toBeUndefined();
    });

    test('of two transactions that would supersede one event, the second sees what the first did', async () => {
      await append(entry('a'));
      const attempt = (eventId: string) =>
        journal.transaction(account, async (writes) => {
          const [a] = await writes.current(await viewOf('primary', undefined, writes), ['a']);
          if (a === undefined) return false;
          await writes.append([entry(eventId, { operation: 'manipulate', subject: a.subject })]);
          return true;
        });
      const won = await Promise.all(Array.from({ length: 8 }, (_, at) => attempt(`a${at}`)));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await search()).toHaveLength(1);
    });

    test('a bulk is shown at once when it is whole, and gone where it fails', async () => {
      await append(entry('before'));
      const failed = journal.bulk(account, async (writes) => {
        await writes.append([entry('x1')]);
        expect(await writes.taken(account, ['x1', 'x2'])).toEqual(['x1']);
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      expect(await search()).toEqual(['before']);
      expect(await journal.taken(account, ['x1'])).toEqual([]);

      await journal.bulk(account, async (writes) => {
        await writes.append([entry('x1'), entry('x2')]);
        await writes.append([entry('x3', { causes: [cause('x1')] })]);
        await writes.addReceipt('import 1', 'three');
      });
      expect(await search()).toEqual(['before', 'x1', 'x2', 'x3']);
      expect(await journal.receipt(account, 'import 1')).toBe('three');
      expect(await journal.receipt(account, 'import 2')).toBeUndefined();
      expect(await journal.receipt('bob', 'import 1')).toBeUndefined();
    });

    test('what is changed while a bulk is under way comes after it, and shows nothing of it', async () => {
      const { promise: half, resolve: goOn } = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const bulk = journal.bulk(account, async (writes) => {
        await writes.append([entry('x1')]);
        begun.resolve();
        await half;
        await writes.append([entry('x2')]);
      });
      await begun.promise;
      const change = append(entry('y'));
      await wait(20);
      goOn();
      await bulk;
      await change;
      expect(await search()).toEqual(['x1', 'x2', 'y']);
    });

    test('one account knows nothing of another', async () => {
      await append(entry('a', { causes: [cause('b')], participants: ['eve'] }));
      await journal.transaction('bob', (writes) => writes.append([entry('b', { place: 'there' })]));
      const bob = await viewOf('primary', undefined, journal, 'bob');
      expect(await journal.search(bob, { place: 'here', from: 0, to: 10_000, limit: 9 })).toEqual([]);
      expect(await journal.effects(bob, ['b'])).toEqual([]);
      expect(await journal.current(bob, ['a'])).toEqual([]);
      expect(await journal.history('bob', 'a')).toEqual([]);
      expect(await journal.taken('bob', ['a', 'b'])).toEqual(['b']);
      expect(
        await journal.mentions(bob, { role: 'participant', word: 'eve', from: 0, to: 10_000, order: 'first', limit: 9 }),
      ).toEqual([]);
    });

    test('a timeline that is removed takes along what was on it, and nothing that comes later is taken for it', async () => {
      await append(entry('a'));
      await branch('fork');
      await branch('other');
      const timed = { eventId: 'z', minDelay: null, maxDelay: 5 };
      await append(entry('b', { timelineId: 'fork', causes: [cause('a'), timed], participants: ['eve'] }));
      await branch('late');
      await journal.transaction(account, (writes) => writes.removeTimeline('fork'));
      expect(await journal.view(account, 'fork')).toBeUndefined();
      expect(await journal.taken(account, ['b'])).toEqual([]);
      await reopen();
      await append(entry('b'));
      expect(await search()).toEqual(['a', 'b']);
      expect(await search('other')).toEqual(['a']);
      expect(await search('late')).toEqual(['a']);
      expect(ids(await journal.effects(await viewOf(), ['a', 'z']))).toEqual([]);
    });

    test('knows up to where a branch was merged', async () => {
      await append(entry('a'));
      const made = await branch('fork');
      expect(made).toMatchObject({ id: 'fork', parent: 'primary', description: 'of primary', mergedAt: made.branchedAt });
      await append(entry('b', { timelineId: 'fork' }));
      await journal.transaction(account, (writes) => writes.markMerged('fork'));
      const [, fork] = await journal.timelines(account);
      expect(fork?.mergedAt).toBeGreaterThan(made.branchedAt);
      expect(fork?.branchedAt).toBe(made.branchedAt);
    });

    test.each(texts.map((text) => [JSON.stringify(text), text]))(
      'keeps %s as an id, a place and a participant',
      async (_shown, text) => {
        await append(
          entry(`id ${text}`, { place: text, participants: [text], body: JSON.stringify({ is: text }) }),
          entry('plain', { place: `${text} ` }),
        );
        const found = await journal.search(await viewOf(), { place: text, from: 0, to: 10_000, limit: 9 });
        expect(ids(found)).toEqual([text]);
        expect(await journal.current(await viewOf(), [`id ${text}`])).toMatchObject([{ eventId: `id ${text}` }]);
      },
    );

    test('has all of it again after it was opened anew', async () => {
      const [a] = await append(entry('a', { causes: [cause('z')], participants: ['eve'], sets: ['k'], needs: ['n'] }));
      await branch('fork');
      await supersede(a ?? fail(), 'a2');
      await journal.transaction(account, (writes) => writes.addReceipt('done', 'it'));
      const before = await everything();
      await reopen();
      expect(await everything()).toEqual(before);
      await append(entry('b'));
      expect(await search()).toEqual(['a2', 'b']);
      expect(await search('fork')).toEqual(['a']);
    });

    test('a snapshot holds what the view held when it was taken', async () => {
      const timed = { eventId: 'a', minDelay: 5, maxDelay: null };
      const [a] = await append(entry('a', { causes: [cause('missing')] }), entry('b', { rich: true, causes: [timed] }));
      await branch('fork');
      await supersede(a ?? fail(), 'a2', { timelineId: 'fork' });
      const source = await journal.snapshot(await viewOf('fork'));
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

    async function reopen(): Promise<void> {
      await opened.stop();
      opened = await open(folder.path);
      journal = opened.journal;
    }

    async function everything() {
      const view = await viewOf();
      return {
        timelines: await journal.timelines(account),
        views: [view, await viewOf('fork')].map(({ lineage }) => lineage.map(({ timelineId, upTo }) => [timelineId, upTo])),
        found: await journal.search(view, { place: 'here', from: 0, to: 10_000, limit: 9 }),
        history: await journal.history(account, 'a'),
        effects: await journal.effects(view, ['z']),
        receipt: await journal.receipt(account, 'done'),
      };
    }
  });
}

function namesOf(causes: string | null): readonly number[] {
  const list: readonly SnapshotCause[] = causes === null ? [] : JSON.parse(causes);
  return list.map(causeName);
}

function fail(): never {
  throw new Error('what was added before is not there');
}
