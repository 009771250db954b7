import { temporaryFolder } from 'chronoscribe/testing';
import { afterEach, beforeEach } from 'vitest';
import {
  causeName,
  type Journal,
  type JournalEntry,
  type JournalReads,
  type JournalSearch,
  type JournalTimeline,
  type Revision,
  type SnapshotCause,
  type View,
} from '../../journal/kind.ts';
import type { OpenedStore } from '../fixture.ts';
import { entry } from './entry.ts';

export { cause, entry } from './entry.ts';

/** Opens the journal that belongs to a folder, as `StoreOpener` does with the store. */
export type JournalOpener = (folder: string) => Promise<OpenedStore & { readonly journal: Journal }>;

/** Whose journal it is, where a test names nobody. */
export const account = 'ann';

/** The bodies that `entry` makes say whose they are. */
export const ids = (revisions: readonly Pick<Revision, 'body'>[]): readonly string[] =>
  revisions.map(({ body }) => JSON.parse(body).is);

export function namesOf(causes: string | null): readonly number[] {
  const list: readonly SnapshotCause[] = causes === null ? [] : JSON.parse(causes);
  return list.map(causeName);
}

export function fail(): never {
  throw new Error('what was added before is not there');
}

/** The journal of a test, and what most tests do with it. */
export interface TestedJournal {
  journal(): Journal;
  append(...entries: readonly JournalEntry[]): Promise<readonly Revision[]>;
  branch(id: string, parent?: string): Promise<JournalTimeline>;
  viewOf(timelineId?: string, asOf?: number, reads?: JournalReads, of?: string): Promise<View>;
  /** What is found here, by its ids. */
  search(timelineId?: string, other?: Partial<JournalSearch>): Promise<readonly string[]>;
  /** Takes the place of a revision on a timeline. */
  supersede(revision: Revision, eventId: string, other?: Partial<JournalEntry>): Promise<readonly Revision[]>;
  /** Stops the store and opens it again. */
  reopen(): Promise<void>;
  /** Whether the text is anywhere in what the store keeps things in, once it was scrubbed. */
  stillHolds(text: string): Promise<boolean>;
}

/** Gives every test a journal of its own, in a new folder. */
export function journalForEachTest(open: JournalOpener): TestedJournal {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let opened: Awaited<ReturnType<JournalOpener>>;
  beforeEach(async () => {
    folder = await temporaryFolder();
    opened = await open(folder.path);
  });
  afterEach(async () => {
    await opened.stop();
    await folder.remove();
  });

  const journal = () => opened.journal;
  const append = (...entries: readonly JournalEntry[]) =>
    journal().transaction(account, (writes) => writes.append(entries));
  const viewOf = async (
    timelineId = 'primary',
    asOf?: number,
    reads: JournalReads = journal(),
    of = account,
  ): Promise<View> => {
    const view = await reads.view(of, timelineId, asOf);
    if (view === undefined) throw new Error(`there is no timeline ${timelineId}`);
    return view;
  };
  return {
    journal,
    append,
    viewOf,
    branch: (id, parent = 'primary') =>
      journal().transaction(account, (writes) =>
        writes.addTimeline({ id, parent, description: `of ${parent}`, requestId: 'request' }),
      ),
    search: async (timelineId = 'primary', other = {}) =>
      ids(
        await journal().search(await viewOf(timelineId), { place: 'here', from: 0, to: 10_000, limit: 100, ...other }),
      ),
    supersede: (revision, eventId, other = {}) =>
      append(entry(eventId, { operation: 'manipulate', subject: revision.subject, time: revision.time, ...other })),
    async reopen() {
      await opened.stop();
      opened = await open(folder.path);
    },
    async stillHolds(text) {
      await opened.store.scrub();
      return opened.holds(text);
    },
  };
}
