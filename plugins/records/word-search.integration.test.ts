import type { Store } from 'chronoscribe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { wordsCollection } from './stored-record.ts';
import { type Desk, letters, openDesk } from './testing/letters.ts';

const sofia = { patient: { name: 'Sofía Lindqvist' }, title: '' };
const words = ['The right knee has been swollen for two weeks.', 'Größe 182 cm; ألم في الركبة'];

describe('records are searched by what they say', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await openDesk();
  });
  afterEach(() => desk.stop());

  const added = async (instead: Parameters<Desk['repository']>[0] = {}) => {
    const repository = await desk.repository(instead);
    await repository.add({ id: 'a', account: 'north', createdAt: 1, runId: 'r' }, { ...sofia, words });
    await repository.add({ id: 'b', account: 'north', createdAt: 2, runId: 'r' }, { words: ['A swollen ankle'] });
    await repository.add({ id: 'c', account: 'south', createdAt: 3, runId: 'r' }, { words });
    return repository;
  };
  const withoutIndex = (): Store => ({ ...desk.tools.store, search: undefined as never });

  test.each([
    ['a word', 'knee', ['a']],
    ['the beginning of a word', 'swol', ['b', 'a']],
    ['words of the record and of the name', 'lindq KNEE', ['a']],
    ['a name without its accent, and a word', 'sofia knee', ['a']],
    ['a word with another case and accent', 'größe', ['a']],
    ['Arabic', 'الركبة', ['a']],
    ['the inside of a word', 'nee', []],
    ['a word that stands in another record', 'ankle knee', []],
  ])('by %s', async (_, q, found) => {
    const { items, searched } = await (await added()).list('north', { q });
    expect(items.map(({ id }) => id)).toEqual(found);
    expect(searched).toBe('texts');
  });

  test('with the words around the one that was found, which a name has not', async () => {
    const repository = await added();
    const [knee] = (await repository.list('north', { q: 'swollen knee' })).items;
    expect(knee?.match).toBe(words[0]);
    const [named] = (await repository.list('north', { q: 'lindqvist' })).items;
    expect(named?.match).toBeNull();
  });

  test('page by page, and within a time', async () => {
    const repository = await added();
    const first = await repository.list('north', { q: 'swollen', limit: 1 });
    const second = await repository.list('north', { q: 'swollen', limit: 1, cursor: first.next ?? '' });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(['b', 'a']);
    expect((await repository.list('north', { q: 'swollen', to: 2 })).items.map(({ id }) => id)).toEqual(['a']);
  });

  test('by the words of the newest version alone, and by none of a deleted record', async () => {
    const repository = await added();
    await repository.update('north', 'a', { name: 'edited' }, () => ({ words: ['hip'] }));
    expect((await repository.list('north', { q: 'knee' })).items).toEqual([]);
    expect((await repository.list('north', { q: 'hip' })).items).toHaveLength(1);
    const kept = wordsCollection(letters.name);
    expect(await desk.tools.store.get(kept, 'a')).toMatchObject({ words: expect.not.stringContaining('hip') });
    await repository.delete('north', 'a');
    expect(await desk.tools.store.get(kept, 'a')).toBeUndefined();
    expect((await repository.list('north', { q: 'hip' })).items).toEqual([]);
  });

  test('only by names in a store without an index of words, which says so', async () => {
    const repository = await added({ store: withoutIndex() });
    expect(await repository.list('north', { q: 'knee' })).toMatchObject({ items: [], searched: 'names' });
    const { items } = await repository.list('north', { q: 'lindqvist' });
    expect(items).toMatchObject([{ id: 'a', match: null }]);
  });

  test('also those that were written to such a store, once they have been swept', async () => {
    const { cluster } = desk.tools;
    const neverElected = { ...cluster, count: async () => ({ count: 2, endsInMs: 0 }) };
    await (await added({ store: withoutIndex(), cluster: neverElected })).close();
    const repository = await desk.repository();
    await expect.poll(async () => (await repository.list('north', { q: 'knee' })).items).toHaveLength(1);
  });
});
