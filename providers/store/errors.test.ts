import type { ArchiveEntry, Query } from 'chronoscribe/types';
import { describe, expect, test } from 'vitest';
import { parseEntries } from './archive/entries.ts';
import { preparedCollections } from './collections.ts';
import { type Event, events } from './contract/fixture.ts';
import { planQuery } from './query.ts';

describe('an error about a query names the collection and', () => {
  const narrow = { ...events, indexes: [['account'], ['account', 'time']] } as const;
  test.each<readonly [what: string, query: Query<Event>, message: RegExp]>([
    ['the missing index', { equals: { place: 'x' } }, /"contract_events".*\["place"\]/],
    [
      'the missing index in its order',
      { equals: { time: 5 }, orderBy: 'account' },
      /"contract_events".*\["time","account"\]/,
    ],
    ['the limit', { limit: 1001 }, /"contract_events".*limit/],
    ['the range', { range: { from: 1 } }, /"contract_events".*range/],
    ['the field', { orderBy: 'time', range: { from: Number.NaN } }, /"contract_events".*"time"/],
  ])('%s', (_what, query, message) => {
    expect(() => planQuery(narrow, query)).toThrow(message);
  });
});

test('an error about a collection that was not prepared says what to call', () => {
  expect(() => preparedCollections().require(events)).toThrow(/"contract_events".*prepare/);
});

describe('an error about an archive names the entry:', () => {
  const counter = { section: 'counters', value: { name: 'visits', value: 2 } };
  const document = { section: 'documents/visits', value: { id: 'a' } };
  const commit = { section: 'journal/commits', value: { account: 'ann', recordedAt: 1, seq: 1 } };
  test.each<readonly [what: string, entries: readonly ArchiveEntry[], message: RegExp]>([
    ['an unknown section', [counter, { section: 'unknown', value: {} }], /entry 1 of "unknown" is faulty/],
    [
      'a wrong shape',
      [commit, { ...commit, value: { account: 'ann' } }],
      /entry 2 of "journal\/commits" is faulty: .*seq/,
    ],
    ['no id', [document, { ...document, value: 'b' }], /entry 2 of "documents\/visits" is faulty/],
    ['a section too late', [document, counter], /entry 1 of "counters" is faulty: it comes too late/],
  ])('%s', async (_what, entries, message) => {
    async function* listed() {
      yield* entries;
    }
    await expect(Array.fromAsync(parseEntries(listed()))).rejects.toThrow(message);
  });
});
