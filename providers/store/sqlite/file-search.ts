import type { FoundRevision, JournalSearch, View } from '../journal/kind.ts';
import { search } from '../journal/search.ts';
import { sqliteJournalConnection } from '../journal/sqlite-dialect.ts';
import { connectSqlite } from '../sql/sqlite-connection.ts';

/** Searches a journal on a connection of its own, for a thread that has none. */
export async function searchFile(file: string, view: View, query: JournalSearch): Promise<readonly FoundRevision[]> {
  const connection = await connectSqlite(file);
  try {
    // A search may take several statements, all of which see one state, also if the account is erased meanwhile.
    connection.exec('pragma query_only = on; begin');
    return await search(sqliteJournalConnection(connection), view, query);
  } finally {
    connection.close();
  }
}
