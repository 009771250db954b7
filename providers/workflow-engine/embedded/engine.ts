import { type Logger, type Sealing, singleHostCluster } from 'chronoscribe';
import { lockFile } from 'chronoscribe/files';
import type { Ownership } from '../database.ts';
import { createEngine, type Engine } from '../engine.ts';
import { openSqlite } from './database.ts';

/** @throws Error that names the file and says what to do. */
export async function openEmbeddedEngine(options: {
  /** The database file, which is created if it is missing. */
  readonly file: string;
  /** How many runs are worked on at the same time. */
  readonly concurrency: number;
  readonly sealing?: Sealing | undefined;
  readonly log: Logger;
}): Promise<Engine> {
  return createEngine({
    ...options,
    database: await openSqlite(options.file),
    own: () => ownFile(options.file),
    cluster: singleHostCluster(options.log),
    topic: 'workflows',
    missingWorkflowClaims: 1,
  });
}

/**
 * Makes this process the one that works on the runs in `file`, until it ends: all other workers are dead then. The lock
 * is a file of its own, so that `chronoscribe doctor` can still read the database.
 *
 * @throws Error if another process works on them.
 */
async function ownFile(file: string): Promise<Ownership> {
  const release = await lockFile(`${file}.lock`);
  if (release !== undefined) return { formerWorkers: 'all', addWorker: () => {}, release };
  throw new Error(
    `Another process works on the runs in ${file}. Stop it, or give this one a data folder of its own; ` +
      'several hosts share their work through another workflow engine, such as postgres.',
  );
}
