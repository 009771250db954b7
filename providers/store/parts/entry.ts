/**
 * **Stable**: what a store of your own is made of. Documents: names, indexes, cursors and order as every store has
 * them. The journal, in which the ledger of `/v1` is kept: its tables and statements for any SQL database. `Store`,
 * `Archive` and `Cluster` are in `chronoscribe`, `Journal` is in `chronoscribe/kinds/journal`. The guide lists what a
 * store implements.
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
