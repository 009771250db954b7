import { EncodedJson } from 'chronoscribe';
import { expect, test } from 'vitest';
import { AnchorList, answerOf } from './index.ts';

const listOf = (length: number) =>
  Array.from({ length }, (_, at) => ({
    ...{ anchor_id: `anc_${at}`, timestamp: at * 1000, description: `„${at}“`, locked: at % 2 === 0, order: at },
  }));

/** What a client reads of an answer. */
const read = (answer: unknown) =>
  AnchorList.strict().parse(answer instanceof EncodedJson ? JSON.parse(Buffer.from(answer.bytes).toString()) : answer);

test('a list that did not change is encoded once, and another one anew', () => {
  const list = listOf(20);
  expect(answerOf(list)).toBe(answerOf(list));
  expect(read(answerOf([...list, ...listOf(1)])).anchors).toHaveLength(21);
});

test.each([0, 1, 100, 101])('a list of %i anchors is answered as it is', (length) => {
  expect(read(answerOf(listOf(length))).anchors).toEqual(
    listOf(length).map(({ anchor_id, timestamp, description, locked }) => ({
      ...{
        anchor_id,
        timestamp: `1970-01-01T00:${new Date(timestamp).toISOString().slice(14, 19)}Z`,
        description,
        locked,
      },
    })),
  );
});
