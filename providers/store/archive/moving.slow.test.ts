import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from 'chronoscribe/testing';
import type { ArchiveEntry } from 'chronoscribe/types';
import { describe, expect, onTestFinished, test } from 'vitest';
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
const filler = fileURLToPath(new URL('../testing/filler.ts', import.meta.url));

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

test.each(stores)(
  'a process that is killed while it fills the store $name leaves nothing',
  async ({ name, provider, settings }) => {
    const folder = await temporaryFolder();
    onTestFinished(folder.remove);
    const module = new URL(`../${name}/index.ts`, import.meta.url).href;
    const child = spawn(
      process.execPath,
      ['--conditions=chronoscribe-source', filler, module, folder.path, JSON.stringify(settings(folder.path))],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'close');
    const { archive, stop } = await movable(provider, settings)(folder.path);
    onTestFinished(stop);
    expect(await entriesOf(archive)).toEqual([]);
  },
);

/** As they come from a file: nothing of the one store is open while the other is filled. */
async function* copied(entries: readonly ArchiveEntry[]): AsyncGenerator<ArchiveEntry> {
  for (const entry of entries) yield JSON.parse(JSON.stringify(entry));
}
