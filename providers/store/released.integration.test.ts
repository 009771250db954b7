import { temporaryFolder } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import type { MovableStore } from './contract/archive.ts';
import type { JournalReads } from './journal/kind.ts';
import sqlite from './sqlite/index.ts';
import { movable } from './testing/movable.ts';
import { layReleased, releasedVersions } from './testing/released.ts';

const range = { place: 'here', from: 0, to: 10_000 };

/** What is read of a journal by its indexes. */
async function readings(journal: JournalReads) {
  const found = ['a', 'b'].flatMap((account) =>
    ['primary', 'branch'].map(async (timeline) => {
      const view = await journal.view(account, timeline);
      if (view === undefined) throw new Error(`There is no timeline ${timeline} of ${account}.`);
      return {
        search: await journal.search(view, { ...range, limit: 100 }),
        at: await journal.at(view, 'here', 1000),
        underWay: await journal.overlapping(view, { ...range, from: 5, limit: 100 }),
        effects: await journal.effects(view, ['cause', 'later']),
        hasBackwardCause: await journal.hasBackwardCause(view),
      };
    }),
  );
  return Promise.all(found);
}

async function openedIn(fill: (folder: string) => Promise<unknown>): Promise<MovableStore> {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  await fill(folder.path);
  const store = await movable(sqlite)(folder.path);
  onTestFinished(() => store.stop());
  return store;
}

test.each(releasedVersions)(
  'a database of version %s is read by its indexes as one that was filled today',
  async (version) => {
    const released = await openedIn((folder) => layReleased(version, 'sqlite', folder));
    const filled = await openedIn(async () => undefined);
    await filled.archive.fill(released.archive.entries());
    const read = await readings(released.journal);
    expect(read).toEqual(await readings(filled.journal));
    // Not all of them empty.
    expect(read[0]).toMatchObject({ hasBackwardCause: true, effects: [{ eventId: 'effect' }] });
    expect(read[0]?.search).not.toEqual([]);
  },
);
