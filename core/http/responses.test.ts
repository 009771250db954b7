import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { EncodedJson } from '../api/response.ts';
import { encodeList, longLists } from './responses.ts';

const Item = z.object({ id: z.string(), seen: z.int().transform((at) => `at ${at}`) });
const items = Array.from({ length: 500 }, (_, at) => ({ id: `„${at}“`, seen: at, secret: 'not in the schema' }));

test('a long list is written as its schema has it', async () => {
  const [list, ...others] = longLists(z.object({ items: z.array(Item), next: z.string() }), { items, next: 'n' });
  expect(others).toEqual([]);
  const json = await encodeList(list?.items ?? [], (item) => list?.element.parse(item));
  expect(Buffer.from(json).toString()).toBe(JSON.stringify(z.array(Item).parse(items)));
});

test('other requests have turns while a long list is written', async () => {
  let turns = 0;
  let isDone = false;
  const counting = (async () => {
    while (!isDone) {
      await nextTurn();
      turns += 1;
    }
  })();
  /** Takes a millisecond. */
  const slowly = (item: unknown): unknown => {
    for (const begun = performance.now(); performance.now() - begun < 1; );
    return item;
  };
  await encodeList(Array.from({ length: 200 }), slowly);
  isDone = true;
  await counting;
  expect(turns).toBeGreaterThan(5);
});

test.each([
  ['a short list', z.object({ items: z.array(Item) }), { items: items.slice(0, 10) }],
  ['a list with a rule of its own', z.object({ items: z.array(Item).max(1_000) }), { items }],
  ['a list that is no field', z.array(Item), items],
  ['a field that the schema does not have', z.object({}), { items }],
])('%s is left to the schema', (_, schema, body) => {
  expect(longLists(schema, body)).toEqual([]);
});

test('an encoded answer is the same as one that is written at once', () => {
  const fields = { a: Buffer.from('[1,2]'), 'b "': 'text', left: undefined, none: null, c: Buffer.from('{}') };
  const { bytes } = new EncodedJson(fields);
  expect(JSON.parse(Buffer.from(bytes).toString())).toEqual({ a: [1, 2], 'b "': 'text', none: null, c: {} });
  expect(Buffer.from(new EncodedJson({}).bytes).toString()).toBe('{}');
  expect(Buffer.from(new EncodedJson({ left: undefined, a: 1 }).bytes).toString()).toBe('{"a":1}');
});
