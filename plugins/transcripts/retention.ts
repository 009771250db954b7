import type { Logger, Store } from 'chronoscribe';
import type { Transcripts } from './kind.ts';
import { transcriptCollection } from './records.ts';

const dayMs = 24 * 3600 * 1000;
const hourMs = 3600 * 1000;

interface Tools {
  readonly store: Store;
  readonly records: Pick<Transcripts, 'delete'>;
  readonly log: Logger;
}

/** Deletes every record that is older than `keepDays`, with its run and files. Returns how many. */
export async function deleteOldRecords(keepDays: number, now: number, { store, records }: Omit<Tools, 'log'>): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { items } = await store.find(transcriptCollection, {
      orderBy: 'createdAt',
      range: { below: now - keepDays * dayMs },
      limit: 20,
    });
    for (const { account, id } of items) await records.delete(account, id);
    deleted += items.length;
    if (items.length === 0) return deleted;
  }
}

/** Deletes old records now and every hour. Returns what stops it. */
export function keepFor(keepDays: number, tools: Tools): () => Promise<void> {
  const sweep = async () => {
    try {
      const deleted = await deleteOldRecords(keepDays, Date.now(), tools);
      if (deleted > 0) tools.log.info({ deleted, keepDays }, 'deleted transcripts whose retention has ended');
    } catch (thrown) {
      tools.log.error({ err: thrown }, 'could not delete old transcripts; trying again in an hour');
    }
  };
  let running = sweep();
  const timer = setInterval(() => {
    running = running.then(sweep);
  }, hourMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
