import { setTimeout as wait } from 'node:timers/promises';
import { inTransaction, type Postgres, type PreparedQueries } from 'chronoscribe/postgres';
import { sql } from 'kysely';
import { type JournalConnection, type JournalDialect, journalConnection, rawSql } from '../journal/dialect.ts';
import type { Journal, JournalWrites, View } from '../journal/kind.ts';
import { createReadWriteLock } from '../journal/read-write-lock.ts';
import { journalReads } from '../journal/reads.ts';
import { cachingViewFinder } from '../journal/view.ts';
import { accountJournal, openAccount } from '../journal/writes.ts';
import type { PostgresConnections } from './connections.ts';
import { postgresCompiler } from './dialect.ts';

/** How the store that a journal belongs to wants to be used. */
export interface StoreHooks {
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
  { ask, inside }: StoreHooks,
): Journal {
  const { url, schema } = postgres;
  const snapshot = async ({ lineage }: View) => ({ module: snapshotModule, options: { url, schema, lineage } });
  const reading = connectionOver(postgres);
  // Those of this host who want one account wait here, in the order of asking, and only the first of them has a connection.
  const { exclusive } = createReadWriteLock();

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

const statements = postgresCompiler();

export function connectionOver(queries: PreparedQueries): JournalConnection {
  return journalConnection(
    { executeQuery: ({ sql, parameters }) => queries.prepared(sql, parameters) },
    statements,
    postgresJournalDialect,
  );
}

/** In the checkout the source, in a package what was built from it. */
const snapshotModule = new URL(`./journal-snapshot${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url).href;

/**
 * A journal in Postgres. Values come as arrays, one for each column: that is one parameter each however many rows there are, and the planner knows how many.
 */
export const postgresJournalDialect: JournalDialect = {
  schema: {
    integer: 'bigint',
    // Not the language of the database: its order may change with an update of the operating system, and breaks the indexes then.
    text: 'text collate "C"',
    ownNumber: 'bigint generated by default as identity primary key',
    lastingNumber: 'bigint generated by default as identity primary key',
    // An index takes some 2,700 bytes at most, and a place may be longer. Each is there once since its account is locked by whoever adds it: a text with the same hash is another word.
    wordKey: { inside: '', after: ['create index journal_word_text on journal_word (account, role, md5(word))'] },
    sequence: ['create sequence journal_sequence'],
  },
  table(name, columns, rows) {
    const types = Object.values(columns).map((type) => (type === 'number' ? '::bigint[]' : '::text[]'));
    const arrays = types.map((_, at) => rows.map((row) => row[at] ?? null));
    const between = types.slice(0, -1).map((type) => `${type}, `);
    return rawSql(['unnest(', ...between, `${types.at(-1)}) as ${name}(${Object.keys(columns).join(', ')})`], ...arrays);
  },
  list: (name, type, values) =>
    postgresJournalDialect.table(
      name,
      { value: type },
      values.map((value) => [value]),
    ),
  // The offset keeps the planner from taking the condition out and joining in a way of its own.
  each: (table, name, condition) =>
    rawSql([`cross join lateral (select * from ${table} ${name} where `, ` offset 0) ${name}`], condition),
  eachTime: 'offset 0',
  isWord: (word, text) => `md5(${word}) = md5(${text}) and ${word} = ${text}`,
  forUpdate: sql`for update`,
  // The server's clock: that of a host may be set otherwise.
  now: () => sql`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`,
  // A sequence keeps nobody waiting, and gives what was taken to nobody else, also where the transaction fails.
  async take(run, count) {
    const taken = await run(sql<{ seq: number }>`
      select nextval('journal_sequence') as seq from generate_series(1, ${count}::integer)`);
    return taken.map(({ seq }) => seq);
  },
  beginAfter: (last) => sql`select setval('journal_sequence', ${last}::bigint + 1, false)`,
};
