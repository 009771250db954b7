import type { Journal, JournalReads, JournalWrites, View } from 'chronoscribe/kinds/journal';
import { resolveView } from './views.ts';

/** A change before it is written. */
export interface PlannedChange<Result> {
  /** Whether everything on which it rests is still as it was when it was planned. */
  isCurrent(reads: JournalReads): Promise<boolean>;
  /** Undefined for a dry run, or if it was written before. */
  readonly write: ((writes: JournalWrites) => Promise<unknown>) | undefined;
  readonly result: Result;
}

/**
 * Plans a change outside of a transaction, and writes it if it is still current. If it is not, plans again inside of
 * the transaction. A plan with a safety check may take seconds, and a transaction holds up the changes
 * of all accounts.
 *
 * @param plan called once or twice
 * @throws what `plan` throws, and then nothing is written
 */
export async function changeAsPlanned<Result>(
  journal: Journal,
  account: string,
  plan: (reads: JournalReads) => Promise<PlannedChange<Result>>,
): Promise<Result> {
  const planned = await plan(journal);
  if (planned.write === undefined) return planned.result;
  return journal.transaction(account, async (writes) => {
    const { write, result } = (await planned.isCurrent(writes)) ? planned : await plan(writes);
    await write?.(writes);
    return result;
  });
}

/** Whether a timeline has no changes since a view of it. Another one may have got its id. */
export async function showsTheSame(journal: JournalReads, timelineId: string, view: View): Promise<boolean> {
  const now = await resolveView(journal, view.account, timelineId);
  const isSameTimeline =
    now.lineage.length === view.lineage.length &&
    now.lineage.every(({ timeline }, at) => timeline === view.lineage[at]?.timeline);
  return isSameTimeline && (await journal.changed(now, view, 1)).length === 0;
}
