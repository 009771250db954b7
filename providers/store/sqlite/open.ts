import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { checkWriteAheadLog, ensureFile } from 'chronoscribe/files';
import { keepEarlierCopy } from '../earlier-copy.ts';
import { type Migrations, migrate, migrations, migrationTable, nextMigration } from '../sql/migrations.ts';
import { connectSqlite, type SqliteConnection } from '../sql/sqlite-connection.ts';
import { isBusy } from '../sql/sqlite-errors.ts';
import { sweepTemporaryFiles } from '../temporary-files.ts';
import { toRestore } from '../to-restore.ts';

/** Is there from the first event on that is written. */
export const journalLock = (file: string): string => `${file}.journal.lock`;

/** How long others that begin with the same new file may take for it, and how often they are looked at, in milliseconds. */
const beginning = { withinMs: 5000, eachMs: 10 };

/** The two connections of a store: under WAL, readers see the last commit and never wait for the writer. */
export interface SqliteConnections {
  readonly writer: SqliteConnection;
  readonly reader: SqliteConnection;
}

/**
 * Opens a store's file, and makes it where there is none. Nothing is written to a file before it is known to be a whole store, and none that was in use is changed to fit this
 * version before a copy of it is kept.
 *
 * @throws Error that names the file and says how to mend it.
 */
export async function openSqlite(file: string, known: Migrations = migrations): Promise<SqliteConnections> {
  await ensureFile(file);
  await sweepTemporaryFiles(file);
  await checkWriteAheadLog(file, toRestore);
  const writer = await connectSqlite(file);
  try {
    refuseDamaged(file, writer);
    refuseForeign(file, writer);
    refuseEmptied(file, writer);
    await configure(file, writer);
    // A command that only reads does not wait for a host that writes.
    if ((await nextMigration(writer.kysely(), file, known)) !== undefined) {
      writer.run('begin immediate');
      await migrate(writer.kysely(), file, { known, keepCopy: (change) => keepCopy(file, change) });
      writer.run('commit');
    }
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
      `${toRestore} Without one, save what can be read: sqlite3 FILE .recover | sqlite3 NEW.`,
  );
}

/** The writer has begun, so nobody changes the file meanwhile; a reader sees it as it was. */
async function keepCopy(file: string, change: string): Promise<void> {
  const reader = await connectSqlite(file);
  try {
    await keepEarlierCopy(file, change, async (path) => reader.run(`vacuum into '${path.replaceAll("'", "''")}'`));
  } finally {
    reader.close();
  }
}

/** A database without a table is a new one, but not where events were written to it: that left a lock beside it. */
function refuseEmptied(file: string, connection: SqliteConnection): void {
  if (connection.ask('select count(*) from sqlite_master') !== 0 || !existsSync(journalLock(file))) return;
  throw new Error(
    `${file} is empty, and was not. Nothing was changed in it. ${toRestore} To start empty, delete ${journalLock(file)}.`,
  );
}

function refuseForeign(file: string, connection: SqliteConnection): void {
  const tables = connection.ask(`select count(*) from sqlite_master`);
  const ours = connection.ask(`select count(*) from sqlite_master where name = '${migrationTable}'`);
  if (tables === 0 || ours === 1) return;
  throw new Error(`${file} is the database of another program. Name a file of its own in the store's setting "file".`);
}

async function configure(file: string, connection: SqliteConnection): Promise<void> {
  const mode = await onceFree(() => connection.ask('pragma journal_mode = wal'));
  if (mode !== 'wal') {
    throw new Error(`${file} is on a file system without shared memory, which SQLite's WAL needs. Move it to a local disk.`);
  }
  // Every commit is on the disk before it is acknowledged, and what is deleted is overwritten.
  connection.run('pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on');
  // What a savepoint sets aside would else go to a temporary file, wherever that is, and could fail there.
  connection.run('pragma temp_store = memory');
}

/** A change to WAL is the one statement for which SQLite does not wait itself, while another process begins with the same file. */
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
