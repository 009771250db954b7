import type { Archive, Documents } from 'chronoscribe';
import { fillFrom, notEmpty, unknownCollection } from '../archive/entries.ts';
import { journalConnection } from '../journal/dialect.ts';
import { itemsOf } from '../journal/export.ts';
import { restoring } from '../journal/restore.ts';
import { sqliteJournalFlavour } from '../journal/sqlite-dialect.ts';
import { compareText } from '../order.ts';
import type { SqliteConnection } from '../sql/sqlite-connection.ts';
import type { LowdbParts } from './documents.ts';
import type { Collections, Contents } from './file-format.ts';
import { journalTables, type Run } from './journal.ts';
import { journalCollections, keepItem, keptItems, timelineCounter } from './journal-documents.ts';

/** A store in a JSON file, as it is moved. */
export interface LowdbMoved {
  readonly parts: LowdbParts;
  /** The tables that the journal is read from. */
  readonly memory: SqliteConnection;
  /** The file as it was last written. */
  read(): Promise<Contents>;
  /** What is in the store now. */
  current(): Collections;
  /** Does the work in a transaction of the store. */
  readonly run: Run;
}

const journalNames: ReadonlySet<string> = new Set(journalCollections.map(({ name }) => name));

/** Moves what a JSON file holds. A file is written whole, so whoever reads it sees one moment. */
export function lowdbArchive({ parts, memory, read, current, run }: LowdbMoved): Archive {
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
      // Through tables, as they are made at a start: so what is said of a journal is the same for every store.
      const tables = await journalTables(keptItems(collections, parts.place));
      try {
        yield* itemsOf(journalConnection(tables, tables.kysely(), sqliteJournalFlavour));
      } finally {
        tables.close();
      }
    },
    fill: (entries) =>
      run(async (documents) => {
        const found = foundIn(current(), parts.counters);
        if (found !== undefined) throw notEmpty(parts.place, found);
        const tables = restoring(journalConnection(memory, memory.kysely(), sqliteJournalFlavour));
        const counters = new Map<string, number>();
        await fillFrom(entries, {
          async counter(name, value) {
            counters.set(name, value);
          },
          document: (name, document) => insertInto(documents, name, document, parts),
          journal: {
            async add(item) {
              await tables.add(item);
              await keepItem(documents, item);
            },
            end: tables.end,
          },
        });
        // They are not taken back where something fails.
        for (const [name, value] of counters) parts.counters.set(name, value);
      }),
  };
}

function insertInto(
  documents: Documents,
  name: string,
  document: { readonly id: string },
  { prepared }: LowdbParts,
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
