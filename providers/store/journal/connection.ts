import type { CompiledQuery, Kysely } from 'kysely';
import type { JournalFlavour, RunStatement } from './flavour.ts';

/** One connection to a database that holds a journal, as its statements use it. */
export interface JournalConnection {
  readonly flavour: JournalFlavour;
  readonly rows: RunStatement;
}

/** @param db only gives the statements their form; they run on `connection`. */
export function journalConnection<Tables>(
  connection: { executeQuery<Row>(query: CompiledQuery<Row>): Promise<{ readonly rows: Row[] }> },
  db: Kysely<Tables>,
  flavour: JournalFlavour,
): JournalConnection {
  return {
    flavour,
    rows: async (statement) => (await connection.executeQuery(statement.compile(db))).rows,
  };
}
