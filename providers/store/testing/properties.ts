import { temporaryFolder } from 'chronoscribe/testing';
import type { Query } from 'chronoscribe/types';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allPages, type Event, events, ids, type OpenedStore, type StoreOpener, texts } from '../contract/fixture.ts';

const account = 'clinic';
const text = fc.oneof(fc.constantFrom('x', 'y', ...texts), fc.string({ unit: 'binary', maxLength: 3 }));
const number = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true }));
const place = fc.option(fc.oneof(fc.constantFrom('x', 'y'), text), { freq: 4 });
const time = fc.option(number, { freq: 4 });

const write = fc.record({
  how: fc.constantFrom('put', 'put', 'put', 'insert', 'delete'),
  id: fc.oneof(fc.constantFrom('1', '2', '3'), text),
  place,
  time,
});

const page = { direction: fc.constantFrom('ascending', 'descending'), limit: fc.integer({ min: 1, max: 5 }) } as const;
const inAccount = fc.constant({ account });
const inPlace = place.map((at) => ({ account, place: at }));
const byTime = { orderBy: fc.constant('time'), range: range(number) } as const;
const byPlace = { orderBy: fc.constant('place'), range: range(text) } as const;
const query: fc.Arbitrary<Query<Event>> = fc.oneof(
  fc.record({ ...page, equals: inAccount }),
  fc.record({ ...page, equals: inPlace }),
  fc.record({ ...page, equals: inAccount, ...byTime }),
  fc.record({ ...page, equals: inAccount, ...byPlace }),
  fc.record({ ...page, equals: inPlace, ...byTime }),
);

function range<T>(value: fc.Arbitrary<T>) {
  return fc.record({ from: value, above: value, to: value, below: value }, { requiredKeys: [] });
}

/**
 * Random changes and queries, compared with a model: a list that is filtered, sorted and cut. Apart from the contract,
 * because it needs fast-check.
 */
export function storeProperties(name: string, open: StoreOpener): void {
  describe(`the store ${name}, whatever is written and asked`, () => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let opened: OpenedStore;

    beforeAll(async () => {
      folder = await temporaryFolder();
      opened = await open(folder.path);
      await opened.store.prepare(events);
    });
    afterAll(async () => {
      await opened.stop();
      await folder.remove();
    });

    test('finds what a plain list would', async () => {
      const writes = fc.array(write, { maxLength: 25 });
      const queries = fc.array(query, { minLength: 5, maxLength: 10 });
      const sameAsModel = fc.asyncProperty(writes, queries, async (written, asked) => {
        const model = await writeAll(opened, written);
        for (const each of asked) {
          const expected = findInModel(model, each);
          expect(ids(await allPages(opened.store, each))).toEqual(expected);
          expect(ids((await opened.store.find(events, each)).items)).toEqual(expected.slice(0, each.limit));
        }
      });
      await fc.assert(sameAsModel, { numRuns: 150 });
    });
  });
}

/** Empties the store, writes to it and to the model, and compares the results of each write. */
async function writeAll(
  { store }: OpenedStore,
  written: readonly (typeof write extends fc.Arbitrary<infer W> ? W : never)[],
) {
  const model = new Map<string, Event>();
  await store.transaction(async (inside) => {
    for (const { id } of (await inside.find(events, {})).items) await inside.delete(events, id);
    for (const { how, id, ...fields } of written) {
      const event = { id, account, ...fields };
      const known = model.has(id);
      if (how === 'delete') {
        expect(await inside.delete(events, id)).toBe(known);
        model.delete(id);
      } else if (how === 'put') {
        await inside.put(events, event);
        model.set(id, event);
      } else {
        expect(await inside.insert(events, event)).toBe(!known);
        if (!known) model.set(id, event);
      }
    }
  });
  return [...model.values()];
}

type Key = string | number | null;

function findInModel(
  model: readonly Event[],
  { equals = {}, orderBy, range = {}, direction }: Query<Event>,
): readonly string[] {
  const keyOf = (event: Event): Key => (orderBy === 'time' || orderBy === 'place' ? (event[orderBy] ?? null) : null);
  const bounds: readonly [Key | undefined, (difference: number) => boolean][] = [
    [range.from, (difference) => difference >= 0],
    [range.above, (difference) => difference > 0],
    [range.to, (difference) => difference <= 0],
    [range.below, (difference) => difference < 0],
  ];
  const found = model
    .filter((event) => equals.place === undefined || event.place === equals.place)
    .filter((event) =>
      bounds.every(
        ([bound, holds]) => bound === undefined || (keyOf(event) !== null && holds(compare(keyOf(event), bound))),
      ),
    )
    .toSorted((one, other) => compare(keyOf(one), keyOf(other)) || compare(one.id, other.id));
  return ids(direction === 'descending' ? found.toReversed() : found);
}

function compare(one: Key, other: Key): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  const [left, right] =
    typeof one === 'string' || typeof other === 'string' ? [spelt(one), spelt(other)] : [one, other];
  return left < right ? -1 : Number(left > right);
}

/** Code points in hexadecimal digits, which JavaScript sorts correctly. */
function spelt(key: string | number): string {
  return Array.from(String(key), (character) => (character.codePointAt(0) ?? 0).toString(16).padStart(6, '0')).join('');
}
