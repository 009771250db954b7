import { defineCollection } from 'chronoscribe';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type StoreOpener, storeForEachTest } from './fixture.ts';

const plain = defineCollection({
  name: 'contract_notes',
  schema: z.object({ id: z.string(), words: z.string(), detail: z.string().optional() }),
  indexes: [],
});
const notes = { ...plain, words: 'words' } as const;

/** For stores that have `search`. */
export function wordsContract(open: StoreOpener): void {
  describe('words', () => {
    const { store, restart, holds } = storeForEachTest(open);
    const found = async (...words: readonly string[]) => (await store().search?.(notes, words, 10))?.toSorted();

    test('find the documents that have all of them, and follow each change', async () => {
      await store().prepare(notes);
      await store().put(notes, { id: 'a', words: 'knee pain 12e3 x-y_z', detail: 'back\\u and \u0000' });
      await store().put(notes, { id: 'b', words: 'knee' });
      expect(await found('knee')).toEqual(['a', 'b']);
      expect(await found('knee', 'pain')).toEqual(['a']);
      for (const word of ['12e3', 'x-y_z']) expect(await found(word)).toEqual(['a']);
      for (const word of ['kne', 'x', 'back', 'AND', '12e']) expect(await found(word)).toEqual([]);
      await store().put(notes, { id: 'b', words: 'hip' });
      expect(await found('knee')).toEqual(['a']);
      expect(await found('hip')).toEqual(['b']);
      await store().delete(notes, 'a');
      expect(await found('knee')).toEqual([]);
      expect(await store().search?.(notes, ['hip'], 0)).toEqual([]);
    });

    test('of a transaction that fails are not found, and those of one that succeeds are', async () => {
      await store().prepare(notes);
      const failing = store().transaction(async (documents) => {
        await documents.put(notes, { id: 'a', words: 'knee' });
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await found('knee')).toEqual([]);
      await store().transaction((documents) => documents.put(notes, { id: 'a', words: 'knee' }));
      expect(await found('knee')).toEqual(['a']);
    });

    test('are found that were there before documents were searched by them, and after a restart', async () => {
      await store().prepare(plain);
      await store().put(plain, { id: 'a', words: 'knee' });
      await store().prepare(notes);
      expect(await found('knee')).toEqual(['a']);
      await restart();
      await store().prepare(notes);
      await store().put(notes, { id: 'b', words: 'knee' });
      expect(await found('knee')).toEqual(['a', 'b']);
    });

    test('of deleted and changed documents are in no file once the store was scrubbed', async () => {
      await store().prepare(notes);
      const written = Array.from({ length: 300 }, (_, at) => ({ id: `n${at}`, words: `wordthatgoes stays${at}` }));
      for (const note of written) await store().put(notes, note);
      expect(await holds('wordthatgoes')).toBe(true);
      for (const [at, { id }] of written.entries()) {
        if (at % 2 === 0) await store().delete(notes, id);
        else await store().put(notes, { id, words: `stays${at}` });
      }
      await store().scrub();
      expect(await holds('wordthatgoes')).toBe(false);
      expect(await found('stays7')).toEqual(['n7']);
      await store().put(notes, { id: 'later', words: 'stays7' });
      expect(await found('stays7')).toEqual(['later', 'n7']);
    });
  });
}
