import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';

/** One connection to a database that holds a journal, as its statements use it. */
export interface JournalConnection {
  /** The rows that a statement gives, or how many it changed. */
  rows<Row>(statement: RawBuilder<Row>): Promise<readonly Row[]>;
}

/** @param db only gives the statements their form; they run on `connection`. */
export function journalConnection<Tables>(
  connection: { executeQuery<Row>(query: CompiledQuery<Row>): Promise<{ readonly rows: Row[] }> },
  db: Kysely<Tables>,
): JournalConnection {
  return {
    rows: async (statement) => (await connection.executeQuery(statement.compile(db))).rows,
  };
}
