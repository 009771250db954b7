import { describe, expect, test } from 'vitest';
import { events, type StoreOpener, storeForEachTest, texts } from './fixture.ts';

export function documentsContract(open: StoreOpener): void {
  describe('documents', () => {
    const { store } = storeForEachTest(open);
    const visit = { id: 'visit', account: 'clinic' };

    test('a document that was put is got back as it was', async () => {
      const detail = { list: [1, -0.5, 1e300, null, true, { deep: 'é😀' }], __proto__: null, empty: {} };
      await store().put(events, { ...visit, time: 5, detail });
      expect(await store().get(events, 'visit')).toEqual({ ...visit, time: 5, detail: { ...detail } });
    });

    test('an id that was never written gives undefined, also one that every JavaScript object has', async () => {
      for (const id of ['nothing', '__proto__', 'constructor', 'toString', '']) {
        expect(await store().get(events, id)).toBeUndefined();
        expect(await store().delete(events, id)).toBe(false);
      }
    });

    test('put replaces the whole document', async () => {
      await store().put(events, { ...visit, time: 1, place: 'room 2' });
      await store().put(events, { ...visit, time: 2 });
      expect(await store().get(events, 'visit')).toEqual({ ...visit, time: 2 });
    });

    test('insert writes a new id, and leaves one that exists as it is', async () => {
      expect(await store().insert(events, { ...visit, time: 1 })).toBe(true);
      expect(await store().insert(events, { ...visit, time: 2 })).toBe(false);
      expect(await store().get(events, 'visit')).toEqual({ ...visit, time: 1 });
    });

    test('of many who insert the same id at once, one succeeds', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, time) => store().insert(events, { ...visit, time })),
      );
      expect(outcomes.filter((inserted) => inserted)).toHaveLength(1);
      expect(await store().get(events, 'visit')).toEqual({ ...visit, time: outcomes.indexOf(true) });
    });

    test('delete says whether there was something, and then there is nothing', async () => {
      await store().put(events, visit);
      expect(await store().delete(events, 'visit')).toBe(true);
      expect(await store().delete(events, 'visit')).toBe(false);
      expect(await store().get(events, 'visit')).toBeUndefined();
      expect(await store().insert(events, visit)).toBe(true);
    });

    test('every kind of text is an id of its own, and comes back unchanged as id and as value', async () => {
      for (const text of texts) {
        expect(await store().insert(events, { id: text, account: text, place: text, detail: { [text]: text } })).toBe(
          true,
        );
      }
      for (const text of texts) {
        const found = await store().get(events, text);
        expect(found).toMatchObject({ id: text, account: text, place: text });
        expect(Object.entries(found?.detail ?? {})).toEqual([[text, text]]);
      }
      for (const text of texts) expect(await store().delete(events, text)).toBe(true);
      expect((await store().find(events, {})).items).toEqual([]);
    });

    test('a document of a megabyte is kept whole', async () => {
      const place = 'wörd '.repeat(200_000);
      await store().put(events, { ...visit, place });
      expect((await store().get(events, 'visit'))?.place).toBe(place);
    });

    test('whoever changes a document that they gave or got changes nothing in the store', async () => {
      const given = { ...visit, detail: { doses: [1] } };
      await store().put(events, given);
      given.detail.doses.push(2);
      const got = await store().get(events, 'visit');
      Object.assign(got?.detail ?? {}, { doses: [3] });
      expect(await store().get(events, 'visit')).toEqual({ ...visit, detail: { doses: [1] } });
    });

    test('collections do not share ids', async () => {
      const others = { ...events, name: 'contract_others' };
      await store().prepare(others);
      await store().put(events, visit);
      expect(await store().get(others, 'visit')).toBeUndefined();
      expect(await store().insert(others, visit)).toBe(true);
      expect(await store().delete(events, 'visit')).toBe(true);
      expect(await store().get(others, 'visit')).toEqual(visit);
    });
  });
}
