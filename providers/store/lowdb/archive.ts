import type { Archive, Documents } from 'chronoscribe';
import { notEmptyError, restoreEntries, unknownCollection } from '../archive/entries.ts';
import { exportJournal } from '../journal/export.ts';
import { restoreJournal } from '../journal/restore.ts';
import { sqliteJournalConnection } from '../journal/sqlite-dialect.ts';
import { compareText } from '../query.ts';
import type { SqliteConnection } from '../sql/sqlite-connection.ts';
import type { LowdbContext } from './documents.ts';
import type { Collections, Contents } from './file-format.ts';
import { openJournalTables, type RunTransaction } from './journal.ts';
import { journalCollections, savedItems, saveItem, timelineCounter } from './journal-documents.ts';

/** The parts of a store in a JSON file that an archive needs. */
export interface LowdbArchiveOptions {
  readonly parts: LowdbContext;
  /** The tables that serve reads of the journal. */
  readonly memory: SqliteConnection;
  /** Reads the file. */
  read(): Promise<Contents>;
  /** The contents of the store. */
  current(): Collections;
  /** Runs work in a transaction of the store. */
  readonly run: RunTransaction;
}

const journalNames: ReadonlySet<string> = new Set(journalCollections.map(({ name }) => name));

/** Reads and fills a JSON file. The file is always written as a whole, so a reader sees one moment. */
export function lowdbArchive({ parts, memory, read, current, run }: LowdbArchiveOptions): Archive {
  return {
    async *entries() {
      const { counters, collections } = await read();
      for (const [name, value] of [...counters].toSorted(([one], [other]) => compareText(one, other))) {
        if (name !== timelineCounter) yield { section: 'counters', value: { name, value } };
      }
      for (const [name, documents] of [...collections].toSorted(([one], [other]) => compareText(one, other))) {
        if (journalNames.has(name)) continue;
        for (const value of [...documents.values()].toSorted((one, other) => compareText(one.id, other.id))) {
          yield { section: `documents/${name}`, value };
        }
      }
      // Through tables, as at a start, so that every store exports a journal in the same form.
      const tables = await openJournalTables(savedItems(collections, parts.place));
      try {
        yield* exportJournal(sqliteJournalConnection(tables));
      } finally {
        tables.close();
      }
    },
    fill: (entries) =>
      run(async (documents) => {
        const found = foundIn(current(), parts.counters);
        if (found !== undefined) throw notEmptyError(parts.place, found);
        const tables = restoreJournal(sqliteJournalConnection(memory));
        const counters = new Map<string, number>();
        await restoreEntries(entries, {
          async counter(name, value) {
            counters.set(name, value);
          },
          document: (name, document) => insertInto(documents, name, document, parts),
          journal: {
            async add(item) {
              await tables.add(item);
              await saveItem(documents, item);
            },
            end: tables.end,
          },
        });
        // Counters are not rolled back on failure.
        for (const [name, value] of counters) parts.counters.set(name, value);
      }),
  };
}

function insertInto(
  documents: Documents,
  name: string,
  document: { readonly id: string },
  { prepared }: LowdbContext,
): Promise<boolean> {
  const collection = unknownCollection(name);
  prepared.add(collection);
  return documents.insert(collection, document);
}

function foundIn(collections: Collections, counters: ReadonlyMap<string, number>): string | undefined {
  const [collection] = [...collections].find(([, documents]) => documents.size > 0) ?? [];
  if (collection !== undefined) return `the collection "${collection}" has documents`;
  return [...counters.keys()].some((name) => name !== timelineCounter) ? 'it has counters' : undefined;
}
