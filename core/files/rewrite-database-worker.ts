import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

/** How long to wait for other processes that use the file, in milliseconds. */
const timeoutMs = 5_000;
/**
 * Databases up to this size are copied in memory, larger ones through a temporary file, which SQLite unlinks while it
 * is open.
 */
const maxMemoryBytes = 128 * 1024 * 1024;

const database = new DatabaseSync(String(workerData), { timeout: timeoutMs });
try {
  const size = Number(
    database.prepare('select page_count * page_size as size from pragma_page_count, pragma_page_size').get()?.size,
  );
  if (size <= maxMemoryBytes) database.exec('pragma temp_store = memory');
  database.exec('pragma synchronous = full; vacuum');
  // Without it the old pages would stay in the file, and the new ones in its log.
  const checkpoint = database.prepare('pragma wal_checkpoint(truncate)').get();
  if (checkpoint?.busy !== 0) throw new Error('Another process is reading the file.');
} finally {
  database.close();
}
