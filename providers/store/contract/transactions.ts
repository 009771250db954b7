import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, test } from 'vitest';
import { events, ids, type StoreOpener, storeForEachTest } from './fixture.ts';

export function transactionsContract(open: StoreOpener): void {
  describe('transactions', () => {
    const { store } = storeForEachTest(open);
    const one = { id: 'one', account: 'a' };
    const two = { id: 'two', account: 'a' };

    test('its result is passed on, and all of its changes are there', async () => {
      await store().put(events, two);
      const result = await store().transaction(async (inside) => {
        await inside.put(events, one);
        await inside.delete(events, 'two');
        return 'done';
      });
      expect(result).toBe('done');
      expect(ids((await store().find(events, {})).items)).toEqual(['one']);
    });

    test('when it throws, nothing has happened and the error is passed on', async () => {
      await store().put(events, { ...one, time: 1 });
      const reason = new Error('the plan was changed');
      const failing = store().transaction(async (inside) => {
        await inside.put(events, { ...one, time: 2 });
        await inside.insert(events, two);
        await inside.delete(events, 'one');
        await inside.insert(events, { ...one, time: 3 });
        throw reason;
      });
      await expect(failing).rejects.toBe(reason);
      expect((await store().find(events, {})).items).toEqual([{ ...one, time: 1 }]);
      expect((await store().find(events, { equals: { account: 'a' }, orderBy: 'time' })).items).toEqual([
        { ...one, time: 1 },
      ]);
    });

    test('one that throws before its first wait is no different', async () => {
      const failing = store().transaction(() => {
        throw new Error('at once');
      });
      await expect(failing).rejects.toThrow('at once');
      await store().put(events, one);
      expect(await store().get(events, 'one')).toEqual(one);
    });

    test('inside it, its own changes are seen; outside, nothing of it before it is done', async () => {
      await store().put(events, two);
      const written = Promise.withResolvers<void>();
      const looked = Promise.withResolvers<void>();
      const running = store().transaction(async (inside) => {
        await inside.put(events, one);
        await inside.put(events, { ...two, time: 5 });
        expect(await inside.get(events, 'one')).toEqual(one);
        expect(ids((await inside.find(events, { equals: { account: 'a' }, orderBy: 'time' })).items)).toEqual([
          'one',
          'two',
        ]);
        written.resolve();
        await looked.promise;
      });
      await written.promise;
      expect(await store().get(events, 'one')).toBeUndefined();
      expect((await store().find(events, {})).items).toEqual([two]);
      looked.resolve();
      await running;
      expect((await store().find(events, {})).items).toEqual([one, { ...two, time: 5 }]);
    });

    test('50 that add to one document at once lose nothing', async () => {
      await store().put(events, { ...one, time: 0 });
      const adding = Array.from({ length: 50 }, () =>
        store().transaction(async (inside) => {
          const before = await inside.get(events, 'one');
          await Promise.resolve();
          await inside.put(events, { ...one, time: (before?.time ?? 0) + 1 });
        }),
      );
      await Promise.all(adding);
      expect((await store().get(events, 'one'))?.time).toBe(50);
    });

    test('one that fails among others takes none of them with it', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, at) =>
          store().transaction(async (inside) => {
            await inside.put(events, { id: `${at + 10}`, account: 'a' });
            if (at % 2 === 1) throw new Error('odd');
          }),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(10);
      expect(ids((await store().find(events, {})).items)).toEqual(
        Array.from({ length: 10 }, (_, at) => `${at * 2 + 10}`),
      );
    });

    test('a change outside waits for a running transaction and is neither lost nor part of it', async () => {
      const begun = Promise.withResolvers<void>();
      const end = Promise.withResolvers<void>();
      const failing = store().transaction(async (inside) => {
        await inside.put(events, one);
        begun.resolve();
        await end.promise;
        throw new Error('given up');
      });
      await begun.promise;
      const outside = store().put(events, two);
      end.resolve();
      await expect(failing).rejects.toThrow('given up');
      await outside;
      expect((await store().find(events, {})).items).toEqual([two]);
    });

    test('counters give no value twice, inside transactions and outside', async () => {
      const asked = Array.from({ length: 300 }, (_, at) =>
        at % 3 === 0 ? store().next('visits') : store().transaction((inside) => inside.next('visits')),
      );
      expect(new Set(await Promise.all(asked)).size).toBe(300);
    });

    test('of two that each read what the other changes, one sees the change of the other', async () => {
      for (let round = 0; round < 10; round += 1) {
        const [left, right] = [`left${round}`, `right${round}`];
        for (const id of [left, right]) await store().put(events, { id, account: 'on duty' });
        const leave = (id: string) =>
          store().transaction(async (inside) => {
            const both = await Promise.all([inside.get(events, left), inside.get(events, right)]);
            if (both.filter((each) => each?.account === 'on duty').length < 2) return;
            await inside.put(events, { id, account: 'off duty' });
          });
        await Promise.all([leave(left), leave(right)]);
        const stayed = await Promise.all([left, right].map((id) => store().get(events, id)));
        expect(stayed.filter((each) => each?.account === 'on duty')).toHaveLength(1);
      }
    });

    test('one belongs to whoever asked for it: it runs in the context of its caller', async () => {
      const caller = new AsyncLocalStorage<string>();
      const callerSeen = (name: string) => caller.run(name, () => store().transaction(async () => caller.getStore()));
      expect(await Promise.all(['one', 'two', 'three'].map(callerSeen))).toEqual(['one', 'two', 'three']);
    });

    test('after its end its documents are refused, so nothing is added to it unseen', async () => {
      const inside = await store().transaction(async (documents) => documents);
      await expect(inside.put(events, one)).rejects.toThrow();
      await expect(inside.get(events, 'one')).rejects.toThrow();
      expect(await store().get(events, 'one')).toBeUndefined();
    });
  });
}
