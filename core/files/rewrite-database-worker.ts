import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

/** Milliseconds for which other processes that use the file are waited for. */
const patience = 5_000;
/** A database up to this size is copied in memory; a larger one through a temporary file, which SQLite deletes while it is open. */
const mostInMemory = 128 * 1024 * 1024;

const database = new DatabaseSync(String(workerData), { timeout: patience });
try {
  const size = Number(
    database.prepare('select page_count * page_size as size from pragma_page_count, pragma_page_size').get()?.size,
  );
  if (size <= mostInMemory) database.exec('pragma temp_store = memory');
  database.exec('pragma synchronous = full; vacuum');
  // Until then the old pages are still in the file, and the new ones in its log.
  const checkpoint = database.prepare('pragma wal_checkpoint(truncate)').get();
  if (checkpoint?.busy !== 0) throw new Error('Another process is reading the file.');
} finally {
  database.close();
}
