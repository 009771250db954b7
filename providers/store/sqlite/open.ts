import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { checkWriteAheadLog, ensureFile } from 'chronoscribe/files';
import { type Migrations, migrate, migrations, migrationTable, nextMigration } from '../sql/migrations.ts';
import { connectSqlite, isBusy, type SqliteConnection } from '../sql/sqlite-connection.ts';
import { deleteTemporaryFiles, restoreHint, writePreviousBackup } from '../store-file.ts';

/** The lock file of the journal. It exists once a journal was written. */
export const journalLock = (file: string): string => `${file}.journal.lock`;

/** How long other processes may take to create the same file, and how often to check, in milliseconds. */
const beginning = { withinMs: 5000, eachMs: 10 };

/** The two connections of a store. Under WAL, readers see the last commit and never wait for the writer. */
export interface SqliteConnections {
  readonly writer: SqliteConnection;
  readonly reader: SqliteConnection;
}

/**
 * Opens a store's file, and creates it if it is missing. Writes nothing to a file before it is known to be an intact
 * store, and migrates none before a backup is written.
 *
 * @throws Error that names the file, with a hint
 */
export async function openSqlite(file: string, known: Migrations = migrations): Promise<SqliteConnections> {
  await ensureFile(file);
  await deleteTemporaryFiles(file);
  await checkWriteAheadLog(file, restoreHint);
  const writer = await connectSqlite(file);
  try {
    refuseDamaged(file, writer);
    refuseForeign(file, writer);
    refuseEmptied(file, writer);
    await configure(file, writer);
    // A command that only reads does not wait for a host that writes.
    if ((await nextMigration(writer.kysely(), file, known)) !== undefined) {
      writer.exec('begin immediate');
      await migrate(writer.kysely(), file, { known, backUp: (change) => keepCopy(file, change) });
      writer.exec('commit');
    }
    const reader = await connectSqlite(file);
    reader.exec('pragma query_only = on');
    return { writer, reader };
  } catch (thrown) {
    // Closing rolls back.
    writer.close();
    throw thrown;
  }
}

/**
 * Reads every page once, at about 1.4 GB per second from memory. The slower comparison of indexes with their tables is
 * left out.
 */
function refuseDamaged(file: string, connection: SqliteConnection): void {
  const found = connection.scalar('pragma quick_check(1)');
  if (found === 'ok') return;
  const fault = String(found).split('\n').at(-1);
  throw new Error(
    `${file} is damaged (${fault}). Nothing was changed in it. ` +
      `${restoreHint} Without one, save what can be read: sqlite3 FILE .recover | sqlite3 NEW.`,
  );
}

/** The writer holds a transaction, so the file does not change; a reader sees it as it was. */
async function keepCopy(file: string, change: string): Promise<void> {
  const reader = await connectSqlite(file);
  try {
    await writePreviousBackup(file, change, async (path) => reader.exec(`vacuum into '${path.replaceAll("'", "''")}'`));
  } finally {
    reader.close();
  }
}

/** A database without tables is new, unless the lock file of its journal exists. */
function refuseEmptied(file: string, connection: SqliteConnection): void {
  if (connection.scalar('select count(*) from sqlite_master') !== 0 || !existsSync(journalLock(file))) return;
  throw new Error(
    `${file} is empty, and was not. Nothing was changed in it. ${restoreHint} To start empty, delete ${journalLock(file)}.`,
  );
}

function refuseForeign(file: string, connection: SqliteConnection): void {
  const tables = connection.scalar(`select count(*) from sqlite_master`);
  const ours = connection.scalar(`select count(*) from sqlite_master where name = '${migrationTable}'`);
  if (tables === 0 || ours === 1) return;
  throw new Error(`${file} is the database of another program. Name a file of its own in the store's setting "file".`);
}

async function configure(file: string, connection: SqliteConnection): Promise<void> {
  const mode = await onceFree(() => connection.scalar('pragma journal_mode = wal'));
  if (mode !== 'wal') {
    throw new Error(
      `${file} is on a file system without shared memory, which SQLite's WAL needs. Move it to a local disk.`,
    );
  }
  // Commits are durable before they are acknowledged, and deleted content is overwritten.
  connection.exec('pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on');
  // A large import changes pages all over the indexes. So 32 MB of them are held in memory, and the log may grow as large
  // before its pages are copied to the database, each once. Not more: the host keeps this memory after the import, and
  // the system's cache has the other pages.
  connection.exec('pragma cache_size = -32000; pragma wal_autocheckpoint = 8000');
  // Savepoints would otherwise use a temporary file, which could fail.
  connection.exec('pragma temp_store = memory');
}

/** SQLite does not wait itself for another process when it changes the journal mode. */
async function onceFree<T>(change: () => T): Promise<T> {
  const asked = performance.now();
  for (;;) {
    try {
      return change();
    } catch (thrown) {
      if (!isBusy(thrown) || performance.now() - asked > beginning.withinMs) throw thrown;
      await pause(beginning.eachMs);
    }
  }
}
