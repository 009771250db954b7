import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { account, cause, entry, ids, type JournalOpener, journalForEachTest } from './fixture.ts';

export function changingContract(open: JournalOpener): void {
  describe('what is changed', () => {
    const { journal, append, viewOf, search } = journalForEachTest(open);

    test('a transaction that throws leaves nothing, and its ids are free', async () => {
      const failed = journal().transaction(account, async (writes) => {
        await writes.append([entry('a')]);
        await writes.addTimeline({ id: 'fork', parent: 'primary', description: '', requestId: 'r' });
        expect(ids(await writes.current(await viewOf('primary', undefined, writes), ['a']))).toEqual(['a']);
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      await append(entry('b'));
      expect(await search()).toEqual(['b']);
      expect(await journal().taken(account, ['a', 'b'])).toEqual(['b']);
      expect(await journal().view(account, 'fork')).toBeUndefined();
    });

    test('of two transactions that would supersede one event, the second sees what the first did', async () => {
      await append(entry('a'));
      const attempt = (eventId: string) =>
        journal().transaction(account, async (writes) => {
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
      const failed = journal().bulk(account, async (writes) => {
        await writes.append([entry('x1')]);
        expect(await writes.taken(account, ['x1', 'x2'])).toEqual(['x1']);
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      expect(await search()).toEqual(['before']);
      expect(await journal().taken(account, ['x1'])).toEqual([]);

      await journal().bulk(account, async (writes) => {
        await writes.append([entry('x1'), entry('x2')]);
        await writes.append([entry('x3', { causes: [cause('x1')] })]);
        await writes.addReceipt('import 1', 'three');
      });
      expect(await search()).toEqual(['before', 'x1', 'x2', 'x3']);
      expect(await journal().receipt(account, 'import 1')).toBe('three');
      expect(await journal().receipt(account, 'import 2')).toBeUndefined();
      expect(await journal().receipt('bob', 'import 1')).toBeUndefined();
    });

    test('thousands are added at once, each with causes, and in their order', async () => {
      const many = Array.from({ length: 3_000 }, (_, at) =>
        entry(`e${at}`, { causes: at === 0 ? [] : [cause(`e${at - 1}`)], participants: [`p${at % 10}`], time: at }),
      );
      await journal().bulk(account, (writes) => writes.append(many));
      expect(await search('primary', { limit: 5_000 })).toEqual(many.map(({ eventId }) => eventId));
      expect(await journal().hasBackwardCause(await viewOf())).toBe(false);
      expect(ids(await journal().effects(await viewOf(), ['e2998']))).toEqual(['e2999']);
    });

    test('events with hundreds of causes each are added at once', async () => {
      const causes = Array.from({ length: 400 }, (_, at) => cause(`c${at}`));
      const many = Array.from({ length: 500 }, (_, at) => entry(`e${at}`, { causes, time: at }));
      await journal().bulk(account, (writes) => writes.append(many));
      for (const name of ['c0', 'c399']) {
        expect(new Set(ids(await journal().effects(await viewOf(), [name])))).toEqual(new Set(ids(many)));
      }
      expect(await journal().hasBackwardCause(await viewOf())).toBe(false);
    });

    test('a cause that a bulk adds after its effect is known to be late', async () => {
      await journal().bulk(account, async (writes) => {
        await writes.append([entry('effect', { time: 10, causes: [cause('late')] })]);
        await writes.append([entry('late', { time: 20 })]);
      });
      expect(await journal().hasBackwardCause(await viewOf())).toBe(true);
      expect(ids(await journal().effects(await viewOf(), ['late']))).toEqual(['effect']);
    });

    test('tens of thousands that come some at a time are shown whole and in their order, and no id is free meanwhile', async () => {
      const many = Array.from({ length: 12_000 }, (_, at) =>
        entry(`e${at}`, { causes: at === 0 ? [] : [cause(`e${at - 1}`)], participants: [`p${at % 10}`], time: at }),
      );
      await journal().bulk(account, async (writes) => {
        for (let from = 0; from < many.length; from += 3_000) {
          const some = many.slice(from, from + 3_000);
          expect(await writes.taken(account, ids(some))).toEqual([]);
          await writes.append(some);
          expect(new Set(await writes.taken(account, [...ids(some), 'free']))).toEqual(new Set(ids(some)));
        }
      });
      expect(await search('primary', { to: 20_000, limit: 20_000 })).toEqual(ids(many));
      expect(await journal().hasBackwardCause(await viewOf())).toBe(false);
      for (const at of [0, 2_999, 5_999, 10_000])
        expect(ids(await journal().effects(await viewOf(), [`e${at}`]))).toEqual([`e${at + 1}`]);
    });

    test('what is changed while a bulk is under way comes after it, and shows nothing of it', async () => {
      const { promise: half, resolve: goOn } = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const bulk = journal().bulk(account, async (writes) => {
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
      await journal().transaction('bob', (writes) => writes.append([entry('b', { place: 'there' })]));
      const bob = await viewOf('primary', undefined, journal(), 'bob');
      expect(await journal().search(bob, { place: 'here', from: 0, to: 10_000, limit: 9 })).toEqual([]);
      expect(await journal().effects(bob, ['b'])).toEqual([]);
      expect(await journal().current(bob, ['a'])).toEqual([]);
      expect(await journal().history('bob', 'a')).toEqual([]);
      expect(await journal().taken('bob', ['a', 'b'])).toEqual(['b']);
      expect(
        await journal().mentions(bob, {
          role: 'participant',
          word: 'eve',
          from: 0,
          to: 10_000,
          order: 'first',
          limit: 9,
        }),
      ).toEqual([]);
    });
  });
}
