import type { Query } from 'chronoscribe/types';
import { describe, expect, test } from 'vitest';
import { allPages, type Event, events, ids, type StoreOpener, storeForEachTest, texts } from './fixture.ts';

export function findingContract(open: StoreOpener): void {
  describe('finding', () => {
    const { store } = storeForEachTest(open);
    const found = async (query: Query<Event>) => ids((await store().find(events, query)).items);
    const putAll = (documents: readonly Event[]) =>
      store().transaction(async (inside) => {
        for (const document of documents) await inside.put(events, document);
      });

    test('an empty collection gives an empty last page', async () => {
      expect(await store().find(events, {})).toEqual({ items: [], next: null });
      expect(await store().find(events, { equals: { account: 'a' }, orderBy: 'time' })).toEqual({
        items: [],
        next: null,
      });
    });

    test('documents come by id where nothing else is asked, in the order of code points', async () => {
      await putAll(texts.toReversed().map((id) => ({ id, account: 'a' })));
      expect(await found({})).toEqual(texts);
      expect(await found({ equals: { account: 'a' } })).toEqual(texts);
      expect(await found({ direction: 'descending' })).toEqual(texts.toReversed());
    });

    test('text is ordered by code point, also beyond the first 65,536, and numerals in text are not numbers', async () => {
      await putAll(
        texts
          .map((place, at) => ({ id: `${100 - at}`, account: 'a', place }))
          .toSorted((one, two) => +one.id - +two.id),
      );
      const places = async (direction: 'ascending' | 'descending') =>
        (await store().find(events, { equals: { account: 'a' }, orderBy: 'place', direction })).items.map(
          ({ place }) => place,
        );
      expect(await places('ascending')).toEqual(texts);
      expect(await places('descending')).toEqual(texts.toReversed());
    });

    test('numbers are ordered by value', async () => {
      const numbers = [
        -1e300,
        -10,
        -9.5,
        -1,
        0,
        5e-324,
        0.1,
        0.30000000000000004,
        2,
        10,
        2 ** 53,
        2 ** 60,
        1e21,
        1.7e308,
      ];
      await putAll(numbers.toReversed().map((time, at) => ({ id: `${at}`, account: 'a', time })));
      const { items } = await store().find(events, { equals: { account: 'a' }, orderBy: 'time' });
      expect(items.map(({ time }) => time)).toEqual(numbers);
    });

    test('absent and null come before all others, and equal keys by id', async () => {
      await putAll([
        { id: 'e', account: 'a', time: -1e308 },
        { id: 'd', account: 'a', time: 3 },
        { id: 'c', account: 'a', time: 3 },
        { id: 'b', account: 'a', time: null },
        { id: 'a', account: 'a' },
      ]);
      expect(await found({ equals: { account: 'a' }, orderBy: 'time' })).toEqual(['a', 'b', 'e', 'c', 'd']);
      expect(await found({ equals: { account: 'a' }, orderBy: 'time', direction: 'descending' })).toEqual([
        'd',
        'c',
        'e',
        'b',
        'a',
      ]);
    });

    test('equals finds exactly the documents with these values, in whatever order the fields are named', async () => {
      await putAll([
        { id: '1', account: 'a', place: 'x', time: 2 },
        { id: '2', account: 'a', place: 'x', time: 1 },
        { id: '3', account: 'a', place: 'y', time: 0 },
        { id: '4', account: 'b', place: 'x', time: 0 },
        { id: '5', account: 'A', place: 'x', time: 0 },
        { id: '6', account: 'a ', place: 'x', time: 0 },
      ]);
      expect(await found({ equals: { account: 'a', place: 'x' }, orderBy: 'time' })).toEqual(['2', '1']);
      expect(await found({ equals: { place: 'x', account: 'a' }, orderBy: 'time' })).toEqual(['2', '1']);
      expect(await found({ equals: { account: 'a', place: 'x' } })).toEqual(['1', '2']);
      expect(await found({ equals: { account: 'nobody' } })).toEqual([]);
    });

    test('each kind of text equals itself alone', async () => {
      await putAll(texts.map((place, at) => ({ id: `${at}`, account: 'a', place })));
      for (const [at, place] of texts.entries()) expect(await found({ equals: { place } })).toEqual([`${at}`]);
    });

    test('text of any length is found, as an id too, and equals itself alone', async () => {
      const long = 'visit '.repeat(2_000);
      const many = [
        long,
        `${long}a`,
        `${long}b`,
        `a${long}`,
        `😀${long}`,
        `${long.slice(0, 500)}`,
        `${long.slice(0, 501)}`,
      ];
      await putAll(many.map((text) => ({ id: text, account: text, place: text, time: 1 })));
      for (const text of many) {
        expect(await store().get(events, text)).toMatchObject({ id: text });
        expect(await found({ equals: { place: text, account: text }, orderBy: 'time' })).toEqual([text]);
      }
      const cursors = await allPages(store(), { orderBy: 'place', limit: 1 });
      expect(ids(cursors).toSorted()).toEqual(many.toSorted());
    });

    test('equals null finds where the field is null or absent', async () => {
      await putAll([
        { id: '1', account: 'a', place: null },
        { id: '2', account: 'a' },
        { id: '3', account: 'a', place: '' },
        { id: '4', account: 'a', place: 'null' },
      ]);
      expect(await found({ equals: { account: 'a', place: null } })).toEqual(['1', '2']);
    });

    test('from and to include their bound, above and below do not, and all that are given hold', async () => {
      await putAll([1, 2, 3, 4, 5].map((time) => ({ id: `${time}`, account: 'a', time })));
      const within = (range: NonNullable<Query<Event>['range']>) =>
        found({ equals: { account: 'a' }, orderBy: 'time', range });
      expect(await within({ from: 2, to: 4 })).toEqual(['2', '3', '4']);
      expect(await within({ above: 2, below: 4 })).toEqual(['3']);
      expect(await within({ from: 4 })).toEqual(['4', '5']);
      expect(await within({ below: 2 })).toEqual(['1']);
      expect(await within({ from: 2, above: 3 })).toEqual(['4', '5']);
      expect(await within({ from: 2, above: 1.5, to: 4, below: 4 })).toEqual(['2', '3']);
      expect(await within({ from: 4, to: 2 })).toEqual([]);
      expect(await within({})).toEqual(['1', '2', '3', '4', '5']);
    });

    test('a document without the field is in no range, so what never expires has not expired', async () => {
      await putAll([
        { id: 'never', account: 'a', time: null },
        { id: 'unset', account: 'a' },
        { id: 'past', account: 'a', time: 1 },
      ]);
      for (const direction of ['ascending', 'descending'] as const) {
        const query = { equals: { account: 'a' }, orderBy: 'time', direction } as const;
        expect(await found({ ...query, range: { to: 10 } })).toEqual(['past']);
        expect(await found({ ...query, range: { below: 10 } })).toEqual(['past']);
        expect(await found({ ...query, range: { from: -10 } })).toEqual(['past']);
      }
    });

    test('a range of text is bounded by code point', async () => {
      await putAll(texts.map((place, at) => ({ id: `${at}`, account: 'a', place })));
      const places = async (range: NonNullable<Query<Event>['range']>) =>
        (await store().find(events, { orderBy: 'place', range })).items.map(({ place }) => place);
      for (const [at, text] of texts.entries()) {
        expect(await places({ from: text })).toEqual(texts.slice(at));
        expect(await places({ below: text })).toEqual(texts.slice(0, at));
      }
    });

    test('a change moves a document to its new place in every order', async () => {
      await putAll([1, 2, 3].map((time) => ({ id: `${time}`, account: 'a', time, place: 'x' })));
      await store().put(events, { id: '1', account: 'a', time: 9, place: 'y' });
      await store().delete(events, '2');
      expect(await found({ equals: { account: 'a' }, orderBy: 'time' })).toEqual(['3', '1']);
      expect(await found({ equals: { place: 'x' } })).toEqual(['3']);
      expect(await found({ equals: { place: 'y' } })).toEqual(['1']);
    });

    test('a query that no index serves is refused, with the index to declare', async () => {
      const narrow = { ...events, indexes: [['account'], ['account', 'time']] } as const;
      const refused = (query: Query<Event>) => expect(store().find(narrow, query)).rejects;
      await refused({ equals: { place: 'x' } }).toThrow('["place"]');
      await refused({ orderBy: 'time' }).toThrow('["time"]');
      await refused({ equals: { time: 5 }, orderBy: 'account' }).toThrow('["time","account"]');
      await refused({ equals: { account: 'a', time: 5 }, orderBy: 'place' }).toThrow('["account","time","place"]');
    });

    test('a query that makes no sense is refused, and the collection named', async () => {
      const refused = (query: Query<Event>) => expect(store().find(events, query)).rejects;
      await refused({ limit: 0 }).toThrow('"contract_events"');
      await refused({ limit: 1001 }).toThrow('"contract_events"');
      await refused({ limit: 1.5 }).toThrow('"contract_events"');
      await refused({ range: { from: 1 } }).toThrow('"contract_events"');
      await refused({ orderBy: 'time', range: { from: Number.NaN } }).toThrow('"contract_events"');
    });
  });
}
