import { ensureFile } from 'chronoscribe/files';
import { migrate, migrationTable } from '../sql/migrations.ts';
import { connectSqlite, type SqliteConnection } from '../sql/sqlite-connection.ts';
import { sweepTemporaryFiles } from '../temporary-files.ts';

/** The two connections of a store: under WAL, readers see the last commit and never wait for the writer. */
export interface SqliteConnections {
  readonly writer: SqliteConnection;
  readonly reader: SqliteConnection;
}

/**
 * Opens a store's file, and makes it where there is none. Nothing is written to a file before it is known to be a whole store.
 *
 * @throws Error that names the file and says how to mend it.
 */
export async function openSqlite(file: string): Promise<SqliteConnections> {
  await ensureFile(file);
  await sweepTemporaryFiles(file);
  const writer = await connectSqlite(file);
  try {
    refuseDamaged(file, writer);
    refuseForeign(file, writer);
    configure(file, writer);
    writer.run('begin immediate');
    await migrate(writer.kysely(), file);
    writer.run('commit');
    const reader = await connectSqlite(file);
    reader.run('pragma query_only = on');
    return { writer, reader };
  } catch (thrown) {
    // Closing takes back what was begun.
    writer.close();
    throw thrown;
  }
}

/** Reads every page once, about 1.4 GB a second from memory, and leaves out what takes longer: comparing indexes with their tables. */
function refuseDamaged(file: string, connection: SqliteConnection): void {
  const found = connection.ask('pragma quick_check(1)');
  if (found === 'ok') return;
  const fault = String(found).split('\n').at(-1);
  throw new Error(
    `${file} is damaged (${fault}). Nothing was changed in it. ` +
      'Restore a copy, or save what can be read: sqlite3 FILE .recover | sqlite3 NEW.',
  );
}

function refuseForeign(file: string, connection: SqliteConnection): void {
  const tables = connection.ask(`select count(*) from sqlite_master`);
  const ours = connection.ask(`select count(*) from sqlite_master where name = '${migrationTable}'`);
  if (tables === 0 || ours === 1) return;
  throw new Error(`${file} is the database of another program. Name a file of its own in the store's setting "file".`);
}

function configure(file: string, connection: SqliteConnection): void {
  const mode = connection.ask('pragma journal_mode = wal');
  if (mode !== 'wal') {
    throw new Error(`${file} is on a file system without shared memory, which SQLite's WAL needs. Move it to a local disk.`);
  }
  // Every commit is on the disk before it is acknowledged, and what is deleted is overwritten.
  connection.run('pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on');
  // What a savepoint sets aside would else go to a temporary file, wherever that is, and could fail there.
  connection.run('pragma temp_store = memory');
}
