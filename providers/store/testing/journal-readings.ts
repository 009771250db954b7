import type { JournalReads, View } from '../journal/kind.ts';

const range = { place: 'here', from: 0, to: 1_000_000 };

/** Every read of a journal. Each must use an index, whatever else the database holds. */
export const journalReadings = {
  'a view': (reads, { account }) => reads.view(account, 'fork'),
  'a search': (reads, view) => reads.search(view, { ...range, limit: 10 }),
  'a page of a search': (reads, view) => reads.search(view, { ...range, limit: 10, after: { time: 5, recorded: 7 } }),
  'what begins at an instant': (reads, view) => reads.at(view, 'here', 5),
  'what is under way': (reads, view) => reads.overlapping(view, { ...range, limit: 10 }),
  'events by id': (reads, view) => reads.current(view, ['a', 'b']),
  'events by subject': (reads, view) => reads.currentOf(view, [1, 2]),
  effects: (reads, view) => reads.effects(view, ['a', 'b']),
  'who takes part': (reads, view) => reads.mentions(view, { role: 'participant', word: 'a', from: 0, to: 9 }),
  'who sets a key': (reads, view) =>
    reads.mentions(view, { role: 'sets', word: 'a', from: 0, to: 9, order: 'last', limit: 1 }),
  versions: (reads, view) => reads.versions(view, ['a']),
  'a history': (reads, { account }) => reads.history(account, 'a'),
  'what is taken': (reads, { account }) => reads.taken(account, ['a', 'b']),
  'what is under an id': (reads, { account }) => reads.under(account, ['a', 'b']),
  'what changed': (reads, view) => reads.changed(view, { account: view.account, lineage: [] }, 10),
  'what was revised': (reads, view) => reads.revised(view, 10),
  'backward causes': (reads, view) => reads.hasBackwardCause(view),
  'what comes next': (reads, { account }) => reads.upcoming(account, { time: 5, seq: 0 }, 10),
  'a receipt': (reads, { account }) => reads.receipt(account, 'import'),
} satisfies Readonly<Record<string, (reads: JournalReads, view: View) => Promise<unknown>>>;

export type JournalReading = keyof typeof journalReadings;
