import { Problem } from 'chronoscribe';
import type { Journal, JournalReads, JournalTimeline, Revision, View } from 'chronoscribe/kinds/journal';
import { primary } from '../kind.ts';
import { resultTooLarge, timelineIsPrimary, timelineNotFound } from './problems.ts';
import type { PrepareSafetyCheck, Verdict } from './safety-check.ts';
import { entryOf, eventOf } from './stored-event.ts';
import { bySubject, viewOf } from './views.ts';

export interface Merge extends Verdict {
  /** The timeline that took the changes over. */
  readonly base: string;
  /** The events that it shows now and did not show before. */
  readonly merged: readonly string[];
}

/** What became of one event on the branch and on its base since they last agreed. */
interface Change {
  readonly ancestor: Revision | undefined;
  readonly branch: Revision;
  readonly base: Revision | undefined;
}

const mostChanges = 10_000;

/**
 * Takes over into a timeline's base what was done on it since it branched off or was last merged: a three-way merge, event by
 * event. What both changed since, each in its own way, is a conflict; with one, nothing is taken over.
 *
 * @throws Problem `timeline-not-found`, `timeline-is-primary`, `merge-conflict`, `paradox-detected`
 */
export async function mergeTimeline(
  journal: Journal,
  prepareCheck: PrepareSafetyCheck,
  account: string,
  { timelineId, safetyCheck }: { readonly timelineId: string; readonly safetyCheck: boolean },
  requestId: string,
): Promise<Merge> {
  if (timelineId === primary) throw timelineIsPrimary('merged');
  const check = await prepareCheck(account, safetyCheck);
  return journal.transaction(account, async (writes) => {
    const timeline = (await writes.timelines(account)).find(({ id }) => id === timelineId);
    if (timeline?.parent == null) throw timelineNotFound(timelineId);
    const base = timeline.parent;
    const baseView = await viewOf(writes, account, base);
    const changes = await changesOn(writes, account, timeline, baseView);
    refuseConflicts(timelineId, base, changes);

    const taken = changes.filter((change) => change.base?.eventId !== change.branch.eventId);
    const added = taken.map(({ branch }) => {
      const event = eventOf(branch);
      const { subject, recorded } = branch;
      return { event, entry: entryOf(event, { timelineId: base, operation: 'merge', subject, recorded, requestId }) };
    });
    const verdict = await check({
      journal: writes,
      view: baseView,
      removed: taken.flatMap((change) => change.base ?? []),
      added,
    });
    await writes.append(added.map(({ entry }) => entry));
    await writes.markMerged(timelineId);
    return { base, merged: added.map(({ event }) => event.event_id), ...verdict };
  });
}

/** What the branch shows now and did not show when both last agreed. */
async function changesOn(
  journal: JournalReads,
  account: string,
  { id, mergedAt }: JournalTimeline,
  baseView: View,
): Promise<readonly Change[]> {
  const now = await viewOf(journal, account, id);
  const [own, ...ancestors] = now.lineage;
  if (own === undefined) return [];
  const then: View = { account, lineage: [{ ...own, upTo: Math.min(own.upTo, mergedAt) }, ...ancestors] };
  const subjects = await journal.changed(now, then, mostChanges + 1);
  if (subjects.length > mostChanges)
    throw resultTooLarge(mostChanges, 'Merge more often, or record the events on the base itself.');
  const branch = await bySubject(journal, now, subjects);
  const ancestor = await bySubject(journal, then, subjects);
  const base = await bySubject(journal, baseView, subjects);
  return [...branch.values()]
    .map((revision) => ({ branch: revision, ancestor: ancestor.get(revision.subject), base: base.get(revision.subject) }))
    .filter((change) => change.branch.eventId !== change.ancestor?.eventId)
    .toSorted((one, other) => one.branch.seq - other.branch.seq);
}

function refuseConflicts(timelineId: string, base: string, changes: readonly Change[]): void {
  const conflicts = changes.filter(
    (change) => change.base?.eventId !== change.branch.eventId && change.base?.eventId !== change.ancestor?.eventId,
  );
  if (conflicts.length === 0) return;
  const named = conflicts.slice(0, 3).map(({ ancestor, branch }) => `"${ancestor?.eventId ?? branch.eventId}"`);
  throw new Problem('merge-conflict', {
    status: 409,
    detail:
      `Both "${timelineId}" and "${base}" changed ${named.join(', ')}${conflicts.length > 3 ? ` and ${conflicts.length - 3} more` : ''}. ` +
      'Nothing was merged. Revert the change on one of them, then merge again.',
    members: {
      conflicts: conflicts.map((change) => ({
        event_id: change.ancestor?.eventId ?? null,
        on_timeline: change.branch.eventId,
        on_base: change.base?.eventId ?? null,
      })),
    },
  });
}
