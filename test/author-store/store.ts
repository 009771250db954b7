import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Archive, Cluster, type Documents, defineProvider, Store } from 'chronoscribe';
import { createSemaphore, singleHostCluster } from 'chronoscribe/concurrency';
import { Journal } from 'chronoscribe/kinds/journal';
import {
  compareKeys,
  compareText,
  exportJournal,
  formatCursor,
  guardDocuments,
  journalConnection,
  journalTables,
  keyOf,
  notEmptyError,
  type Position,
  type PreparedCollections,
  parseDocument,
  planQuery,
  preparedCollections,
  type QueryPlan,
  restoreEntries,
  restoreJournal,
  type StoreEntry,
  serialJournal,
  sqliteJournalDialect,
  transactionScope,
  unknownCollection,
} from 'chronoscribe/store';
import type { AnyCollection, Document } from 'chronoscribe/types';
import { Kysely, SqliteDialect } from 'kysely';
import { z } from 'zod';

interface Tables {
  readonly documents: { readonly collection: string; readonly id: string; readonly body: string };
  readonly counters: { readonly name: string; readonly value: number };
}

/** The row of `counters` from which the journal takes its numbers. */
const ownCounter = 'journal';

/** Opens a file through kysely; a library with a dialect of its own needs none of this. */
function openDatabase(file: string) {
  const database = new DatabaseSync(file);
  const prepare = (text: string) => {
    const statement = database.prepare(text);
    const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
    return {
      reader: statement.columns().length > 0,
      all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
      run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
      iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
    };
  };
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: { prepare, close: () => database.close() } }),
  });
  return { db, execute: (text: string) => database.exec(text) };
}

/** The documents of a database, as one connection sees them. */
function documentsOn(db: Kysely<Tables>, place: string, prepared: PreparedCollections): Omit<Documents, 'next'> {
  const rowsOf = (collection: string) => db.selectFrom('documents').select('body').where('collection', '=', collection);
  const write = (collection: string, document: Document) =>
    db.insertInto('documents').values({ collection, id: JSON.stringify(document.id), body: JSON.stringify(document) });
  return {
    async get(collection, id) {
      prepared.require(collection);
      const row = await rowsOf(collection.name).where('id', '=', JSON.stringify(id)).executeTakeFirst();
      return row && parseDocument(collection, id, JSON.parse(row.body), place);
    },
    async insert(collection, document) {
      prepared.require(collection);
      const written = write(collection.name, document).onConflict((found) => found.doNothing());
      return (await written.executeTakeFirst()).numInsertedOrUpdatedRows === 1n;
    },
    async put(collection, document) {
      prepared.require(collection);
      const body = JSON.stringify(document);
      await write(collection.name, document)
        .onConflict((found) => found.columns(['collection', 'id']).doUpdateSet({ body }))
        .execute();
    },
    async delete(collection, id) {
      prepared.require(collection);
      const gone = db.deleteFrom('documents').where('collection', '=', collection.name);
      return (await gone.where('id', '=', JSON.stringify(id)).executeTakeFirst()).numDeletedRows === 1n;
    },
    async find(collection, query) {
      prepared.require(collection);
      const { plan, after } = planQuery(collection, query);
      const stored = (await rowsOf(collection.name).execute()).map(({ body }): Document => JSON.parse(body));
      const found = page(stored, plan, after);
      const items = found.slice(0, plan.limit);
      const last = found.length > items.length ? items.at(-1) : undefined;
      return {
        items: items.map((document) => parseDocument(collection, document.id, document, place)),
        next: last === undefined ? null : formatCursor(plan, positionIn(plan, last)),
      };
    },
  };
}

async function openStore(file: string) {
  const isNew = !existsSync(file);
  const { db, execute } = openDatabase(file);
  execute('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on');
  if (isNew) {
    execute('begin; create table counters (name text primary key, value bigint not null)');
    execute('create table documents (collection text, id text, body text not null, primary key (collection, id))');
    for (const statement of journalTables(sqliteJournalDialect.schema)) execute(statement);
    execute('commit');
  }
  // Reads see what is committed: they do not wait for transactions.
  const reader = openDatabase(file);
  const connection = journalConnection(db, db, sqliteJournalDialect);
  const prepared = preparedCollections();
  const scope = transactionScope();
  const turns = createSemaphore(1);
  /** Also of transactions that failed, so that no value repeats. */
  const highest = new Map<string, number>();
  let isOpen = true;

  const setCounter = async (name: string, value: number) => {
    const set = db.insertInto('counters').values({ name, value });
    await set.onConflict((found) => found.column('name').doUpdateSet({ value })).execute();
  };
  const documents: Documents = {
    ...documentsOn(db, file, prepared),
    async next(name) {
      const row = await db.selectFrom('counters').select('value').where('name', '=', name).executeTakeFirst();
      const value = Math.max(row?.value ?? 0, highest.get(name) ?? 0) + 1;
      highest.set(name, value);
      await setCounter(name, value);
      return value;
    },
  };
  const refuseMisuse = () => {
    if (!isOpen) throw new Error(`The store ${file} was stopped.`);
    scope.refuseInside();
  };
  const transaction = async <T>(work: (documents: Documents) => Promise<T>): Promise<T> => {
    refuseMisuse();
    return turns.run(async () => {
      execute('begin immediate');
      try {
        const result = await scope.run(documents, work);
        execute('commit');
        return result;
      } catch (thrown) {
        execute('rollback');
        throw thrown;
      }
    });
  };
  const single: Documents = {
    ...documentsOn(reader.db, file, prepared),
    insert: (collection, document) => transaction((documents) => documents.insert(collection, document)),
    put: (collection, document) => transaction((documents) => documents.put(collection, document)),
    delete: (collection, id) => transaction((documents) => documents.delete(collection, id)),
    next: (counter) => transaction((documents) => documents.next(counter)),
  };
  const archive: Archive = {
    async *entries() {
      const snapshot = openDatabase(file);
      try {
        snapshot.execute('begin');
        yield* contentsOf(snapshot.db);
      } finally {
        await snapshot.db.destroy();
      }
    },
    fill: (entries) =>
      transaction(async (documents) => {
        for await (const { section } of contentsOf(db)) throw notEmptyError(file, `it has ${section}`);
        await restoreEntries(entries, {
          counter: setCounter,
          async document(name, document) {
            const collection = unknownCollection(name);
            prepared.add(collection);
            return documents.insert(collection, document);
          },
          journal: restoreJournal(connection),
        });
      }),
  };

  return {
    ...guardDocuments(single, refuseMisuse),
    transaction,
    async prepare(...collections: readonly AnyCollection[]) {
      refuseMisuse();
      for (const collection of collections) prepared.add(collection);
    },
    async scrub() {
      refuseMisuse();
      await turns.run(async () => execute('vacuum; pragma wal_checkpoint(truncate)'));
    },
    journal: serialJournal(connection, (work) => transaction(() => work())),
    archive,
    async stop() {
      if (!isOpen) return;
      isOpen = false;
      await turns.run(async () => {
        await reader.db.destroy();
        await db.destroy();
      });
    },
  };
}

/** Everything, in the order that `Archive` promises. @param db inside a transaction */
async function* contentsOf(db: Kysely<Tables>): AsyncGenerator<StoreEntry> {
  const counters = await db.selectFrom('counters').selectAll().where('name', '<>', ownCounter).execute();
  for (const value of counters.toSorted((one, other) => compareText(one.name, other.name)))
    yield { section: 'counters', value };
  const rows = await db.selectFrom('documents').select(['collection', 'body']).execute();
  const stored = rows.map(({ collection, body }) => ({ collection, value: JSON.parse(body) as Document }));
  const byId = stored.toSorted(
    (one, other) => compareText(one.collection, other.collection) || compareText(one.value.id, other.value.id),
  );
  for (const { collection, value } of byId) yield { section: `documents/${collection}`, value };
  yield* exportJournal(journalConnection(db, db, sqliteJournalDialect));
}

const positionIn = ({ orderBy }: QueryPlan, document: Document): Position => ({
  key: orderBy === undefined ? null : keyOf(document, orderBy),
  id: document.id,
});

/** The documents of a page and, if another page follows, one more. Reads all of them: an example needs no index. */
function page(stored: readonly Document[], plan: QueryPlan, after: Position | undefined): readonly Document[] {
  const compare = (one: Position, other: Position) =>
    (compareKeys(one.key, other.key) || compareText(one.id, other.id)) * (plan.descending ? -1 : 1);
  const isInside = ({ key }: Position) =>
    (key !== null || plan.lower.length + plan.upper.length === 0) &&
    plan.lower.every(({ value, inclusive }) => isWithin(compareKeys(key, value), inclusive)) &&
    plan.upper.every(({ value, inclusive }) => isWithin(compareKeys(value, key), inclusive));
  return stored
    .filter((document) => plan.equals.every(({ field, value }) => keyOf(document, field) === value))
    .map((document) => ({ document, at: positionIn(plan, document) }))
    .filter(({ at }) => isInside(at) && (after === undefined || compare(at, after) > 0))
    .sort((one, other) => compare(one.at, other.at))
    .slice(0, plan.limit + 1)
    .map(({ document }) => document);
}

/** A store in one file, as somebody else would write it: from what the package exports, and libraries. */
export default defineProvider({
  kind: Store,
  name: 'shoebox',
  singleHost: true,
  provides: { journal: Journal, archive: Archive, cluster: Cluster },
  config: z.strictObject({ file: z.string().default('shoebox.db').describe('the file, from the data folder') }),
  create: async ({ config, dataFolder, log }) => ({
    ...(await openStore(resolve(dataFolder, config.file))),
    cluster: singleHostCluster(log),
  }),
  stop: (store) => store.stop(),
});

function isWithin(difference: number, inclusive: boolean): boolean {
  return inclusive ? difference >= 0 : difference > 0;
}
