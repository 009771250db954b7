import { setTimeout as wait } from 'node:timers/promises';
import { type Documents, Problem } from 'chronoscribe';
import { inTransaction, type Postgres } from 'chronoscribe/postgres';
import { type SqlContext, sqlDocuments } from '../sql/documents.ts';
import type { TransactionScope } from '../transaction-scope.ts';
import { compiledQueries } from './dialect.ts';

/** Run-time parameters of the connections for `serializableDocuments`. */
export const serializableParameters = {
  default_transaction_isolation: 'serializable',
  // A sequential scan conflicts with every writer of the table. Each query has an index that serves it.
  enable_seqscan: 'off',
  // Waiting for a row that another transaction has changed ends in a conflict, unless that one is rolled back. A
  // deadlock would last for a second.
  lock_timeout: '50ms',
  // Ends the transaction of a host that has died or hangs, which holds row locks.
  idle_in_transaction_session_timeout: '60s',
} as const;

/** Attempts before the caller gets an error. They take about four seconds. */
const maxAttempts = 40;
const firstDelayMs = 2;
const maxDelayMs = 200;

/**
 * Changes documents, each alone or several in a transaction, at the isolation level `SERIALIZABLE`: as if all changes happened one after another. A change that
 * Postgres rolls back because of a conflict (40001) or a deadlock (40P01), or that waits too long for a row (55P03), is
 * tried again up to 40 times with a growing random delay. Single changes are serializable too, so that transactions
 * take notice of them; each is one statement.
 *
 * Only documents are read and written here. Whatever else `work` uses must not need a connection of this pool: a
 * transaction keeps its own until it ends.
 *
 * @param postgres connections with `serializableParameters`
 * @param next the counters, on connections of another pool
 */
export function serializableDocuments(
  postgres: Postgres,
  context: SqlContext,
  scope: TransactionScope,
  next: Documents['next'],
) {
  const single = sqlDocuments(compiledQueries(postgres), context);
  const changes: Pick<Documents, 'insert' | 'put' | 'delete'> = {
    insert: (collection, document) => retried(() => single.insert(collection, document)),
    put: (collection, document) => retried(() => single.put(collection, document)),
    delete: (collection, id) => retried(() => single.delete(collection, id)),
  };
  return {
    ...changes,
    transaction: <T>(work: (documents: Documents) => Promise<T>): Promise<T> =>
      retried(async () => {
        let conflict: unknown;
        const attempt = inTransaction(postgres, (connection) => {
          const queries = compiledQueries(connection);
          const executeQuery: typeof queries.executeQuery = (query) =>
            queries.executeQuery<never>(query).catch((thrown: unknown) => {
              if (isConflict(thrown)) conflict ??= thrown;
              throw thrown;
            });
          return scope.run({ ...sqlDocuments({ executeQuery }, context), next }, work);
        });
        // `work` may have caught the conflict or wrapped it.
        return attempt.catch((thrown: unknown) => {
          throw conflict ?? thrown;
        });
      }),
  };
}

async function retried<T>(change: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change();
    } catch (thrown) {
      if (!isConflict(thrown)) throw thrown;
      if (attempt === maxAttempts) throw conflict();
    }
    await wait(Math.random() * Math.min(maxDelayMs, firstDelayMs * 2 ** attempt));
  }
}

/**
 * `serialization_failure`, `deadlock_detected`, `lock_not_available`:
 * https://www.postgresql.org/docs/15/errcodes-appendix.html
 */
const conflicts: ReadonlySet<unknown> = new Set(['40001', '40P01', '55P03']);

function isConflict(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && conflicts.has(thrown.code);
}

function conflict(): Problem {
  return new Problem('provider-unavailable', {
    detail: `Other changes were in conflict with this one in all of ${maxAttempts} attempts. Nothing was changed; send the request again.`,
    retryAfter: 5,
    transient: true,
  });
}
