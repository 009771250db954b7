import { defineCollection } from 'chronoscribe';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { events, ids, type StoreOpener, storeForEachTest, texts } from './fixture.ts';

export function keepingContract(open: StoreOpener): void {
  describe('what is kept', () => {
    const { store, restart } = storeForEachTest(open);
    const written = texts.map((text, at) => ({ id: text, account: 'a', place: text, time: at }));

    test('everything is there after a restart, in every order', async () => {
      for (const document of written) await store().put(events, document);
      await store().delete(events, 'a');
      const left = written.filter(({ id }) => id !== 'a');
      const reopened = await restart();
      await reopened.prepare(events);
      expect((await reopened.find(events, {})).items).toEqual(left);
      expect((await reopened.find(events, { orderBy: 'place' })).items).toEqual(left);
      expect((await reopened.find(events, { equals: { account: 'a' }, orderBy: 'time' })).items).toEqual(left);
      for (const document of left) expect(await reopened.get(events, document.id)).toEqual(document);
    });

    test('a cursor from before a restart goes on after it', async () => {
      for (const document of written) await store().put(events, document);
      const query = { orderBy: 'time', limit: 10 } as const;
      const first = await store().find(events, query);
      const reopened = await restart();
      await reopened.prepare(events);
      const second = await reopened.find(events, { ...query, ...(first.next !== null && { cursor: first.next }) });
      expect([...first.items, ...second.items]).toEqual(written.slice(0, 20));
    });

    test('preparing again changes nothing', async () => {
      for (const document of written) await store().put(events, document);
      await store().prepare(events, events);
      await store().prepare();
      await Promise.all([store().prepare(events), store().prepare(events)]);
      expect((await store().find(events, { orderBy: 'place' })).items).toEqual(written);
    });

    test('an index can be added to a collection with documents, left out for a while, and added again', async () => {
      const plain = { ...events, name: 'contract_plain', indexes: [] };
      const indexed = { ...plain, indexes: [['time']] } as const;
      await store().prepare(plain);
      await store().put(plain, { id: '1', account: 'a', time: 2 });
      await store().put(plain, { id: '2', account: 'a', time: 1 });
      await store().prepare(indexed);
      expect(ids((await store().find(indexed, { orderBy: 'time' })).items)).toEqual(['2', '1']);

      const without = await restart();
      await without.prepare(plain);
      await without.put(plain, { id: '1', account: 'a', time: 0 });
      await without.put(plain, { id: '3', account: 'a', time: 5 });
      const again = await restart();
      await again.prepare(indexed);
      expect(ids((await again.find(indexed, { orderBy: 'time' })).items)).toEqual(['1', '2', '3']);
    });

    test('a collection that was not prepared is refused by name', async () => {
      const forgotten = { ...events, name: 'contract_forgotten' };
      await expect(store().get(forgotten, 'x')).rejects.toThrow('"contract_forgotten"');
      await expect(store().put(forgotten, { id: 'x', account: 'a' })).rejects.toThrow('"contract_forgotten"');
      await expect(store().find(forgotten, {})).rejects.toThrow('"contract_forgotten"');
    });

    test('a name that cannot be kept is refused before anything is made', async () => {
      for (const name of ['', 'Notes', 'a-b', 'a"b', 'a b', '_', '1a', '__proto__']) {
        await expect(store().prepare({ ...events, name })).rejects.toThrow(`"${name}"`);
      }
      await store().prepare({ ...events, name: 'constructor' });
      expect((await store().find({ ...events, name: 'constructor' }, {})).items).toEqual([]);
    });

    test('a damaged document is named by collection and id, its values are not shown, and the others can still be read', async () => {
      const careless = defineCollection({ name: events.name, schema: z.looseObject({ id: z.string() }), indexes: [] });
      await store().put(events, { id: 'whole', account: 'a' });
      await store().put(careless, { id: 'broken', account: 'a', time: 'a secret' });
      for (const name of ['"broken"', '"contract_events"']) {
        await expect(store().get(events, 'broken')).rejects.toThrow(name);
        await expect(store().find(events, { equals: { account: 'a' } })).rejects.toThrow(name);
      }
      await expect(store().get(events, 'broken')).rejects.not.toThrow(/secret/);
      expect(await store().get(events, 'whole')).toEqual({ id: 'whole', account: 'a' });
      expect(await store().delete(events, 'broken')).toBe(true);
      expect(ids((await store().find(events, {})).items)).toEqual(['whole']);
    });

    test('after it was stopped a store is refused, and stopping waits for what was begun', async () => {
      const stopped = store();
      const begun = written.map((document) => stopped.put(events, document));
      const reopened = await restart();
      await Promise.all(begun);
      await expect(stopped.get(events, 'a')).rejects.toThrow();
      await expect(stopped.put(events, { id: 'a', account: 'a' })).rejects.toThrow();
      await reopened.prepare(events);
      expect((await reopened.find(events, { orderBy: 'time' })).items).toEqual(written);
    });
  });

  describe('counters', () => {
    const { store, restart } = storeForEachTest(open);

    test('each counts from 1 by itself, whatever its name', async () => {
      for (const name of texts.filter((text) => text.isWellFormed())) {
        expect(await store().next(name)).toBe(1);
        expect(await store().next(name)).toBe(2);
      }
    });

    test('values never repeat: not among many at once, not after a failed transaction, not after a restart', async () => {
      const seen = await Promise.all(Array.from({ length: 50 }, () => store().next('visits')));
      const failing = store().transaction(async (inside) => {
        seen.push(await inside.next('visits'), await inside.next('visits'));
        throw new Error('given up');
      });
      await expect(failing).rejects.toThrow('given up');
      seen.push(await store().next('visits'));
      seen.push(await store().transaction((inside) => inside.next('visits')));
      const reopened = await restart();
      seen.push(await reopened.next('visits'));
      expect(new Set(seen).size).toBe(55);
      expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    });
  });
}
