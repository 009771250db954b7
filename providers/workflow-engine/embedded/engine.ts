import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'chronoscribe';
import { singleHostCluster } from 'chronoscribe/concurrency';
import { lockFile } from 'chronoscribe/files';
import type { Sealing } from 'chronoscribe/types';
import { openSqlite } from '../../store/sqlite/open.ts';
import { sqliteStore } from '../../store/sqlite/store.ts';
import { countFormer, deleteFormer } from '../problems.ts';
import { textValues } from '../runs/documents.ts';
import { createEngine, type Engine } from '../runs/engine.ts';
import { localExecutor, type Ownership } from '../runs/hosting.ts';

/** @throws Error that names the file and says what to do. */
export async function openEmbeddedEngine(options: {
  /** The database file, which is created if it is missing. */
  readonly file: string;
  /** How many runs are worked on at the same time. */
  readonly concurrency: number;
  readonly sealing?: Sealing | undefined;
  readonly log: Logger;
}): Promise<Engine> {
  const { file, concurrency, sealing, log } = options;
  await deleteFormer(file, formerIn(file), log, async () => {
    for (const end of ['', '-wal', '-shm']) await rm(`${file}${end}`, { force: true });
  });
  const store = await openStore(file);
  const cluster = singleHostCluster(log);
  const own = () => ownFile(file);
  return createEngine({
    ...{ store, cluster, log, topic: 'workflows', encoding: textValues(sealing), scrubSoon: store.scrubSoon },
    executor: localExecutor({ store, cluster, concurrency, own, missingWorkflowMs: 0 }),
  });
}

/** What a version of before has kept in the file; undefined if that is of another kind. */
function formerIn(file: string): unknown {
  if (!existsSync(file)) return undefined;
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    return database.prepare(countFormer('workflow_runs')).get();
  } catch {
    return undefined;
  }
}

async function openStore(file: string) {
  try {
    return await sqliteStore(file, await openSqlite(file), undefined, false);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The workflow database ${file} cannot be opened: ${reason} ` +
        `Stop the host and move ${file}, ${file}-wal and ${file}-shm away: the next start creates an empty one and ` +
        'starts all runs that were not done again, from what the store and the blobs keep. A run that has failed ' +
        'cannot be retried any more then; send its request again.',
      { cause },
    );
  }
}

/**
 * Makes this process the one that works on the runs in `file`, until it ends. The lock is a file of its own, so that
 * `chronoscribe doctor` can still read the database.
 *
 * @throws Error if another process works on them.
 */
async function ownFile(file: string): Promise<Ownership> {
  const release = await lockFile(`${file}.lock`);
  if (release !== undefined) return { host: 'alone', release };
  throw new Error(
    `Another process works on the runs in ${file}. Stop it, or give this one a data folder of its own; ` +
      'several hosts share their work through another workflow engine, such as postgres.',
  );
}
