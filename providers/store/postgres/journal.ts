import { setTimeout as wait } from 'node:timers/promises';
import { inTransaction, type Postgres, type PreparedQueries } from 'chronoscribe/postgres';
import { type JournalConnection, journalConnection } from '../journal/dialect.ts';
import type { Journal, JournalBulk, JournalWrites, View } from '../journal/kind.ts';
import { createReadWriteLock } from '../journal/read-write-lock.ts';
import { journalReads } from '../journal/reads.ts';
import { cachingViewFinder } from '../journal/view.ts';
import { accountJournal, openAccount } from '../journal/writes.ts';
import type { PostgresConnections } from './connections.ts';
import { postgresCompiler, postgresJournalDialect } from './dialect.ts';

/** What a journal needs of its store. */
export interface StoreHooks {
  /** Runs a request, or throws if none is allowed; `stop` waits for it. */
  ask<T>(work: () => Promise<T>): Promise<T>;
  /** Runs the work of a transaction, in which the store itself is refused. */
  inside<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * How long a transaction waits for an account before it returns its connection to the pool, in milliseconds. Changes
 * take milliseconds, so hosts get an account in the order of asking unless one of them runs a bulk.
 */
const lockMs = 1_000;

/**
 * How long a transaction may be idle before the server ends it, in milliseconds: its host has died or hangs, and others
 * wait for the account.
 */
const silenceMs = 60_000;

/** How often a bulk, which may wait for its input, sends a statement to stay alive. */
const signOfLifeMs = 10_000;

const begin = `begin isolation level read committed; set local lock_timeout = ${lockMs}; set local idle_in_transaction_session_timeout = ${silenceMs}`;

/**
 * The journal in a Postgres database, for any number of hosts.
 *
 * Each change and each bulk is a transaction that first locks the row of its account. Postgres shows none of it before
 * the commit and rolls it back if the connection ends. Until then other changes of that account wait; those of other
 * accounts do not. So no lease can expire under a slow host, and no leftovers have to be found and deleted.
 *
 * The isolation level is `READ COMMITTED`: statements after the lock see what earlier holders of it have committed.
 * `SERIALIZABLE` would add nothing but conflicts between accounts that share pages of an index.
 */
export function postgresJournal(
  { postgres, imports }: Pick<PostgresConnections, 'postgres' | 'imports'>,
  { ask, inside }: StoreHooks,
): Journal {
  const { url, schema } = postgres;
  const snapshot = async (view: View) => ({ module: snapshotModule, options: { url, schema, ...view } });
  const reading = connectionOver(postgres);
  // Changes of one account wait here, in the order of asking, so that only the first of them takes a connection.
  const { exclusive } = createReadWriteLock();

  const change = <T>(
    account: string,
    connections: Postgres,
    work: (journal: JournalWrites & JournalBulk, queries: PreparedQueries) => Promise<T>,
  ): Promise<T> => {
    /** Undefined if another host has held the account for the whole wait. */
    const once = async (): Promise<{ readonly result: T } | undefined> => {
      let isMine = false;
      const attempt = inTransaction(
        connections,
        async (queries) => {
          const connection = connectionOver(queries);
          await openAccount(connection, account);
          isMine = true;
          await queries.query('set local lock_timeout = 0');
          const { shown } = await accountJournal(connection, journalReads(connection, snapshot), account);
          return { result: await work(shown, queries) };
        },
        begin,
      );
      return attempt.catch((thrown: unknown) => {
        if (isMine || !isLockTimeout(thrown)) throw thrown;
        return undefined;
      });
    };
    return ask(() =>
      exclusive(account, async () => {
        for (let done = await once(); ; done = await once()) {
          if (done !== undefined) return done.result;
          await wait(lockMs * Math.random() * 2);
        }
      }),
    );
  };

  return {
    ...journalReads(reading, snapshot, cachingViewFinder(reading)),
    searchedByThreads: true,
    transaction: (account, work) => change(account, postgres, (journal) => inside(() => work(journal))),
    bulk: (account, work) =>
      change(account, imports, async (journal, queries) => {
        // If the connection is lost, the next write fails.
        const signs = setInterval(() => queries.query('select 1').catch(() => undefined), signOfLifeMs);
        try {
          return await work(journal);
        } finally {
          clearInterval(signs);
        }
      }),
  };
}

/** `lock_not_available`: https://www.postgresql.org/docs/15/errcodes-appendix.html */
function isLockTimeout(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === '55P03';
}

const statements = postgresCompiler();

export function connectionOver(queries: PreparedQueries): JournalConnection {
  return journalConnection(
    { executeQuery: ({ sql, parameters }) => queries.prepared(sql, parameters) },
    statements,
    postgresJournalDialect,
  );
}

/** The source in a checkout, the compiled module in a package. */
const snapshotModule = new URL(`./journal-snapshot${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
  .href;
