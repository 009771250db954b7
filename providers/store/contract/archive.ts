import { type Archive, defineCollection, type Store } from 'chronoscribe';
import { temporaryFolder } from 'chronoscribe/testing';
import type { ArchiveEntry } from 'chronoscribe/types';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { Journal } from '../journal/kind.ts';
import { writeAllSorts } from '../testing/contents.ts';
import { allPages, events, texts } from './fixture.ts';
import { entry } from './journal/fixture.ts';

/** A store that can be moved, with its journal. */
export interface MovableStore {
  readonly store: Store;
  readonly journal: Journal;
  readonly archive: Archive;
  stop(): Promise<void>;
}

/** Opens the store that belongs to a folder, as `StoreOpener` does. */
export type MovableOpener = (folder: string) => Promise<MovableStore>;

const visits = defineCollection({ name: 'visits', schema: z.looseObject({ id: z.string() }), indexes: [] });
const counted = { section: 'counters', value: { name: 'visits', value: 7 } };
const visit = (id: string) => ({ section: 'documents/visits', value: { id } });
const commit = { section: 'journal/commits', value: { account: 'ann', recordedAt: 5, seq: 3 } };

/**
 * What every store that can be moved must do, as tests: nothing may be lost or come out otherwise because an
 * installation grew out of a database.
 *
 * @param alone whether only one transaction can be under way in the database at a time
 */
export function archiveContract(name: string, open: MovableOpener, { alone = false } = {}): void {
  describe(`the archive of the store ${name}`, () => {
    test('an empty store holds nothing, also once collections were prepared', async () => {
      const { store, archive } = await fresh(open);
      await store.prepare(events);
      expect(await entriesOf(archive)).toEqual([]);
    });

    test('entries come by section, and in each by id, however they were written', async () => {
      const one = await fresh(open);
      const other = await fresh(open);
      for (const [{ store }, ids] of [
        [one, texts],
        [other, texts.toReversed()],
      ] as const) {
        await store.prepare(visits, events);
        for (const id of ids) await store.put(visits, { id });
        await store.put(events, { id: 'last', account: 'a' });
        await store.next('visits');
      }
      const entries = await entriesOf(one.archive);
      expect(await entriesOf(other.archive)).toEqual(entries);
      expect(entries).toEqual([
        { section: 'counters', value: { name: 'visits', value: 1 } },
        { section: 'documents/contract_events', value: { id: 'last', account: 'a' } },
        ...texts.map(visit),
      ]);
    });

    test('is of one moment, whatever is written while it is read', async () => {
      const movable = await fresh(open);
      await writeAllSorts(movable);
      const before = await entriesOf(movable.archive);
      const reading = movable.archive.entries()[Symbol.asyncIterator]();
      const first = await reading.next();
      const writing = (async () => {
        await movable.store.put(events, { id: 'later', account: 'a' });
        await movable.store.next('visits');
        await movable.journal.transaction('ann', async (writes) => {
          await writes.append([entry('later')]);
          await writes.deleteTimeline('a branch of it');
        });
      })();
      if (!alone) await writing;
      const read = [first.value, ...(await Array.fromAsync({ [Symbol.asyncIterator]: () => reading }))];
      await writing;
      expect(read).toEqual(before);
      expect(await entriesOf(movable.archive)).not.toEqual(before);
    });

    test.skipIf(alone)('what an import has written so far is not in it', async () => {
      const { journal, archive } = await fresh(open);
      await journal.transaction('ann', (writes) => writes.append([entry('shown')]));
      const before = await entriesOf(archive);
      const during = await journal.bulk('ann', async (bulk) => {
        await bulk.append([entry('hidden')]);
        return entriesOf(archive);
      });
      expect(during).toEqual(before);
    });

    test('fills an empty store, which then is as if all had been written there', async () => {
      const source = await fresh(open);
      await writeAllSorts(source);
      const target = await fresh(open);
      await target.archive.fill(listed(...(await entriesOf(source.archive))));
      await expectSame(source, target);
    });

    test('is there after a restart, and the store goes on from it', async () => {
      const source = await fresh(open);
      await writeAllSorts(source);
      const folder = await emptyFolder();
      const first = await open(folder);
      await first.archive.fill(listed(...(await entriesOf(source.archive))));
      await first.stop();
      const target = await opened(open, folder);
      await expectSame(source, target);
      expect(await target.store.next('visits')).toBe(3);
      await target.store.prepare(events);
      expect((await allPages(target.store, { equals: { account: '😀' } })).map(({ id }) => id)).toEqual(['😀']);
      await revisionsGoOn(target);
    });

    test.each<readonly [what: string, write: (movable: MovableStore) => Promise<unknown>]>([
      ['a document', async ({ store }) => store.prepare(visits).then(() => store.put(visits, { id: 'one' }))],
      ['a counter', ({ store }) => store.next('visits')],
      ['an event', ({ journal }) => journal.transaction('ann', (writes) => writes.append([entry('one')]))],
    ])('a store that holds %s is not filled', async (_what, write) => {
      const movable = await fresh(open);
      await write(movable);
      const before = await entriesOf(movable.archive);
      await expect(movable.archive.fill(listed(counted))).rejects.toThrow();
      expect(await entriesOf(movable.archive)).toEqual(before);
    });

    test.each<readonly [what: string, entries: readonly ArchiveEntry[], section: string]>([
      ['an unknown section', [counted, { section: 'unknown', value: {} }], 'unknown'],
      ['a wrong shape', [visit('a'), commit, { ...commit, value: { account: 'ann' } }], 'journal/commits'],
      ['a document without an id', [visit('a'), { ...visit('b'), value: 'b' }], 'documents/visits'],
      ['a name that no collection has', [{ ...visit('a'), section: 'documents/Visits"; --' }], 'documents/Visits'],
      ['the same document twice', [visit('a'), visit('a')], 'documents/visits'],
      ['a section that comes too late', [visit('a'), counted], 'counters'],
    ])('%s is refused by its section, and nothing else is kept', async (_what, entries, section) => {
      const folder = await emptyFolder();
      const first = await open(folder);
      await expect(first.archive.fill(listed(...entries))).rejects.toThrow(section);
      expect(await entriesOf(first.archive)).toEqual([]);
      await first.stop();
      const { archive } = await opened(open, folder);
      expect(await entriesOf(archive)).toEqual([]);
      await archive.fill(listed(counted));
      expect(await entriesOf(archive)).toEqual([counted]);
    });

    test('entries that end in an error leave nothing', async () => {
      const { archive } = await fresh(open);
      async function* broken() {
        yield counted;
        yield visit('a');
        throw new Error('the file ends here');
      }
      await expect(archive.fill(broken())).rejects.toThrow('the file ends here');
      expect(await entriesOf(archive)).toEqual([]);
    });
  });
}

/** Whether two stores hold the same and answer the same. */
export async function expectSame(source: MovableStore, target: MovableStore): Promise<void> {
  const entries = await entriesOf(source.archive);
  expect(entries.length).toBeGreaterThan(1000);
  // As text: the order of an object's fields counts too.
  expect((await entriesOf(target.archive)).map((each) => JSON.stringify(each))).toEqual(
    entries.map((each) => JSON.stringify(each)),
  );
  for (const account of ['ann', 'carl', 'dora']) {
    expect(await answers(target.journal, account)).toEqual(await answers(source.journal, account));
  }
}

/**
 * What a journal says of an account: each timeline now and at each moment of its past, and the history of some events.
 */
async function answers(journal: Journal, account: string): Promise<unknown> {
  const timelines = await journal.timelines(account);
  const history = await journal.history(account, 'cause');
  const moments = [...new Set(history.map(({ recordedAt }) => recordedAt)), Number.MAX_SAFE_INTEGER];
  const views = [];
  for (const { id } of timelines) {
    for (const moment of moments) {
      const view = await journal.view(account, id, moment);
      if (view === undefined) throw new Error(`there is no timeline ${id}`);
      views.push({
        upTo: view.lineage.map(({ timelineId, upTo }) => [timelineId, upTo]),
        found: await journal.search(view, { place: 'here', from: 0, to: 10_000, limit: 10_000 }),
        effects: await journal.effects(view, ['cause']),
        mentions: await journal.mentions(view, { role: 'participant', word: 'röntgen', from: 0, to: 1_000_000 }),
        versions: await journal.versions(view, ['cause', 'kept']),
      });
    }
  }
  // An account that wrote nothing may be known to its own database.
  return {
    timelines: timelines.length > 1 ? timelines : [],
    views: timelines.length > 1 ? views : [],
    history,
    receipt: await journal.receipt(account, 'an import'),
  };
}

/** Whether the next revision comes right after the last that is shown, wherever that is. */
export async function revisionsGoOn({ journal, archive }: Pick<MovableStore, 'journal' | 'archive'>): Promise<void> {
  const commits = z
    .array(z.looseObject({ seq: z.number() }))
    .parse((await entriesOf(archive)).filter(({ section }) => section === 'journal/commits').map(({ value }) => value));
  const [next] = await journal.transaction('somebody new', (writes) => writes.append([entry('next')]));
  expect(next?.seq).toBe(Math.max(...commits.map(({ seq }) => seq)) + 1);
}

export const entriesOf = (archive: Archive): Promise<readonly ArchiveEntry[]> => Array.fromAsync(archive.entries());

async function* listed(...entries: readonly ArchiveEntry[]): AsyncGenerator<ArchiveEntry> {
  yield* entries;
}

async function emptyFolder(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  return folder.path;
}

async function opened(open: MovableOpener, folder: string): Promise<MovableStore> {
  const movable = await open(folder);
  onTestFinished(() => movable.stop());
  return movable;
}

/** A store of its own, in a new folder. */
export const fresh = async (open: MovableOpener): Promise<MovableStore> => opened(open, await emptyFolder());
