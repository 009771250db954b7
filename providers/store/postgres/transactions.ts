import { setTimeout as wait } from 'node:timers/promises';
import { type Documents, Problem } from 'chronoscribe';
import { inTransaction, type Postgres } from 'chronoscribe/postgres';
import { type SqlParts, sqlDocuments } from '../sql/documents.ts';
import type { TransactionScope } from '../transaction-scope.ts';
import { compiledQueries } from './statements.ts';

/** Run-time parameters of a connection for `serializableDocuments`. */
export const serializableParameters = {
  default_transaction_isolation: 'serializable',
  // A sequential scan locks the whole table against every other writer. Each query has an index that serves it.
  enable_seqscan: 'off',
  // A row that another transaction has changed is waited for in vain, unless that one is undone; and two that wait for each other would do so for a second.
  lock_timeout: '50ms',
  // Ends the transaction of a host that has died or hangs, whose row locks others wait for.
  idle_in_transaction_session_timeout: '60s',
} as const;

/** How often a change is tried before its caller is told that others are in the way. */
const mostAttempts = 40;
const firstDelayMs = 2;
const longestDelayMs = 200;

/** Changes of documents, alone or several in a transaction. */
export interface SerializableDocuments extends Pick<Documents, 'insert' | 'put' | 'delete'> {
  transaction<T>(work: (documents: Documents) => Promise<T>): Promise<T>;
}

/**
 * Documents that are changed under `SERIALIZABLE`: as if all changes happened one after another. Where Postgres finds no such order (40001) or a deadlock (40P01) the change is undone and
 * tried again, up to 40 times with a growing random delay. Single changes are serializable as well, so that a transaction notices them; each is one statement.
 *
 * @param postgres connections with `serializableParameters`. A transaction keeps one from its beginning to its end, so nothing that it waits for may need another of them.
 * @param next the counters, on other connections
 */
export function serializableDocuments(
  postgres: Postgres,
  parts: SqlParts,
  scope: TransactionScope,
  next: Documents['next'],
): SerializableDocuments {
  const single = sqlDocuments(compiledQueries(postgres), parts);
  return {
    insert: (collection, document) => retried(() => single.insert(collection, document)),
    put: (collection, document) => retried(() => single.put(collection, document)),
    delete: (collection, id) => retried(() => single.delete(collection, id)),
    transaction: (work) =>
      retried(async () => {
        let conflict: unknown;
        const attempt = inTransaction(postgres, (connection) => {
          const queries = compiledQueries(connection);
          const executeQuery: typeof queries.executeQuery = (query) =>
            queries.executeQuery<never>(query).catch((thrown: unknown) => {
              if (isConflict(thrown)) conflict ??= thrown;
              throw thrown;
            });
          return scope.run({ ...sqlDocuments({ executeQuery }, parts), next }, work);
        });
        // `work` may have caught a conflict, or thrown an error of its own for it.
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
      if (attempt === mostAttempts) throw conflict();
    }
    await wait(Math.random() * Math.min(longestDelayMs, firstDelayMs * 2 ** attempt));
  }
}

/** `serialization_failure` and `deadlock_detected`: https://www.postgresql.org/docs/15/mvcc-serialization-failure-handling.html */
const conflicts: ReadonlySet<unknown> = new Set(['40001', '40P01', '55P03']);

function isConflict(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && conflicts.has(thrown.code);
}

function conflict(): Problem {
  return new Problem('provider-unavailable', {
    detail: `Others kept changing what this change rests on, in ${mostAttempts} attempts. Nothing was changed; send the request again.`,
    retryAfter: 5,
    transient: true,
  });
}
