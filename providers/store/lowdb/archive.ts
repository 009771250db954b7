import type { Archive, Documents } from 'chronoscribe';
import { notEmptyError, restoreEntries, unknownCollection } from '../archive/entries.ts';
import { restoreJournal } from '../journal/restore.ts';
import { sqliteJournalConnection } from '../journal/sqlite-dialect.ts';
import { compareText } from '../query.ts';
import type { SqliteConnection } from '../sql/sqlite-connection.ts';
import type { LowdbContext } from './documents.ts';
import type { Contents } from './file-format.ts';
import { unfiled } from './journal.ts';

/** The parts of a store in a JSON file that an archive needs. */
export interface LowdbArchiveOptions {
  readonly parts: LowdbContext;
  /** The tables of the journal. */
  readonly memory: SqliteConnection;
  /** Reads the file. */
  read(): Promise<Contents>;
  /** The contents of the store. */
  current(): Contents;
  /** Runs work in a transaction of the store. */
  readonly run: <T>(work: (documents: Documents) => Promise<T>) => Promise<T>;
}

/** Reads and fills a JSON file. The file is always written as a whole, so a reader sees one moment. */
export function lowdbArchive({ parts, memory, read, current, run }: LowdbArchiveOptions): Archive {
  return {
    async *entries() {
      const { counters, collections, journal } = await read();
      for (const [name, value] of byName(counters)) yield { section: 'counters', value: { name, value } };
      for (const [name, documents] of byName(collections))
        for (const [, value] of byName(documents)) yield { section: `documents/${name}`, value };
      for (const item of journal) yield unfiled(item);
    },
    fill: (entries) =>
      run(async (documents) => {
        const found = foundIn(current(), parts.counters);
        if (found !== undefined) throw notEmptyError(parts.place, found);
        const counters = new Map<string, number>();
        await restoreEntries(entries, {
          async counter(name, value) {
            counters.set(name, value);
          },
          async document(name, document) {
            const collection = unknownCollection(name);
            parts.prepared.add(collection);
            return documents.insert(collection, document);
          },
          journal: restoreJournal(sqliteJournalConnection(memory)),
        });
        // Counters are not rolled back on failure.
        for (const [name, value] of counters) parts.counters.set(name, value);
      }),
  };
}

function byName<T>(named: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return [...named].toSorted(([one], [other]) => compareText(one, other));
}

function foundIn({ collections, journal }: Contents, counters: ReadonlyMap<string, number>): string | undefined {
  const [collection] = [...collections].find(([, documents]) => documents.size > 0) ?? [];
  if (collection !== undefined) return `the collection "${collection}" has documents`;
  if (journal.length > 0) return 'its journal has entries';
  return counters.size > 0 ? 'it has counters' : undefined;
}
