import type { Journal, JournalEntry, JournalReads, View } from 'chronoscribe/kinds/journal';
import { resolveView } from './views.ts';

/** A change before it is written. */
export interface PlannedChange<Result> {
  readonly timelineId: string;
  /** What the timeline showed when it was planned. */
  readonly view: View;
  /** What is to be written: nothing for a dry run, or if it was written before. */
  readonly entries: readonly JournalEntry[];
  readonly result: Result;
}

/**
 * Plans a change outside of a transaction, and writes it if the timeline still shows the same. If it does not, plans
 * again inside of the transaction. A plan with a safety check may take seconds, and a transaction holds up the changes
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
  if (planned.entries.length === 0) return planned.result;
  return journal.transaction(account, async (writes) => {
    const isCurrent = await showsTheSame(writes, planned.timelineId, planned.view);
    const { entries, result } = isCurrent ? planned : await plan(writes);
    if (entries.length > 0) await writes.append(entries);
    return result;
  });
}

/** Whether a timeline has no changes since a view of it. Another one may have got its id. */
async function showsTheSame(journal: JournalReads, timelineId: string, view: View): Promise<boolean> {
  const now = await resolveView(journal, view.account, timelineId);
  const isSameTimeline =
    now.lineage.length === view.lineage.length &&
    now.lineage.every(({ timeline }, at) => timeline === view.lineage[at]?.timeline);
  return isSameTimeline && (await journal.changed(now, view, 1)).length === 0;
}
