import { describe, expect, test } from 'vitest';
import { events, type StoreOpener, storeForEachTest } from './fixture.ts';

const secret = 'a-word-of-the-patient';

export function scrubbingContract(open: StoreOpener): void {
  describe('what was deleted', () => {
    const { store, holds } = storeForEachTest(open);

    /**
     * Written in no order, of many lengths, and with others between them that stay: so rows are moved from page to
     * page, and what they leave behind is what this is about. Returns the ids of those that hold the secret.
     */
    const write = async () => {
      const chance = randomNumbers();
      const shuffled = <T>(items: readonly T[]) =>
        items
          .map((item) => ({ item, key: chance() }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ item }) => item);
      const secrets: string[] = [];
      const words = new Map<string, string>();
      for (const at of shuffled(Array.from({ length: 600 }, (_, index) => index))) {
        const id = `e${String(at).padStart(3, '0')}`;
        const isSecret = chance() < 0.5;
        if (isSecret) secrets.push(id);
        const word = isSecret ? secret : 'a-word-that-stays-here';
        await store().put(events, { id, account: 'a', detail: word });
        words.set(id, word);
      }
      // Rows that grow do not fit where they were.
      for (const [id, word] of shuffled([...words])) {
        await store().put(events, { id, account: 'a', detail: `${word} `.repeat(4 + chance() * 40) });
      }
      return shuffled(secrets);
    };

    test('is in no file once the store was scrubbed, whatever was moved about before', async () => {
      const ids = await write();
      expect(await holds(secret)).toBe(true);
      for (const id of ids) await store().delete(events, id);
      await store().scrub();
      expect(await holds(secret)).toBe(false);
      expect((await store().find(events, {})).items).toHaveLength(600 - ids.length);
    });

    test('may be scrubbed by many at once, while others write', async () => {
      await write();
      const writing = Array.from({ length: 50 }, (_, at) => store().put(events, { id: `w${at}`, account: 'w' }));
      await Promise.all([store().scrub(), store().scrub(), ...writing, store().scrub()]);
      expect((await store().find(events, { equals: { account: 'w' } })).items).toHaveLength(50);
    });
  });
}

/** The same numbers from 0 to 1 each time: a fault that shows once shows again. */
function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
