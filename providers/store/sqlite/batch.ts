import type { Documents } from 'chronoscribe';
import type { Batch } from '../group-commit.ts';
import type { SqliteConnection } from '../sql/sqlite-connection.ts';
import { guarded } from '../transaction-scope.ts';

/**
 * Begins a batch as one SQLite transaction, with a savepoint for each of its pieces.
 *
 * @param documents what is in the database, through the same connection
 * @param committed called after the commit
 */
export function sqliteBatch(connection: SqliteConnection, documents: Documents, committed: () => void): Batch {
  // A full disk and a few other failures make SQLite roll back everything at once, under the feet of whoever goes on.
  const requireWhole = () => {
    if (connection.inTransaction) return;
    throw new Error('Nothing of this change was kept, nor of others that shared its commit, because SQLite could not go on.', {
      cause: connection.lastFailure,
    });
  };
  connection.run('begin immediate');
  return {
    documents: guarded(documents, requireWhole),
    savepoint() {
      connection.run('savepoint piece');
      return {
        keep() {
          requireWhole();
          connection.run('release piece');
        },
        undo() {
          requireWhole();
          connection.run('rollback to piece; release piece');
        },
      };
    },
    commit() {
      connection.run('commit');
      committed();
    },
    rollback() {
      if (connection.inTransaction) connection.run('rollback');
    },
  };
}
