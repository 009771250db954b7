import type { Audit, Cluster, Logger } from 'chronoscribe';
import { electLeader, runPeriodically } from 'chronoscribe/concurrency';
import type { Page, Range } from 'chronoscribe/types';
import { type DeletionTools, deleteMarked, markDeleted } from './deletion.ts';
import type { StoredRecord } from './stored-record.ts';

const hourMs = 3600 * 1000;
const dayMs = 24 * hourMs;

export interface SweepTools extends DeletionTools {
  readonly audit: Audit;
  readonly log: Logger;
  /** Days after which a record is deleted; undefined: never. */
  readonly keepDays: number | undefined;
  /** Adds the words of a record to the index, if they are missing: the store before may have kept none. */
  index(row: StoredRecord): Promise<void>;
}

/** Deletes a record. @returns false if the record stays */
type Sweeper = (row: StoredRecord) => Promise<boolean>;

/**
 * Continues interrupted deletions, and deletes unfinished records of killed processes and records whose retention has
 * ended. A failure is logged and retried at the next sweep, and does not stop the others.
 *
 * @param now milliseconds since 1970
 * @returns how many records were deleted
 */
export async function sweep(tools: SweepTools, now: number, signal: AbortSignal): Promise<number> {
  const { keepDays } = tools;
  let gone = 0;
  const each = async (pages: AsyncIterable<readonly StoredRecord[]>, sweeper: Sweeper) => {
    for await (const page of pages) {
      if (signal.aborted) return;
      // All at once: each may wait for the databases to be rewritten, which serves all that wait.
      const swept = await Promise.all(page.map((row) => logFailure(tools, row, sweeper)));
      gone += swept.filter(Boolean).length;
    }
  };
  await each(rowsThatAre(tools, 'deleting'), (row) => deleteAudited(tools, row, 'deletion gone on with'));
  await each(rowsThatAre(tools, 'unfinished'), (row) => deleteUnfinished(tools, row, now));
  if (keepDays !== undefined) {
    await each(rowsThatAre(tools, 'kept', { below: now - keepDays * dayMs }), (row) => deleteExpired(tools, row));
  }
  await each(rowsThatAre(tools, 'kept'), async (row) => {
    await tools.index(row);
    return false;
  });
  return gone;
}

async function logFailure({ log }: SweepTools, row: StoredRecord, sweeper: Sweeper): Promise<boolean> {
  try {
    return await sweeper(row);
  } catch (thrown) {
    log.error({ record: row.id, err: thrown }, 'could not sweep a record; trying again in an hour');
    return false;
  }
}

/**
 * Deletes an unfinished record that nobody can be writing any more. Its run stays, because a failed run may be retried.
 */
async function deleteUnfinished(tools: SweepTools, { id }: StoredRecord, now: number): Promise<boolean> {
  const { store, rows } = tools;
  const doomed = await store.transaction(async (documents) => {
    const row = await documents.get(rows, id);
    if (row?.state !== 'unfinished' || row.begunAt > now - hourMs) return undefined;
    const marked: StoredRecord = { ...row, state: 'deleting', runs: [] };
    await documents.put(rows, marked);
    return marked;
  });
  if (doomed !== undefined) await deleteMarked(tools, doomed);
  return doomed !== undefined;
}

async function deleteExpired(tools: SweepTools, row: StoredRecord): Promise<boolean> {
  const doomed = await markDeleted(tools, row);
  return doomed !== undefined && deleteAudited(tools, doomed, 'retention ended');
}

/** Deletes a marked record, and adds that to the audit log. */
async function deleteAudited(tools: SweepTools, doomed: StoredRecord, action: string): Promise<true> {
  const deed = { account: doomed.account, key: null, action, record: doomed.id };
  try {
    await deleteMarked(tools, doomed);
  } catch (thrown) {
    await tools.audit.record({ ...deed, outcome: 'failed' });
    throw thrown;
  }
  await tools.audit.record({ ...deed, outcome: 'done' });
  return true;
}

async function* rowsThatAre(
  { store, rows }: SweepTools,
  state: StoredRecord['state'],
  range: Range<number> = {},
): AsyncGenerator<readonly StoredRecord[]> {
  let cursor: string | null = null;
  do {
    const page: Page<StoredRecord> = await store.find(rows, {
      equals: { state },
      orderBy: 'createdAt',
      range,
      limit: 50,
      ...(cursor !== null && { cursor }),
    });
    yield page.items;
    cursor = page.next;
  } while (cursor !== null);
}

/**
 * Sweeps now and every hour; each time one of several hosts does.
 *
 * @returns a function that stops the sweeps, and resolves when no deletion runs any more
 */
export function sweepHourly(tools: SweepTools & { readonly cluster: Cluster }): () => Promise<void> {
  const { cluster, rows, log } = tools;
  return runPeriodically(
    async (signal) => {
      if (!(await electLeader(cluster, rows.name, hourMs))) return;
      const deleted = await sweep(tools, cluster.now(), signal);
      if (deleted > 0)
        log.info(
          { deleted, repository: rows.name },
          'deleted records whose retention has ended, and what was left of others',
        );
    },
    {
      everyMs: hourMs,
      onError: (thrown) => log.error({ err: thrown }, 'could not look for old records; trying again in an hour'),
    },
  );
}
