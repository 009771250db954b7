import type { ArchiveEntry } from 'chronoscribe';
import { describe, test } from 'vitest';
import { entriesOf, expectSame, fresh } from '../contract/archive.ts';
import lowdb from '../lowdb/index.ts';
import postgres from '../postgres/index.ts';
import { sharedDatabase } from '../postgres/testing/database.ts';
import sqlite from '../sqlite/index.ts';
import { writeAllSorts } from '../testing/contents.ts';
import { movable } from '../testing/movable.ts';

const shared = sharedDatabase();
const stores = [
  { name: 'sqlite', provider: sqlite, settings: () => ({}) },
  { name: 'lowdb', provider: lowdb, settings: () => ({}) },
  { name: 'postgres', provider: postgres, settings: (folder: string) => shared().settings(folder) },
];

describe.each(stores)('what the store $name holds', (from) => {
  // There and back again is both ways of a pair.
  test.each(stores.slice(stores.indexOf(from)))(
    'is the same in the store $name, and once it is back again',
    async (to) => {
      const source = await fresh(movable(from.provider, from.settings));
      await writeAllSorts(source);
      const target = await fresh(movable(to.provider, to.settings));
      await target.archive.fill(copied(await entriesOf(source.archive)));
      await expectSame(source, target);
      const again = await fresh(movable(from.provider, from.settings));
      await again.archive.fill(copied(await entriesOf(target.archive)));
      await expectSame(source, again);
    },
  );
});

/** As they come from a file: nothing of the one store is open while the other is filled. */
async function* copied(entries: readonly ArchiveEntry[]): AsyncGenerator<ArchiveEntry> {
  for (const entry of entries) yield JSON.parse(JSON.stringify(entry));
}
