import { Problem } from 'chronoscribe';
import type { Query } from 'chronoscribe/types';
import { describe, expect, test } from 'vitest';
import { allPages, type Event, events, ids, type StoreOpener, storeForEachTest, texts } from './fixture.ts';

export function pagingContract(open: StoreOpener): void {
  describe('pages', () => {
    const { store } = storeForEachTest(open);
    const twenty = Array.from({ length: 20 }, (_, at) => `${at + 10}`);
    const putAll = (documents: readonly Event[]) =>
      store().transaction(async (inside) => {
        for (const document of documents) await inside.put(events, document);
      });
    const byTime = { equals: { account: 'a' }, orderBy: 'time' } as const;

    test('pages of any size give the same documents as one page, with many equal and many absent keys', async () => {
      await putAll(twenty.map((id, at) => ({ id, account: 'a', place: 'x', ...(at % 4 > 0 && { time: at % 4 }) })));
      const queries: readonly Query<Event>[] = [
        {},
        { equals: { account: 'a' } },
        byTime,
        { ...byTime, range: { from: 1, below: 3 } },
        { ...byTime, range: { to: 2 } },
        { orderBy: 'time', range: { above: 1 } },
      ];
      for (const query of queries.flatMap((each) => [each, { ...each, direction: 'descending' as const }])) {
        const { items } = await store().find(events, query);
        expect(items.length).toBeGreaterThan(4);
        for (const limit of [1, 3, items.length]) expect(await allPages(store(), { ...query, limit })).toEqual(items);
      }
    });

    test('a page that is just full and last has no next', async () => {
      await putAll(twenty.map((id) => ({ id, account: 'a' })));
      expect((await store().find(events, { limit: 20 })).next).toBeNull();
      expect((await store().find(events, { limit: 19 })).next).not.toBeNull();
    });

    test('without a limit a page has 1000 documents', async () => {
      await putAll(Array.from({ length: 1001 }, (_, at) => ({ id: `${at}`, account: 'a' })));
      const page = await store().find(events, {});
      expect(page.items).toHaveLength(1000);
      expect(await allPages(store(), {})).toHaveLength(1001);
    });

    test('documents written between pages neither repeat nor hide any that were there', async () => {
      await putAll(twenty.map((id, at) => ({ id, account: 'a', time: at })));
      const seen: string[] = [];
      let next: string | undefined;
      do {
        const page = await store().find(events, { ...byTime, limit: 3, ...(next !== undefined && { cursor: next }) });
        seen.push(...ids(page.items));
        // One before all that were read, one beside the last, and the last itself is gone.
        const last = page.items.at(-1);
        await store().put(events, { id: `new-${seen.length}`, account: 'a', time: -seen.length });
        await store().put(events, { id: `${last?.id}!`, account: 'a', time: last?.time });
        await store().delete(events, last?.id ?? '');
        next = page.next ?? undefined;
      } while (next !== undefined);
      expect(seen.filter((id) => twenty.includes(id))).toEqual(twenty);
      expect(new Set(seen).size).toBe(seen.length);
    });

    test('a cursor holds for text of every kind, and is safe in a URL', async () => {
      await putAll(texts.map((text) => ({ id: text, account: 'a', place: text })));
      const { next } = await store().find(events, { orderBy: 'place', limit: 1 });
      expect(next).toMatch(/^[A-Za-z0-9._~-]+$/);
      expect(ids(await allPages(store(), { orderBy: 'place', limit: 1 }))).toEqual(texts);
      expect(ids(await allPages(store(), { limit: 1, direction: 'descending' }))).toEqual(texts.toReversed());
    });

    test('the page size may change between pages', async () => {
      await putAll(twenty.map((id, at) => ({ id, account: 'a', time: at })));
      const first = await store().find(events, { ...byTime, limit: 5 });
      const rest = await store().find(events, {
        ...byTime,
        limit: 100,
        ...(first.next !== null && { cursor: first.next }),
      });
      expect(ids([...first.items, ...rest.items])).toEqual(twenty);
    });

    test('a cursor of another query, a changed one and nonsense are invalid-cursor problems', async () => {
      await putAll(twenty.map((id, at) => ({ id, account: 'a', time: at, place: 'x' })));
      const { next } = await store().find(events, { ...byTime, limit: 5 });
      const cursor = next ?? '';
      const refused = async (query: Query<Event>) => {
        const thrown = await store()
          .find(events, query)
          .catch((error: unknown) => error);
        expect(thrown).toBeInstanceOf(Problem);
        expect(thrown).toMatchObject({ code: 'invalid-cursor', status: 422 });
      };
      await refused({ cursor });
      await refused({ ...byTime, equals: { account: 'b' }, cursor });
      await refused({ ...byTime, direction: 'descending', cursor });
      await refused({ ...byTime, range: { from: 0 }, cursor });
      await refused({ orderBy: 'time', cursor });
      for (const nonsense of [
        '',
        'x',
        '.',
        'null',
        '😀',
        cursor.slice(1),
        cursor.slice(0, -1),
        `${cursor}A`,
        `A${cursor}`,
        `${cursor}.`,
      ]) {
        await refused({ ...byTime, cursor: nonsense });
      }
      for (const at of [0, 3, 6]) {
        const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
        await refused({ ...byTime, cursor: changed });
      }
    });
  });
}
