/**
 * **Stable**: what a store of your own is made of. Documents: names, indexes, cursors and order as every store has
 * them. The journal, in which the ledger of `/v1` is kept, in any SQL database: `journalTables(dialect.schema)` creates
 * its tables; a `JournalDialect` says what differs between databases; `db` of `journalConnection` is kysely's; `run` of
 * `serialJournal` does work in a transaction. The guide lists what a store implements.
 */

export {
  type ArchivedDocument,
  documentEntries,
  notEmptyError,
  type RestoreTarget,
  restoreEntries,
  type StoreEntry,
  unknownCollection,
} from '../archive/entries.ts';
export { type PreparedCollections, parseDocument, preparedCollections } from '../collections.ts';
export { type Batch, groupCommit } from '../group-commit.ts';
export {
  type JournalConnection,
  type JournalDialect,
  type JournalSchema,
  journalConnection,
  type RowValues,
  type RunStatement,
  type ValueColumns,
} from '../journal/dialect.ts';
export { exportJournal } from '../journal/export.ts';
export { type JournalItem, type JournalRestore, restoreJournal } from '../journal/restore.ts';
export { serialJournal } from '../journal/serial.ts';
export { sqliteJournalDialect } from '../journal/sqlite-dialect.ts';
export { journalTables } from '../journal/tables.ts';
export {
  type Bound,
  compareKeys,
  compareText,
  formatCursor,
  type Key,
  keyOf,
  type Position,
  planQuery,
  type QueryPlan,
} from '../query.ts';
export { guardDocuments, type TransactionScope, transactionScope } from '../transaction-scope.ts';
