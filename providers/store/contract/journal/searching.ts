import { describe, expect, test } from 'vitest';
import type { SnapshotModule } from '../../journal/kind.ts';
import { texts } from '../fixture.ts';
import { account, cause, entry, ids, type JournalOpener, journalForEachTest } from './fixture.ts';

export function searchingContract(open: JournalOpener): void {
  describe('what is found at a place', () => {
    const { journal, append, viewOf, search, supersede } = journalForEachTest(open);

    test('has nothing for an account that wrote nothing, and the primary timeline once it did', async () => {
      expect(await journal().view(account, 'primary')).toBeUndefined();
      expect(await journal().timelines(account)).toEqual([]);
      await append(entry('a'));
      expect(await journal().timelines(account)).toMatchObject([{ id: 'primary', parent: null }]);
      expect(await journal().view(account, 'another')).toBeUndefined();
    });

    test('finds what is at a place in a range, both ends included, by time and then by order of recording', async () => {
      await append(
        entry('late', { time: 30 }),
        entry('b', { time: 20 }),
        entry('a', { time: 20 }),
        entry('early', { time: 10 }),
      );
      await append(entry('elsewhere', { time: 20, place: 'there' }));
      expect(await search()).toEqual(['early', 'b', 'a', 'late']);
      expect(await search('primary', { from: 20, to: 30 })).toEqual(['b', 'a', 'late']);
      expect(await search('primary', { from: 11, to: 19 })).toEqual([]);
    });

    test('reads in pages of any size, however many events share a moment and however many versions there are', async () => {
      const recorded = await append(
        ...Array.from({ length: 60 }, (_, at) => entry(`e${at}`, { time: Math.floor(at / 7) })),
      );
      for (const revision of recorded.slice(0, 30)) await supersede(revision, `${revision.eventId}'`);
      const all = await search();
      expect(all).toHaveLength(60);
      for (const limit of [1, 2, 7, 50, 60, 61]) {
        const pages: string[] = [];
        let after: { time: number; recorded: number } | undefined;
        for (;;) {
          const page = await journal().search(await viewOf(), {
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

    test('finds the events of every place in one order, in pages', async () => {
      for (let at = 0; at < 20; at += 1) await append(entry(`e${at}`, { time: 30 - at, place: `place ${at % 3}` }));
      const everywhere = { place: null, from: 5, to: 30 - 1 };
      const all = ids(await journal().search(await viewOf(), { ...everywhere, limit: 100 }));
      expect(all).toEqual(Array.from({ length: 19 }, (_, at) => `e${19 - at}`));
      const first = await journal().search(await viewOf(), { ...everywhere, limit: 7 });
      const after = first.at(-1);
      const rest = await journal().search(await viewOf(), { ...everywhere, limit: 7, ...(after && { after }) });
      expect(ids([...first, ...rest])).toEqual(all.slice(0, 14));
    });

    test('finds the same on a snapshot that a thread opens, whatever is recorded or erased meanwhile', async ({
      skip,
    }) => {
      skip(journal().searchedByThreads !== true, 'this store is not searched by threads');
      const first = await append(...Array.from({ length: 20 }, (_, at) => entry(`e${at}`, { time: at })));
      for (const revision of first.slice(0, 5)) await supersede(revision, `${revision.eventId}'`);
      await append(entry('elsewhere', { time: 3, place: 'there' }));
      const view = await viewOf();
      const queries = [
        { place: 'here', from: 0, to: 100, limit: 100 },
        { place: null, from: 2, to: 10, limit: 4 },
        { place: 'nowhere', from: 0, to: 100, limit: 100 },
      ];
      const here = await Promise.all(queries.map((query) => journal().search(view, query)));
      const { module, options } = await journal().snapshot(view);
      const { openSnapshot }: SnapshotModule = await import(module);
      const snapshot = await openSnapshot(structuredClone(options));
      await append(entry('later', { time: 4 }));
      const there = await Promise.all(queries.map((query) => snapshot.search?.(query)));
      expect(there.map((found) => found?.map((revision) => ({ ...revision })))).toEqual(
        here.map((found) => found.map((revision) => ({ ...revision }))),
      );
      await journal().transaction(account, (writes) => writes.erase());
      expect(await snapshot.search?.({ place: null, from: 0, to: 100, limit: 100 })).toEqual([]);
      snapshot.close();
    });

    test('finds what is under way at a place, also what began long before', async () => {
      const day = 86_400_000;
      await append(
        entry('long', { time: 0, until: 10 * day }),
        entry('short', { time: 5 * day, until: 5 * day + 10 }),
        entry('elsewhere', { time: 5 * day, place: 'there' }),
      );
      const underWay = async (from: number, to: number, limit = 9) =>
        ids(await journal().overlapping(await viewOf(), { place: 'here', from, to, limit }));
      expect(await underWay(5 * day + 10, 6 * day)).toEqual(['long', 'short']);
      expect(await underWay(5 * day + 11, 6 * day)).toEqual(['long']);
      expect(await underWay(0, 20 * day, 1)).toEqual(['long']);
      expect(await underWay(11 * day, 20 * day)).toEqual([]);
      expect(ids(await journal().at(await viewOf(), 'here', 5 * day))).toEqual(['short']);
      expect(await journal().at(await viewOf(), 'here', 4 * day)).toEqual([]);
    });

    test('finds the ids that continue others after a slash, and no other', async () => {
      const long = `${'ü'.repeat(300)}\n"`;
      const others = ['walk', 'walk/1', 'walk/2/3', 'walks/1', 'walk-in', 'walk0', 'WALK/1', `${long}/1`, `${long}a/1`];
      await append(...others.map((id) => entry(id)), entry('z', { causes: [cause('walk/not recorded')] }));
      await journal().transaction('bob', (writes) => writes.append([entry('walk/of bob')]));
      const under = async (...eventIds: string[]) => [...(await journal().under(account, eventIds))].sort();
      expect(await under('walk')).toEqual(['walk/1', 'walk/2/3']);
      expect(await under('walk', 'walk/2', 'nothing', long)).toEqual(['walk/1', 'walk/2/3', `${long}/1`]);
      expect(await under('wal', '', '%')).toEqual([]);
      expect(await under()).toEqual([]);
    });

    test('keeps a place that is longer than an index takes, apart from another that begins like it', async () => {
      // Of a thousand characters that no database can make shorter.
      const place = Array.from({ length: 1_000 }, (_, at) =>
        String.fromCodePoint(0x4e00 + ((at * 7_919) % 20_000)),
      ).join('');
      await append(entry('a', { place }), entry('b', { place: `${place.slice(0, -1)}x` }));
      expect(ids(await journal().search(await viewOf(), { place, from: 0, to: 10_000, limit: 9 }))).toEqual(['a']);
    });

    test.each(texts.map((text) => [JSON.stringify(text), text]))(
      'keeps %s as an id, a place and a participant',
      async (_shown, text) => {
        await append(
          entry(`id ${text}`, { place: text, participants: [text], body: JSON.stringify({ is: text }) }),
          entry('plain', { place: `${text} ` }),
        );
        const found = await journal().search(await viewOf(), { place: text, from: 0, to: 10_000, limit: 9 });
        expect(ids(found)).toEqual([text]);
        expect(await journal().current(await viewOf(), [`id ${text}`])).toMatchObject([{ eventId: `id ${text}` }]);
      },
    );
  });
}
