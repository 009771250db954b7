import { setTimeout as wait } from 'node:timers/promises';
import { inTransaction, type Postgres, type PreparedQueries } from 'chronoscribe/postgres';
import { accountLocks } from '../journal/account-locks.ts';
import { type JournalConnection, journalConnection } from '../journal/connection.ts';
import type { Journal, JournalWrites, View } from '../journal/kind.ts';
import { journalReads } from '../journal/reads.ts';
import { rememberingViewFinder } from '../journal/view.ts';
import { accountJournal, openAccount } from '../journal/writes.ts';
import { postgresJournalFlavour } from './journal-flavour.ts';
import type { PostgresConnections } from './open.ts';
import { postgresStatements } from './statements.ts';

/** How the store that a journal belongs to wants to be used. */
export interface JournalManners {
  /** Does what is asked of the journal, or throws where nothing may be asked; a stop waits for it. */
  ask<T>(work: () => Promise<T>): Promise<T>;
  /** Does what belongs to a transaction: the store itself is not to be used in it. */
  inside<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * So long one who waits for an account keeps a connection, in milliseconds; then others may have it for as long. A change takes some milliseconds, so hosts wait in the order in which
 * they came, but for a bulk.
 */
const lockMs = 1_000;

/** So long the server lets a transaction wait for its host, in milliseconds: one that has fallen silent is taken for dead. Others wait for the account that it holds. */
const silenceMs = 60_000;

/** A bulk waits for what it reads, and shows so often that it is still there. */
const signOfLifeMs = 10_000;

const begin = `begin isolation level read committed; set local lock_timeout = ${lockMs}; set local idle_in_transaction_session_timeout = ${silenceMs}`;

/**
 * The journal in a Postgres database, for any number of hosts.
 *
 * Each change is a transaction that begins by taking the row of its account, and so is a bulk. Postgres shows nothing of it before it is whole, and drops it when its connection ends,
 * whatever became of the host; until then other changes of that account wait, and those of other accounts do not. So there is no lease that could run out under somebody who is only
 * slow, and nothing is left behind that somebody would have to find and delete.
 */
export function postgresJournal(
  { postgres, imports }: Pick<PostgresConnections, 'postgres' | 'imports'>,
  { ask, inside }: JournalManners,
): Journal {
  const { url, schema } = postgres;
  const snapshot = async ({ lineage }: View) => ({ module: snapshotModule, options: { url, schema, lineage } });
  const reading = connectionOver(postgres);
  // Those of this host who want one account wait here, in the order of asking, and only the first of them has a connection.
  const { alone } = accountLocks();

  const change = <T>(
    account: string,
    connections: Postgres,
    work: (journal: JournalWrites, queries: PreparedQueries) => Promise<T>,
  ): Promise<T> => {
    /** Undefined where somebody else has held the account for a while. */
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
      alone(account, async () => {
        for (let done = await once(); ; done = await once()) {
          if (done !== undefined) return done.result;
          await wait(lockMs * Math.random() * 2);
        }
      }),
    );
  };

  return {
    ...journalReads(reading, snapshot, rememberingViewFinder(reading)),
    transaction: (account, work) => change(account, postgres, (journal) => inside(() => work(journal))),
    bulk: (account, work) =>
      change(account, imports, async (journal, queries) => {
        // Where the connection is lost, whatever is written next fails.
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

const statements = postgresStatements();

export function connectionOver(queries: PreparedQueries): JournalConnection {
  return journalConnection(
    { executeQuery: ({ sql, parameters }) => queries.prepared(sql, parameters) },
    statements,
    postgresJournalFlavour,
  );
}

/** In the checkout the source, in a package what was built from it. */
const snapshotModule = new URL(`./journal-snapshot${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url).href;
